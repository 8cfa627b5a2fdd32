"""Corrections in English."""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence

import regex

from bot.canon.attributes import is_attribute
from bot.canon.grammar import Contrast, Statement
from bot.canon.text import loose, trimmed

narration = "narration"

_THAT = r"(?: that(?! \p{L}+(?:'s)? ))?[\s,:;.!—–-]*"
strong = loose(
    r"(?:(?:a |one |small |quick |minor |little |important |another )*"
    r"(?:correction|continuity(?: error| note| fix| correction)?|erratum|fix|canon|retcon|reminder"
    r"|note(?: to (?:the )?(?:narrator|self|dm|gm))?|fact(?: check)?)"
    r"(?=\s*[:,;—–-]|\s+that\b)"
    r"|(?:please )?(?:do )?(?:remember|memorise|memorize|keep in mind|bear in mind|don't forget|do not"
    r" forget|never forget|note|take note|be aware|make a note)(?=\s*[:,;—–-]| that\b| this\b)"
    r"|for the record|let me correct (?:that|this|you|it|something)|(?:i want|i'd like|i would like|i"
    r" need|allow me) to correct(?: that| this| you| something)?"
    r"|(?:you made|there's|there is|that's|that was|small|slight) (?:a )?(?:small |slight |little )?mistake"
    r"(?=\s*[:,;.!—–-])|mistake(?=\s*[:,;—–-])|you (?:mixed (?:that|this|it|them) up|mixed up)"
    r"(?=\s*[:,;.!—–-])"
    r"|that's (?:wrong|not right|incorrect)|that is (?:wrong|not right|incorrect)|you (?:got|have)"
    r" (?:that|this|it) wrong|wrong(?=\s*[:,;.!—–-]))",
)
_TOLD = (
    r"(?:emojis?|gore|violence|blood|romance|cliffhangers?|time skips?|swearing|profanity|jump ?scares?|puns?"
    r"|jokes?|bullet points?|lists?|spoilers?|monologues?|metaphors?|descriptions?|dialogues?|questions?"
    r"|choices"
    r"|summar(?:y|ies)|torture|prose|paragraphs?|rhymes?|slang)"
)
weak = loose(
    r"(?:please|pls|lol|lmao|haha(?:ha)*|heh|wow|omg|but|kindly|hey|hi|hello|narrator|dear narrator|dm|gm"
    r"|ok|okay|no(?! (?:more )?(?:\p{L}+ )?" + _TOLD + r")|nope|wait|hold on|hmm"
    r"|um|uh|oh|well|sorry|actually|in fact"
    r"|btw|by the way|fyi|just so you know|just to be clear|to be clear|remember|keep in mind|i think|i"
    r" believe|i'm pretty sure|i am sure|i'm sure"
    r"|trust me|believe me|honestly|surely|it should be(?= that)|you should know|so|just|also|once more"
    r"|again|ooc|quick one|thing is|the"
    r" thing is|now|one thing|one more thing|let it be known|know|it's important|the truth is|as a"
    r" reminder"
    r"|(?:could|can|would|will) (?:you|we) (?:please |kindly |mind )?(?:remember(?:ing)?|not(?:e|ing)"
    r"|keep(?:ing)? in mind|mak(?:e|ing) sure|mak(?:e|ing) it|correct(?:ing)?(?: it)?|say|agree"
    r"|fix(?:ing)? it)(?: so)?|i'd like you to (?:remember|know|note)|make sure|set it down|and)"
)
tail = loose(
    r"(?:please|pls|thanks|thank you|ok|okay|thx|from the start|as i said|by the way|btw|if you please"
    r"|actually|remember|got it|though|after all)"
)
polite = loose(
    r"(?:could|can|would|will) you|(?:could|can) we(?= (?:please )?(?:say|agree|fix|make|set"
    r"|note))"
)
uncertain = loose(
    r"(?:maybe|perhaps|what if|if|i wish|i wonder|suppose|imagine|i guess|possibly|do|does|did|is|are"
    r"|was|were|should|shall|why|who|what|when|where|how|which|will|let's)"
)

guess = loose(
    r"(?:i (?:think|believe|guess|suppose|assume|thought)|i'm (?:pretty |quite |fairly )?sure"
    r"|in my opinion|imo)"
)
beside = loose(
    r"(?:\p{L}+'s|our|best|new|other|missing|absent|the|which) players?|player (?:is|was|of)|minutes|mins"
    r"|o'clock"
    r"|connection|internet|wi-?fi|appointment|meeting|headset|laptop|exams?|homework|covid|vacation|holidays"
    r"|dm|gm|afk|brb|(?:not|than|for|with|like) (?:me|mine|us|ours|yours|you)|turn is|session|stream|discord"
)
passing = loose(
    r"(?:tonight|tomorrow|yesterday|today|(?:next|this|last) (?:week|month|year)|on (?:mon|tues|wednes|thurs"
    r"|fri|satur|sun)days?|lately)"
)

pronoun = loose(r"(?:she|he|it|they|her|his|its|their|it's|she's|he's|they're)")

_COPULA = (
    r"(?:(?:is|are|was|were|be|has been|have been|should be|should have been|must be|has to be|have to"
    r" be|needs to be|need to be"
    r"|ought to be|will be|shall be|would be|remains?|stays?|became|becomes?)"
    r"(?: (?:actually|really|now|always|still|in fact|indeed|definitely|supposed to be|meant to be|both"
    r"|simply|just|truly|called|named|known as))*)"
)
_BE = r"(?:is|are|was|were)"
_PRONOUN = r"(?:they|it|she|he|that|these|those)"
_ARTICLE = regex.compile(r"^(?:the|an?|some|his|her|its|their)\s+", regex.IGNORECASE)
_ONE = regex.compile(r"\s+ones?$", regex.IGNORECASE)
_FIRST_PERSON = loose(
    r"(?:i|me|we|us|you|this|that|there|it|they|he|she|who|everyone|everybody|someone|nobody|nothing"
    r"|something|what|my|our|your|here|these|those|anyone|one)"
)
_TABLE_TALK = loose(
    r"(?:session|game|stream|call|meeting|internet|connection|mic|microphone|discord|bot|server|channel"
    r"|dinner|lunch|pizza"
    r"|lag|phone|battery|wifi|train|bus|time|deadline|homework|boss|break|topic|mom|mum|dad|wife"
    r"|husband|turn|birthday|computer|laptop|keyboard|cat just|kids?|car)"
)
_BUSY = regex.compile(
    r"^(?:not |just |still |already )?\p{L}+ing\b|^(?:late|away|back|here|there|ready|afk|online"
    r"|offline|busy|gone)\b",
    regex.IGNORECASE,
)
_POSSESSIVE_PRONOUN = regex.compile(r"^(?:my|our|your|his|her|its|their)\b", regex.IGNORECASE)

_CONTRACTIONS = (
    (loose(r"(can)n't|(can)not"), "can not"),
    (
        regex.compile(
            r"\b(is|are|was|were|do|does|did|has|have|had|should|must|would|could|need)n['’]t\b",
            regex.IGNORECASE,
        ),
        r"\1 not",
    ),
    (regex.compile(r"\b(they|we|you)['’]re\b", regex.IGNORECASE), r"\1 are"),
    (regex.compile(r"\b(it|she|he|that)['’]s(?=\s)", regex.IGNORECASE), r"\1 is"),
    (regex.compile(r"\b(is|are|was|were) never\b", regex.IGNORECASE), r"\1 not"),
    (regex.compile(r"\b(is|are|was|were) no longer\b", regex.IGNORECASE), r"\1 not"),
    (regex.compile(r"\b(is|are|was|were) no (?=[^,]+ but )", regex.IGNORECASE), r"\1 not "),
    (regex.compile(r"['’]s (?:not|no longer)\b", regex.IGNORECASE), " is not"),
)
_SAID = loose(
    r"you(?:'ve| have)? (?:just |keep |kept )?(?:said|say|saying|wrote|write|writing|written|described"
    r"|told us|called|made|have|had|claimed)(?: that)?"
)
_SAID_OLD = regex.compile(
    rf"^(?P<head>.+?\b{_COPULA}) (?P<old>.+?)[,;.—–-]*\s+(?:but|when|and|yet|while)?\s*(?:in fact "
    rf"|actually |really )?{_PRONOUN} {_COPULA} (?P<new>.+)$",
    regex.IGNORECASE,
)
_AFTER_DENIAL = regex.compile(
    rf"^(?P<head>.+?\bnot\b.+?)\s*[,;.:—–-]+\s*(?:but )?{_PRONOUN} {_BE}(?: actually| really| now)?"
    rf" (?P<new>(?!not\b).+)$",
    regex.IGNORECASE,
)
_DOES_NOT = regex.compile(
    r"^(?P<subject>.+?) (?:does|do|did) not (?P<verb>\p{L}+) (?P<old>.+?)[,;.]*"
    rf" (?:but|(?:but )?{_PRONOUN} (?P<does>\p{{L}}+)) (?P<new>.+)$",
    regex.IGNORECASE,
)
_DENIED_AFTER = regex.compile(
    rf"^(?P<head>.+?)\s*[,;.:—–-]+\s*(?:and )?{_PRONOUN} {_BE} not (?P<old>.+)$", regex.IGNORECASE
)
_NOT_BUT = regex.compile(
    r"^(?P<head>.+?)\s+not\s+(?P<old>.+?)\s*[,;—–-]*\s+(?:but|rather)(?: rather| instead|"
    r" actually)?\s+(?P<new>.+)$",
    regex.IGNORECASE,
)
_NOT = regex.compile(
    r"^(?P<head>.+?)(?P<gap>[\s,;:.—–(-]+)(?:and |but )?(?:not|never|instead of|rather than|as opposed"
    r" to|in place of|and no longer|no longer|unlike)\s+(?P<old>[^()]+?)\)?$",
    regex.IGNORECASE,
)
_ENDS_IN_VERB = regex.compile(rf"\b(?:{_COPULA}|does|do|did|has|have|can)$", regex.IGNORECASE)
_CHANGE = loose(
    r"(?:change|switch|turn|correct|update|fix) (?P<what>.+?) from (?P<old>.+?) (?:in)?to (?P<new>.+)",
    whole=False,
)
_MAKE = loose(
    r"(?:make|change|set|turn|correct|update|fix|keep) (?P<what>.+?'s? .+?) (?:(?:in)?to|as|be) (?P<new>.+)",
    whole=False,
)
_MAKE_BARE = loose(r"(?:make|keep) (?P<name>.+?)'s? (?P<what>\p{L}+) (?P<new>.+)", whole=False)
_GIVE = loose(r"give (?P<name>\p{Lu}\S+(?: \p{Lu}\S+)*) (?P<what>.+)", whole=False)

_IMPERATIVES: tuple[tuple[regex.Pattern[str], Callable[[regex.Match[str]], str]], ...] = (
    (_MAKE, lambda found: f"{found['what']} is {found['new']}"),
    (_MAKE_BARE, lambda found: f"{found['name']}'s {found['what']} is {found['new']}"),
    (_GIVE, lambda found: f"{found['name']} has {found['what']}"),
)

_OF = regex.compile(
    rf"^(?:the )?(?P<attribute>[^,]+?) of (?P<subject>[^,]+?) {_COPULA} (?P<value>.+)$", regex.IGNORECASE
)
_HAS_S = regex.compile(
    rf"^(?P<subject>.+?)(?:['’]s|(?<=s)['’]) (?P<attribute>[^,]+?)(?:, [^,]+,)?(?: {_COPULA}|\s*[:=—–]"
    rf"|\s+-)\s+(?P<value>.+)$",
    regex.IGNORECASE,
)
_HAS = regex.compile(
    r"^(?P<subject>.+?) (?:actually |really |now |always |still |should |must |only )*(?:has got|have"
    r" got|has had|has|have|had|possesses) (?P<object>.+)$",
    regex.IGNORECASE,
)
_BARE_S = regex.compile(r"^(?P<subject>\p{Lu}[\p{L}-]*)['’]s (?P<value>.+)$")
_IS = regex.compile(rf"^(?P<subject>.+?) (?P<copula>{_COPULA}) (?P<value>.+)$", regex.IGNORECASE)
_COLON = regex.compile(r"^(?P<subject>\p{Lu}[\p{L}'’ -]*?)\s*(?::|—|–|,)\s+(?P<object>.+)$")
_PREPOSITION = regex.compile(
    r"\s(?=(?:on|in|at|of|from|with|named|called|under|over|across|above|below|near|beside|by|for|made"
    r"|behind|around|along)\s)",
    regex.IGNORECASE,
)
_VERBS = {
    "clothes": r"wears?|wore|(?:is |was )?(?:wearing|dressed in|clad in)",
    "weapon": r"wields?|wielded|fights? with|fought with|is armed with|(?:is )?wielding"
    r"|uses|used|carries|carried|(?:is )?carrying|bears|holds",
    "mount": r"rides?|rode|(?:is )?riding",
    "home": r"lives? (?:in|at|on|near|under)|lived (?:in|at|on|near)|comes? from|came from|hails from|is from"
    r"|was born in|grew up in|dwells in|resides in",
    "role": r"works? as|worked as|serves as|is employed as|trained as",
    "name": r"is called|is named|goes by(?: the name(?: of)?)?|is known as|was named|was called",
    "fear": r"fears|is afraid of|is scared of|is terrified of|dreads",
    "favourite": r"loves|likes|adores|prefers|enjoys",
    "dislike": r"hates|dislikes|detests|despises|can not stand",
    "language": r"speaks",
    "possession": r"owns|keeps|owned|sails|commands|captains|drives",
    "allegiance": r"serves|worships|follows|is loyal to|swore to",
    "food": r"eats|drinks",
    "skill": r"plays|studies|teaches|practises|practices|knows",
    "allergy": r"is allergic to",
    "family": r"is married to|married",
}
_VERB = tuple(
    (
        attribute,
        regex.compile(
            rf"^(?P<subject>.+?) (?:now |always |actually |really |still |should |must |only"
            rf" )*(?:{verbs}) (?P<object>.+)$",
            regex.IGNORECASE,
        ),
    )
    for attribute, verbs in _VERBS.items()
)
_TRAIT = loose(
    r"(?:limp|scars?|beard|moustache|mustache|tattoos?|freckles|wings|horns|tail|fangs|claws|lisp|stutter"
    r"|eyepatch"
    r"|eye patch|hook|hunchback|twin|sister|brother|son|daughter|wife|husband|familiar|birthmark|braids?"
    r"|glasses"
    r"|magic|gills|scales|antlers|halo|dimples|piercings?)"
)
_BOTH = regex.compile(
    r"^(?P<names>\p{Lu}[\p{L}-]+(?:, \p{Lu}[\p{L}-]+)* and \p{Lu}[\p{L}-]+) (?:both |all )?"
    r"(?P<verb>have|are|wear|were)(?: both)? (?P<rest>.+)$"
)
_OF_EACH = {"have": "has", "are": "is", "were": "was", "wear": "wears"}
_AGE = regex.compile(r"years? old|years? of age|^\p{L}*-?year", regex.IGNORECASE)

_WISH = loose(
    r"(?:i(?:'d| would)? (?:really )?(?:much )?(?:prefer|rather (?:have|read|see)|like|love|want|enjoy"
    r"|hate|dislike|need|appreciate)"
    r"|i (?:do not|don't|never) (?:want|like|enjoy)|my preference is|i'm not a fan of|i am not a fan of)"
)
_TELLER = loose(
    r"(?:please |always |never |do not |don't |stop |try to |kindly |avoid |no )*"
    r"(?:write|writing|describe|describing|narrate|narrating|use|using|avoid|skip|tell|telling|keep"
    r"|include|add|end|begin|start|speak|address|refer to|call me|limit"
    r"|give me|give us|leave out|focus|summari[sz]e|show|put|mention|repeat|ask|shorten|lengthen|stick"
    r" to|go easy|slow down|no more|less|more|fewer|shorter|longer)"
)


_WITHOUT = loose(rf"(?:no|without|zero)(?: more)? (?:\p{{L}}+ )?{_TOLD}")


def contrast(sentence: str) -> Contrast:
    """Take "not blue", "instead of blue", "not blue but …" out of the sentence."""
    for pattern, replacement in _CONTRACTIONS:
        sentence = pattern.sub(replacement, sentence)
    if said := _SAID.match(sentence):
        if found := _SAID_OLD.match(sentence[said.end() :].strip()):
            return Contrast(f"{found['head']} {found['new']}", found["old"])
        return Contrast("")
    if found := _CHANGE.match(sentence):
        return Contrast(f"change {found['what']} to {found['new']}", found["old"])
    if found := _DOES_NOT.match(sentence):
        return Contrast(
            f"{found['subject']} {found['does'] or _third(found['verb'])} {found['new']}", found["old"]
        )
    if found := _AFTER_DENIAL.match(sentence):
        sentence = f"{found['head']} but {found['new']}"
    if found := _NOT_BUT.match(sentence):
        return Contrast(f"{found['head']} {found['new']}", found["old"])
    if found := _DENIED_AFTER.match(sentence):
        return Contrast(found["head"], found["old"])
    if found := _NOT.match(sentence):
        if _ENDS_IN_VERB.search(found["head"]):
            return Contrast(found["head"], found["old"], denied=True)
        return Contrast(found["head"], found["old"])
    return Contrast(sentence)


_NAME_FIRST = regex.compile(r"^(?!(?:The|An?) )(?P<name>\p{Lu}[\p{L}-]+(?: \p{Lu}[\p{L}-]+)*) (?P<rest>.+)$")
_LISTED = regex.compile(
    r"^(?P<who>.+? (?:has got|has|have|wears|is wearing)) (?P<things>.+)$", regex.IGNORECASE
)
_DESCRIBED = regex.compile(
    r"^(?:an? |the )?(?:(?!(?:of|in|on|with|at|from|to|who|that|which|for|by)\b)[\p{L}-]+ ){1,3}"
    r"(?!(?:of|in|on|with|at|from|to)\b)[\p{L}-]+$",
    regex.IGNORECASE,
)


def bare(sentence: str, names: Collection[str]) -> Statement | None:
    """ "Mira limps"."""
    found = _NAME_FIRST.match(sentence.strip(" .,;!"))
    if found is None or _FIRST_PERSON.fullmatch(found["name"].split()[0]) or found["rest"][:1] in "—–-":
        return None
    return Statement(found["name"], "", found["rest"], loose=True, sentence=sentence)


def several(sentence: str) -> Sequence[str]:
    """ "Mira has red hair and green eyes"."""
    sentence = sentence.strip(" .,;!")
    if both := _BOTH.match(sentence):  # "Mira and Orlo have red hair"
        names = regex.split(r", | and ", both["names"])
        return [f"{name} {_OF_EACH[both['verb']]} {both['rest']}" for name in names]
    found = _LISTED.match(sentence)
    if found is None:
        return [sentence]
    things = regex.split(r",\s*(?:and\s+)?|\s+and\s+", found["things"])
    if not all(_DESCRIBED.match(thing.removeprefix("a ").removeprefix("an ")) for thing in things):
        return [sentence]
    return [f"{found['who']} {thing}" for thing in things]


def _third(verb: str) -> str:
    """The third person: carries, has."""
    if verb == "have":
        return "has"
    return f"{verb[:-1]}ies" if regex.search(r"[^aeiou]y$", verb) else f"{verb}s"


def statement(sentence: str, old: str, names: Collection[str]) -> Statement | None:
    """Who, what and how."""
    sentence = sentence.strip(" .,;!")
    asked = sentence
    for pattern, wish in _IMPERATIVES:
        if found_wish := pattern.match(sentence):
            sentence = wish(found_wish)
            break
    found = _parse(sentence, old)
    if found is None or not found.value or not found.subject:
        return None
    subject = trimmed(found.subject)
    first = subject.split(" ", 1)[0]
    if _FIRST_PERSON.fullmatch(first) or _POSSESSIVE_PRONOUN.match(subject) or len(subject.split()) > 5:
        return None
    if _TABLE_TALK.fullmatch(_ARTICLE.sub("", subject)):
        return None
    attribute = trimmed(_ARTICLE.sub("", found.attribute))
    told = sentence if sentence == asked else ""
    value = _value(found.value)
    if not old and (_BUSY.match(value) or _TABLE_TALK.fullmatch(attribute)):
        return None  # "Mike's phone is ringing"
    return Statement(_ARTICLE.sub("", subject), attribute, value, found.loose, told)


def _parse(sentence: str, old: str) -> Statement | None:
    if found := _HAS_S.match(sentence):
        return Statement(*_owner(found["subject"], found["attribute"]), found["value"])
    if found := _OF.match(sentence):
        return Statement(*_owner_of(found["subject"], found["attribute"]), found["value"])
    for attribute, pattern in _VERB:
        if found := pattern.match(sentence):
            return _of_verb(found["subject"], attribute, found["object"], old)
    if found := _HAS.match(sentence):
        return _thing(found["subject"], found["object"], old, "")
    if (found := _BARE_S.match(sentence)) and not is_attribute(found["value"]):
        return _being(found["subject"], "is", found["value"])
    if found := _IS.match(sentence):
        return _being(found["subject"], found["copula"], found["value"])
    if old and (found := _COLON.match(sentence)):
        return _thing(found["subject"], found["object"], old, "")
    return None


def _owner(subject: str, attribute: str) -> tuple[str, str]:
    """ "The colour of Mira's eyes" belongs to Mira; "Mira's sister's eyes" belong to Mira's sister."""
    if found := regex.match(r"^(?:the )?(.+?) of (.+)$", subject, regex.IGNORECASE):
        return found[2], f"{found[1]} of {attribute}"
    if found := regex.match(r"^(.+)['’]s (.+)$", attribute):
        return f"{subject}'s {found[1]}", found[2]
    return subject, attribute


def _owner_of(subject: str, attribute: str) -> tuple[str, str]:
    if found := regex.match(r"^(.+?)['’]s (.+)$", subject):
        return found[1], f"{attribute} of {found[2]}"
    return subject, attribute


def _of_verb(subject: str, attribute: str, thing: str, old: str) -> Statement:
    if attribute in ("clothes", "weapon", "mount", "possession"):
        return _thing(subject, thing, old, attribute)
    return Statement(subject, attribute, thing, loose=True)


def _thing(subject: str, thing: str, old: str, verb: str) -> Statement:
    """ "A green cloak": the cloak is green. "A halberd, not a spear": the weapon is a halberd."""
    if " and " in thing:
        return Statement(subject, verb, thing, loose=True)
    words, *rest = _PREPOSITION.split(thing, maxsplit=1)
    place = rest[0] if rest else ""
    adjectives, _, noun = _ARTICLE.sub("", words).rpartition(" ")
    wrong = _ONE.sub("", _ARTICLE.sub("", old)).split()
    if adjectives and (
        not wrong
        or old.lower().endswith((" one", " ones"))
        or wrong[-1].lower() == noun.lower()
        or len(wrong) == 1
    ):
        return Statement(subject, noun, f"{adjectives} {place}".strip())
    if place and not adjectives and noun:
        return Statement(subject, noun, place)
    if not verb and subject[:1].isupper() and _TRAIT.fullmatch(noun):  # "Mira has a limp"
        return Statement(subject, noun, thing)
    return Statement(subject, verb, thing, loose=True)


def _being(subject: str, copula: str, value: str) -> Statement:
    if regex.search(r"\b(?:called|named|known as)$", copula, regex.IGNORECASE):
        return Statement(subject, "name", value, loose=True)
    if _AGE.search(value) or regex.fullmatch(r"\d{1,4}", value):
        return Statement(subject, "age", value, loose=not subject[:1].isupper())
    if regex.match(r"(?:an?|the)\s", value, regex.IGNORECASE) and " of " not in value:
        return Statement(subject, "role", value, loose=True)
    return Statement(subject, "", value, loose=True)


def _value(value: str) -> str:
    value = _ARTICLE.sub("", trimmed(value))
    value = _ONE.sub("", value)
    return trimmed(value)


def old_value(old: str, statement: Statement) -> str:
    """What was wrong, without the noun that the statement names."""
    value = _value(regex.sub(r"^(?:called|named|known as)\s+", "", old.strip(), flags=regex.IGNORECASE))
    place = regex.match(r"(?:in|on|at|of|from|with|to|by|as)\s+(?=\S)", value, regex.IGNORECASE)
    if place and not statement.value.lower().startswith(place.group().lower()):
        value = _value(value[place.end() :])
    words = value.split()
    if (
        len(words) > 1
        and statement.attribute
        and words[-1].lower() == statement.attribute.split()[-1].lower()
    ):
        value = " ".join(words[:-1])
    return value


def preference(sentence: str) -> str | None:
    """What the player wishes, as it stands; None when it is no wish about the telling."""
    if _WISH.match(sentence) or _TELLER.match(sentence) or _WITHOUT.match(sentence):
        return sentence.strip(" .,;!")
    return None
