"""English lines of the story: "open my bag" is ``> You open your bag.`` or ``> Ash opens their bag.``"""

from __future__ import annotations

from collections.abc import Callable, Mapping

import regex

from bot.story.words import (
    asks,
    capitalized,
    ended,
    outside_quotations,
    uncapitalized,
    word_set,
)

_WORD = r"[A-Za-z]+(?:[-'’][A-Za-z]+)*"
_FIRST_WORD = regex.compile(rf"{_WORD}(?![\p{{L}}\p{{M}}])")
_LONE = regex.compile(r"(?:i|you)\W*", regex.IGNORECASE)
_OTHER_SUBJECTS = word_set("""
    it he she we they the a an this that there my his her its our their it's he's she's that's
""")
_QUESTION_WORDS = word_set("""
    who whom whose what where when why how which am is are was were do does did can could will would
    shall should may might must has have had isn't aren't don't doesn't didn't can't won't
""")
_ADVERBS = word_set("""
    then just now never always also again still not first next finally maybe please soon once almost
    even only
""")
_NO_ADVERBS = word_set("""
    fly rely apply reply rally sally supply multiply comply bully tally ally ply
""")

_TO_YOU = {"i": "you", "me": "you", "my": "your", "mine": "yours", "myself": "yourself", "am": "are"}
_TO_THEM = {"i": "they", "me": "them", "my": "their", "mine": "theirs", "myself": "themself", "am": "are"}
_YOU_TO_THEM = {"you": "they", "your": "their", "yours": "theirs", "yourself": "themself"}
_AFTER_I = {"m": "re"}
_CONTRACTIONS = {"m": "are", "re": "are", "ve": "have", "ll": "will", "d": "would"}

_THIRD = {"be": "is", "am": "is", "are": "is", "were": "was", "have": "has", "do": "does", "go": "goes"} | {
    "don't": "doesn't",
    "haven't": "hasn't",
    "aren't": "isn't",
    "weren't": "wasn't",
}
_BASE = {third: base for base, third in _THIRD.items() if base not in ("be", "am")}
_UNCHANGED = word_set("""
    can could will would shall should may might must ought had did
""")
_PAST = word_set("""
    ate began bent bit blew bought broke brought built came caught chose dove drank drew drove fell felt
    fled flew forgot fought found froze gave got grew held hid kept knelt knew led left lent lit lost
    made met paid ran rode rose said sang sat saw sent shook shot slept slid snuck spent spoke stole
    stood struck stuck swam swore swung taught threw told took tore tried understood went woke won wore
    wrote
""")
_ED_VERBS = regex.compile(r"eed$|^(?:shed|wed|shred|embed|sled|bed)$")
_ING_VERBS = word_set("""
    bring cling ding fling king ping ring sing sling spring sting string swing wring
""")
_LINKED = regex.compile(rf"\b((?:and|then)\s+(?:[A-Za-z]+ly\s+)?)({_WORD})", regex.IGNORECASE)
_LINKED_VERBS = word_set("""
    approach ask avoid begin bring buy carry climb close come continue creep dig eat enter examine
    explore find follow get give go grab grow hear hurl ignore inspect jump keep kill kneel leap leave
    listen lose make open pray pull push put read remove reply run say scream see sell shoot shut sing
    sit slip sneak speak stand start stay steal swim swing take talk tell thank think throw try unlock
    wait wake walk warn wear write yell look search
""")


def say(speech: str, name: str | None) -> str:
    """The line for speech; ``name`` is None for the only player."""
    speech = capitalized(ended(regex.sub(r"[\"“”„]", "'", speech)))
    return f'> You say "{speech}"' if name is None else f'> {name} says "{speech}"'


def do(text: str, name: str | None) -> str:
    """The line for an action; ``name`` is None for the only player."""
    opening = _FIRST_WORD.match(text)
    if opening and asks(text) and _plain(opening.group()) in _QUESTION_WORDS:
        wondered = f'"{capitalized(text.replace(chr(34), chr(39)))}"'
        return f"> You wonder {wondered}" if name is None else f"> {name} wonders {wondered}"
    text = ended(text)
    if not opening or _plain(opening.group()) in _OTHER_SUBJECTS or _LONE.fullmatch(text):
        return f"> {name or 'You'}: {text}"
    subject, text = _without_subject(uncapitalized(text), name)
    text = uncapitalized(text)
    if name is None:
        return f"> You {outside_quotations(_at_verb(text, _second_person), _reworder(_TO_YOU))}"
    words = _TO_THEM | _YOU_TO_THEM if subject == "you" else _TO_THEM
    text = outside_quotations(_at_verb(text, _third_person), _linked_verbs)
    return f"> {name} {outside_quotations(text, _reworder(words))}"


def _plain(word: str) -> str:
    return word.lower().replace("’", "'")


def _without_subject(text: str, name: str | None) -> tuple[str, str]:
    """Who acts, as the player wrote it ("i", "you", their name or ""), and the rest of the clause."""
    own = regex.escape(name) if name else "(?!)"
    match = regex.match(rf"(?:(i|you)(?:\s+|['’](m|re|ve|ll|d)\s+)|{own}\s+)(?=\S)", text, regex.IGNORECASE)
    if match is None:
        return "", text
    verb = f"{_CONTRACTIONS[match[2].lower()]} " if match[2] else ""
    return (match[1] or "").lower(), verb + text[match.end() :]


def _at_verb(text: str, change: Callable[[str], str]) -> str:
    """Change the verb of a clause without subject; adverbs may stand before it."""
    for match in regex.finditer(_WORD, text):
        word = _plain(match.group())
        gap = text[match.end() :]
        is_adverb = word in _ADVERBS or (word.endswith("ly") and word not in _NO_ADVERBS)
        if is_adverb and regex.match(r",?\s+[A-Za-z]", gap):
            continue  # "quietly open the door"
        if is_adverb:
            break
        return text[: match.start()] + change(match.group()) + gap
    return text


def _is_third(verb: str) -> bool:
    return verb in _BASE or (
        len(verb) > 3 and verb.endswith("s") and not verb.endswith(("ss", "us", "as", "is"))
    )


def _is_ing(verb: str) -> bool:
    return verb.endswith("ing") and verb not in _ING_VERBS


def _second_person(verb: str) -> str:
    plain = _plain(verb)
    if _is_ing(plain):
        return f"are {verb}"
    if plain in ("am", "be"):
        return "are"
    if plain in _BASE:
        return _BASE[plain]
    if not _is_third(plain):
        return verb
    if plain.endswith("ies") and len(plain) > 4:
        return f"{verb[:-3]}y"
    return verb[:-2] if plain.endswith(("ches", "shes", "sses", "xes", "zzes", "oes")) else verb[:-1]


def _third_person(verb: str) -> str:
    plain = _plain(verb)
    if _is_ing(plain):
        return f"is {verb}"
    if plain in _THIRD:
        return _THIRD[plain]
    is_past = plain in _PAST or (plain.endswith("ed") and not _ED_VERBS.search(plain))
    if is_past or plain in _UNCHANGED or "'" in plain or _is_third(plain):
        return verb
    if plain.endswith(("s", "x", "z", "ch", "sh", "o")):
        return f"{verb}es"
    if plain.endswith("y") and plain[-2:-1] not in ("a", "e", "i", "o", "u", ""):
        return f"{verb[:-1]}ies"
    return f"{verb}s"


def _linked_verbs(text: str) -> str:
    """The verbs after "and" and "then": only those that nobody takes for a noun ("food and drink")."""
    return _LINKED.sub(
        lambda match: match[1] + (_third_person(match[2]) if match[2].lower() in _LINKED_VERBS else match[2]),
        text,
    )


def _reworder(words: Mapping[str, str]) -> Callable[[str], str]:
    """Puts the first person's pronouns, and the verbs that go with "I", into another person."""

    def reword(text: str) -> str:
        def other(match: regex.Match[str]) -> str:
            word = _plain(match.group())
            if word not in words and word.startswith("i'"):
                new = f"{words['i']}{match.group()[1]}{_AFTER_I.get(word[2:], word[2:])}"
            elif regex.fullmatch(r"i\s+was", word):
                new = f"{words['i']} were"
            elif word == "you" and word in words and regex.match(r"\s*(?:[.,;:!?]|$)", text[match.end() :]):
                new = "them"
            elif word in words:
                new = words[word]
            else:
                return match.group()
            # "I" is always large: only its place tells whether the word that stands for it is, too.
            before = text[: match.start()].rstrip(" ")
            starts = (
                before.endswith((".", "!", "?", "…", "\n")) if word[0] == "i" else match.group()[0].isupper()
            )
            return capitalized(new) if starts else new

        return regex.sub(rf"\bi\s+was\b|{_WORD}", other, text, flags=regex.IGNORECASE)

    return reword
