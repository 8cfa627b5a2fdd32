"""Corrections in Russian: «у Миры зелёные глаза, а не голубые», «меч Энцо — „Рассвет“»."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence

import regex

from bot.canon.grammar import Contrast, Statement
from bot.canon.text import alike, loose, trimmed
from bot.story.words import uncapitalized, word_set

narration = "повествование"

strong = loose(
    r"(?:(?:маленькая |небольшая |важная |ещё одна |одна )*(?:поправка|корректировка|ошибка|уточнение"
    r"|исправление|замечание|канон|факт|заметка|напоминание|важно|неверно|неправильно)(?: для рассказчика"
    r"| рассказчику| ведущему| для ведущего| мастеру| для мастера)?(?=\s*[:,;.!—–-])"
    r"|(?:пожалуйста,? )?(?:запомни|запомните|запиши|запишите|учти|учтите|имей в виду|имейте в виду"
    r"|помни|помните|заметь|заметьте|исправь|исправьте|поправь|поправьте|знай|знайте"
    r"|не забудь|не забудьте|не забывай|не забывайте|обрати внимание|обратите внимание|отметь|отметьте"
    r"|поправлю|ты ошибся|ты ошиблась|вы ошиблись|ты перепутал|ты перепутала|вы перепутали|ошибочка|это"
    r" ошибка|это неверно|это не так|всё не так|прошу запомнить|прошу учесть|прошу исправить|на заметку"
    r"|хочу (?:поправить|исправить|уточнить)|давай исправим|давайте исправим)(?=\s*[:,;.!—–-]| что\b))"
)
weak = loose(
    r"(?:пожалуйста|поверь мне|поверьте мне|честно|(?:а?ха)+х?|лол|ой|ах|ну да|нет|неа|стой|стойте|погоди"
    r"|погодите|подожди|подождите|эй|привет|рассказчик|ведущий"
    r"|мастер|на самом деле|вообще-то|вообще|кстати|извини|извините|прости|простите"
    r"|так вот|прошу|прошу вас|прошу тебя|будь добр|будь добра|будьте добры|будь любезен|если можно|ну"
    r"|давай|давайте|мне кажется|я думаю|думаю|по-моему|кажется|итак|ещё|еще|ок|хорошо|ладно|оос|нрп"
    r"|запомни|запомните|учти|учтите|имей в виду|имейте в виду|помни|помните|и|а|но|же|что|раз|вот"
    r"|между прочим|сделай так|сделай|сделайте|сделайте так|чтобы"
    r"|пусть|знай|должно быть так|должно быть(?=\s*[:,—–])|правильно"
    r" так|правильно"
    r"|верно так"
    r"|(?:не )?(?:мог|могла|могли|можешь|можете)(?: бы)?(?: ты| вы)?(?: пожалуйста)?,? (?:запомнить"
    r"|учесть|исправить|поправить)|можно(?: ли)?,? (?:запомнить|учесть|исправить|поправить"
    r"|считать)|не могл?и? бы|теперь|именно|для ясности|к слову)"
)
tail = loose(
    r"(?:пожалуйста|спасибо|прошу|благодарю|ок|хорошо|кстати|ладно|если можно|как я и говорил|как я и"
    r" говорила|с самого начала|запомни|запомните|учти|учтите)"
)
polite = loose(
    r"можно(?= запомнить| учесть| исправить| считать| поправить)|(?:не )?(?:мог|могла|могли|можешь"
    r"|можете)(?: бы)?"
)
uncertain = loose(
    r"(?:может|может быть|возможно|а что если|а что, если|что если|что, если|если|хорошо бы|интересно"
    r"|разве|неужели|какие|какой|какая|какое|кто|где|когда|почему|зачем|как|предположим|представь"
    r"|допустим|было бы|наверное|вроде)"
)

guess = loose(
    r"(?:мне кажется|кажется|я думаю|думаю|по-моему|я считаю|вроде бы|если не ошибаюсь|я уверена?|полагаю)"
)
beside = loose(
    r"(?:^игро(?:к|ки|ка|ков|ку)|минут\p{L}*|часов|интернет\p{L}*|связь|микрофон\p{L}*|ноутбук\p{L}*"
    r"|созвон\p{L}*"
    r"|сесси\p{L}+|экзамен\p{L}*|дискорд\p{L}*|(?:^|сейчас )ход|(?:не|чем|как|для) (?:у )?(?:я|мой|моя"
    r"|моё|мои|мне"
    r"|меня|нам|нас|тебе|тебя)|мы|нам|опаздыва\p{L}+|опозда\p{L}+)"
)
passing = loose(r"(?:сегодня|завтра|вчера|на (?:этой|следующей|прошлой) неделе|в последнее время)")

pronoun = loose(r"(?:у неё|у нее|у него|у них|её|ее|его|их|она|он|оно|они|это)")

_DASH = r"\s*(?:—|–|\s-|:|=)\s*"
_SOFT = r"(?:вовсе |никогда |ничуть |совсем |уже |больше |никак |всё-таки |отнюдь |ни в коем случае )*"
_NOT_BUT = regex.compile(
    rf"^(?P<head>.*?)(?<!\p{{L}}){_SOFT}не (?:(?:был[аои]?|явля[ею]тся)\s+)?(?P<old>.+?)(?:[,;—–]?\s+(?:а"
    rf"|но|—"
    rf"|–)|[,;—–-]\s*(?:они|она|он|оно|это|у не[ёе]|у него)(?:\s+[—–-])?)\s+(?P<new>(?!не(?!\p{{L}})).+)$",
    regex.IGNORECASE,
)
_NOT = regex.compile(
    rf"^(?P<head>.+?)(?P<gap>[\s,;.(—–-]+)(?:а |и |но )?{_SOFT}не (?P<old>[^()]+?)\)?$", regex.IGNORECASE
)
_INSTEAD = regex.compile(r"^(?P<head>.+?)[\s,;(—–-]+(?:вместо|взамен) (?P<old>[^()]+?)\)?$", regex.IGNORECASE)
_INSTEAD_FIRST = regex.compile(
    r"^(?P<head>.*?)вместо (?P<old>(?:.+?)(?=,|\s—|\s–)|(?:\p{L}+(?:ого|его|ой|ей|ых|их)\s)*\p{L}+)"
    r"(?:,|\s—|\s–|(?=\s))\s*(?P<new>.+)$",
    regex.IGNORECASE,
)
_SAID = regex.compile(
    r"^(?:ты|вы) (?:написала?|сказала?|написали|сказали|пишешь|пишете|говоришь|говорите|назвала?"
    r"|назвали)(?:,)? что (?P<head>.+?) (?P<old>\S+)[,;.—–-]*\s+(?:но|а|однако)\s+(?:на самом деле"
    r" )?(?:они|она|он|оно|это)?\s*(?P<new>.+)$",
    regex.IGNORECASE,
)
_CHANGE = regex.compile(
    r"^(?:измени|измените|поменяй|поменяйте|смени|смените|исправь|исправьте) (?P<what>.+?) с"
    r" (?P<old>.+?) на (?P<new>.+)$",
    regex.IGNORECASE,
)
_LINK = (
    r"(?:(?:это|является|являются|был|была|было|были|будет|будут|должен быть|должна быть|должно быть"
    r"|должны быть|теперь|на самом деле|вообще-то|всё-таки|всегда|именно|действительно"
    r"|сейчас)(?!\p{L})[\s,]*)"
)
_LINKS = regex.compile(rf"(?<!\p{{L}}){_LINK}+", regex.IGNORECASE)
_ADJECTIVE = regex.compile(
    r"^(?!(?:оружие|прозвище|гений|герой|покой|бой|рой|змей|музей|ремесло|дом|том|лом|гном|шлем|плащом"
    r"|мечом|огонь)$)(?!.*(?:[аеяо]ние|[аеио]тие|ствие|[аео]вие|[лрк]ие(?<!(?:кар|русск|жарк|крепк|мягк"
    r"|тонк|громк|редк|ярк|легк|лёгк|жестк|жёстк|коротк|узк|близк|мелк|дик|низк|высок|широк|глубок"
    r"|далёк|далек|бойк|звонк|ловк|робк|стойк|сладк|гладк|горьк)ие))$)"
    r"[\p{L}-]{1,}(?:ый|ий|ой|ая|яя|ое|ее|ые|ие|ого|его|ому|ему|ым|им|ую|юю|ых|их|ыми|ими)$",
    regex.IGNORECASE,
)
_POSSESSIVE = regex.compile(
    r"^(?:лис|волч|медвеж|олен|рыб|птич|заяч|баран|овеч|враж|бож|коз|собач|кошач|охотнич|казач|вдов"
    r"|девич|человеч"
    r"|коров|тюлен|соболь|верблюж|трет|ворон|мыш|бараш)(?:ий|ья|ье|ьи|ьего|ьей|ьим|ьими|ьих|ью)$",
    regex.IGNORECASE,
)
_NUMBER = regex.compile(
    r"^(?:\d+|од(?:ин|на|но)|дв[ае]|три|четыре|пять|шесть|семь|восемь|девять|десять|\p{L}+надцать"
    r"|двадцать|тридцать|сорок|\p{L}+десят|девяносто|сто|двести|тысяча|двое|трое|четверо|несколько"
    r"|много)$",
    regex.IGNORECASE,
)
_YEARS = regex.compile(r"^(?:лет|года?|годик\p{L}*)$", regex.IGNORECASE)
_NUMERIC_AGE = regex.compile(r"(?<!\p{L})(?:лет|года?|годик\p{L}*)(?!\p{L})", regex.IGNORECASE)
_DEGREE = word_set(
    """
    очень совсем слегка чуть довольно весьма почти ярко тёмно темно светло бледно
    """
)
_PREPOSITIONS = word_set(
    """
    на в во из с со под над за у по через вокруг около возле от до для без между о об
    """
)
_GENITIVE_ADJECTIVE = regex.compile(r"(?:ого|его|ой|ей|ых|их)$")
_PRONOUNS = word_set(
    """
    я мы ты вы он она оно они меня мне нас нам тебя тебе вас вам его её ее их ему ей им мой моя моё
    мои твой твоя наш наша ваш это этот эта эти то кто что все всё никто него неё нее них здесь там тут
    мною моего моей моих
    """
)
_TABLE_TALK = word_set(
    "сессия игра встреча созвон стрим интернет связь микрофон ужин обед дискорд бот сервер телефон поезд"
)
_TITLES = word_set(
    """
    капитан король королева лорд леди принц принцесса сэр барон баронесса граф графиня князь княгиня
    княжна царь царица мастер доктор брат сестра отец мать тётя дядя господин госпожа рыцарь маг колдун
    колдунья старый старая юный юная дед бабушка сотник жрец жрица боярин воевода атаман шаман
    """
)
_VERBS = {
    "одежда": r"носит|носила?|надевает|одета? в|одет в|ходит в",
    "оружие": r"владеет|сражается|дер[её]тся|вооруж[её]н|вооружена|орудует|бь[её]тся|использует",
    "дом": r"жив[её]т(?= в| на| под| у| за)|жила?(?= в| на| под| у| за)|родом(?= из| с)|обитает(?= в| на)"
    r"|происходит(?= из)|приехала?(?= из| с)",
    "место": r"стоит|стоят|находится|находятся|располож\p{L}+|лежит",
    "имя": r"зовут|называют|зов[её]тся|называется|именуют|кличут|носит имя",
    "страх": r"боится|опасается|страшится",
    "любимое": r"любит|обожает|предпочитает",
    "нелюбимое": r"ненавидит|не любит|терпеть не может",
    "скакун": r"ездит(?= на)|скачет(?= на)|ездит верхом(?= на)",
    "ремесло": r"работает|служит(?! у)|трудится|зарабатывает",
    "язык": r"говорит(?= на| по)",
    "вещь": r"держит|нос[ия]т с собой|хранит|имеет|прячет",
    "еда": r"ест|пь[её]т",
    "умение": r"умеет|играет(?= на)|изучает|преподаёт",
}
_VERB = tuple(
    (
        attribute,
        regex.compile(rf"^(?:(?P<subject>.+?) )?(?:{verbs})(?!\p{{L}}) ?(?P<object>.*)$", regex.IGNORECASE),
    )
    for attribute, verbs in _VERBS.items()
)
_OBLIQUE = {"имя"}
"""Verbs before which the subject stands in the accusative."""
_IRREGULAR = {
    "льва": "Лев",
    "льву": "Лев",
    "павла": "Павел",
    "павлу": "Павел",
    "петра": "Пётр",
    "петру": "Пётр",
    "марка": "Марк",
    "любови": "Любовь",
    "отца": "отец",
    "матери": "мать",
    "дочери": "дочь",
}

_WISH = loose(
    r"(?:я (?:бы )?(?:предпочита\p{L}+|предпоч[её]л\p{L}*|хо(?:чу|тел|тела)(?: бы)?|люблю|не люблю"
    r"|ненавижу|хочу)|мне (?:больше |очень |не )*(?:нрав\p{L}+|хотелось бы|нужн\p{L}+|по душе)"
    r"|предпочитаю|люблю|не люблю|хочу|хотелось бы|хотел\p{L}* бы|моё предпочтение)"
)
_TELLER = loose(
    r"(?:всегда |никогда |пожалуйста |не |больше не |старайся |старайтесь |давай |давайте |постарайся "
    r"|избегай |избегайте )*"
    r"(?:пиши\p{L}*|опис\p{L}+|рассказывай\p{L}*|используй\p{L}*|избегай\p{L}*|говори\p{L}*|веди\p{L}*"
    r"|делай\p{L}*|употребляй\p{L}*|добавляй\p{L}*|заканчивай\p{L}*|начинай\p{L}*"
    r"|обращай\p{L}* ко мне|называй\p{L}*|сокращай\p{L}*|пропускай\p{L}*|показывай\p{L}*|упоминай\p{L}*"
    r"|повторяй\p{L}*|описывать|писать|меньше|больше|поменьше|побольше|покороче|подлиннее|короче"
    r"|длиннее|без)"
)


def contrast(sentence: str) -> Contrast:
    """Take «а не голубые», «не голубые, а …», «вместо голубых» out of the sentence."""
    if found := _SAID.match(sentence):
        return Contrast(f"{found['head']} {found['new']}", found["old"])
    if found := _CHANGE.match(sentence):
        thing, _, rest = found["what"].partition(" ")
        return Contrast(f"{_base(thing, 'acc')} {rest} — {found['new']}", found["old"])
    if found := _NOT_BUT.match(sentence):
        head, old, new = found["head"].strip(" ,"), found["old"], found["new"]
        # «у Миры не голубые глаза, а зелёные»: the noun stands with what is wrong.
        words = old.split()
        if len(words) > 1 and _YEARS.match(words[-1]) and _NUMBER.match(new.split()[-1]):
            return Contrast(f"{head} {new} {words[-1]}", old)
        if (
            len(words) > 1
            and _adjectival(words[0])
            and not _adjectival(words[-1])
            and all(_adjectival(word) for word in new.split())
        ):
            return Contrast(f"{head} {new} {words[-1]}", " ".join(words[:-1]))
        return Contrast(f"{head} {new}".strip(), old)
    if (found := _INSTEAD_FIRST.match(sentence)) and regex.fullmatch(
        r"[Уу] \p{L}+(?: \p{Lu}\p{L}*)?", found["head"].strip()
    ):  # «у Миры вместо кинжала топор»
        return Contrast(f"{found['head']}{found['new']}", found["old"])
    if found := _INSTEAD.match(sentence):
        return Contrast(found["head"], found["old"])
    if found := _INSTEAD_FIRST.match(sentence):
        return Contrast(f"{found['head']}{found['new']}", found["old"])
    if found := _NOT.match(sentence):
        plain = found["gap"].strip() in ("", "—", "–", "-") and not regex.search(
            r"(?:а|и|но) +(?:\p{L}+ )?не ", sentence[found.end("head") :]
        )
        parsed = plain and len(found["head"].split()) < (4 if found["head"].lower().startswith("у ") else 3)
        return Contrast(found["head"], found["old"], denied=parsed)
    return Contrast(sentence)


def statement(sentence: str, old: str, names: Collection[str]) -> Statement | None:
    """Who, what and how."""
    sentence = sentence.strip(" .,;!—–-")
    found = _parse(_LINKS.sub(_link, sentence), old, names)
    if found is None or not found.subject or not trimmed(found.value):
        return None
    words = found.subject.split()
    if words[0].lower() in _PRONOUNS or len(words) > 5:
        return None
    return Statement(
        trimmed(found.subject),
        uncapitalized(trimmed(found.attribute)),
        trimmed(found.value),
        found.loose,
        sentence,
    )


_TWO_THINGS = regex.compile(
    r"^(?P<thing>\p{L}+) (?P<name>\p{Lu}\p{L}+) (?P<one>\p{L}+)(?:,? (?:а|и)"
    r"|,) (?P<another>\p{Ll}+) (?P<other>\p{L}+)$"
)
_BOTH = regex.compile(r"^[Уу] (?P<one>\p{Lu}\p{L}+) и (?:у )?(?P<other>\p{Lu}\p{L}+) (?P<rest>\p{Ll}.+)$")


def bare(sentence: str, names: Collection[str]) -> Statement | None:
    """«Борислав хромает»."""
    words = sentence.strip(" .,;!—–-").split()
    end = 0
    while end < len(words) and words[end][:1].isupper():
        end += 1
    if not 0 < end < len(words) or words[0].lower() in _PRONOUNS | _PREPOSITIONS or words[end] in "—–-":
        return None
    return Statement(
        _nominative(words[:end], "nom", names), "", " ".join(words[end:]), loose=True, sentence=sentence
    )


def several(sentence: str) -> Sequence[str]:
    """«У Миры рыжие волосы и зелёные глаза»."""
    sentence = sentence.strip(" .,;!—–-")
    words = sentence.split()
    if found := _TWO_THINGS.match(sentence):  # «глаза Миры серые, а волосы рыжие»
        if all(map(_adjectival, (found["one"], found["other"]))) and not _adjectival(found["another"]):
            name = found["name"]
            return [f"{found['thing']} {name} {found['one']}", f"{found['another']} {name} {found['other']}"]
        return [sentence]
    if len(words) < 5 or words[0].lower() != "у":
        return [sentence]
    if both := _BOTH.match(sentence):  # «у Миры и Орло рыжие волосы»
        return [f"у {both['one']} {both['rest']}", f"у {both['other']} {both['rest']}"]
    name, rest = _taken(words[1:], ())
    things = regex.split(r",\s+(?:и\s+|а\s+)?|\s+и\s+", rest)
    if not all(_described(thing.split()) for thing in things):
        return [sentence]
    return [f"у {' '.join(name)} {thing}" for thing in things]


def _described(words: list[str]) -> bool:
    """Whether it is a thing with its description: «рыжие волосы», «глаза зелёные»."""
    return 1 < len(words) < 5 and sum(not _adjectival(word) for word in words) == 1


def _link(found: regex.Match[str]) -> str:
    copula = regex.search(r"это|явля|был|буд|долж", found.group(), regex.IGNORECASE)
    return (
        " — "
        if copula and not regex.search(r"[—–:]\s*$", found.string[: found.start()]) and found.start()
        else " "
    )


def _parse(sentence: str, old: str, names: Collection[str]) -> Statement | None:
    sentence = " ".join(sentence.split())
    words = sentence.split()
    first = words[0].lower() if words else ""
    if len(words) < 2 or first in _PRONOUNS or words[1].lower() in _PRONOUNS or first in _TABLE_TALK:
        return None
    if first == "на" and len(words) > 3 and words[1].islower() and words[2][:1].isupper():
        return Statement(  # «на голове Лизы венок»
            _nominative(words[2:3], "gen", names), " ".join(words[:2]), " ".join(words[3:])
        )
    if first in ("у", "на", "при") and len(words) > 2 and "у" not in (word.lower() for word in words[1:]):
        name, rest = _taken(words[1:], names)
        return _had(_nominative(name, "gen" if first == "у" else "prep", names), rest, old)
    place = next((index for index, word in enumerate(words) if word.lower() == "у" and index), 0)
    if 0 < place < len(words) - 1 and not _verb_at(words[:place]):
        name, rest = _taken(words[place + 1 :], names)
        rest = regex.sub(rf"^{_DASH}", "", rest).strip()
        if not rest:  # «зелёные глаза у Миры»
            return _had(_nominative(name, "gen", names), " ".join(words[:place]), old)
        return Statement(_nominative(name, "gen", names), " ".join(words[:place]).strip(" ,"), rest)
    if (age := _aged(words, names)) is not None:
        return age
    parts = regex.split(r"\s+(?:—|–|-|=)\s+|\s*:\s+|\s+—|—\s+", sentence, maxsplit=1)
    if len(parts) == 2 and parts[1].strip():
        return _equated(parts[0].split(), parts[1], names)
    for attribute, pattern in _VERB:
        if (found := pattern.match(sentence)) and (
            done := _acting(found["subject"] or "", found["object"], attribute, old, names)
        ):
            return done
    return _juxtaposed(words, old, names)


def _had(subject: str, rest: str, old: str) -> Statement | None:
    """What somebody has: «зелёные глаза», «глаза зелёные», «шрам на щеке»."""
    rest = regex.sub(
        r"^(?:[—–-]\s*|есть|имеется|имеются|была?|были|будет)\s+", "", rest, flags=regex.IGNORECASE
    ).strip()
    parts = regex.split(r"\s+(?:—|–|-)\s+|:\s+", rest, maxsplit=1)
    if len(parts) == 2:
        return Statement(subject, parts[0], parts[1])
    words = rest.split()
    end = next(
        (index for index, word in enumerate(words) if word.lower() in _PREPOSITIONS and index), len(words)
    )
    near, place = words[:end], " ".join(words[end:])
    described = [
        index
        for index, word in enumerate(near)
        if _adjectival(word) or _NUMBER.match(word) or word.lower() in _DEGREE
    ]
    nouns = [word for index, word in enumerate(near) if index not in described]
    if near and _YEARS.match(near[-1]):
        return Statement(subject, "возраст", rest)
    if described and nouns and described[0] == 0:
        return Statement(
            subject, " ".join(nouns), f"{' '.join(near[index] for index in described)} {place}".strip()
        )
    if described and nouns:
        return Statement(subject, " ".join(near[: described[0]]), " ".join(words[described[0] :]))
    if len(near) > 1 and len(old.split()) == len(near) - 1:
        if _adjectival(old.split()[-1]):  # an adjective that only its opposite shows to be one
            return Statement(subject, near[-1], f"{' '.join(near[:-1])} {place}".strip())
        return Statement(subject, near[0], " ".join(words[1:]))
    if place and len(near) == 1:
        return Statement(subject, near[0], place)
    return Statement(subject, "", rest, loose=True) if rest else None


def _equated(left: list[str], value: str, names: Collection[str]) -> Statement | None:
    """«Меч Энцо — „Рассвет“», «Мира — кузнец»."""
    if not left:
        return None
    if len(left) == 1 or (known := _known(" ".join(left), names)):
        return Statement(
            known if len(left) > 1 and known else _nominative(left, "nom", names), "", value, loose=True
        )
    start = len(left) - 1
    while start > 1 and left[start - 1][:1].isupper():
        start -= 1
    # «Капитан Оттар», not «корабль Оттара».
    if left[0].lower() in _TITLES and not regex.search(r"[аяыиую]$", left[-1]):
        return Statement(" ".join(left), "", value, loose=True)
    if not left[start][:1].isupper() and start > 1 and _GENITIVE_ADJECTIVE.search(left[start - 1].lower()):
        start -= 1
    if start > 1 and left[start - 1].lower().rstrip("аяыи") in _TITLES:
        start -= 1
    return Statement(_nominative(left[start:], "gen", names), " ".join(left[:start]), value)


def _aged(words: list[str], names: Collection[str]) -> Statement | None:
    """«Мире тридцать лет»."""
    years = next((index for index, word in enumerate(words) if _YEARS.match(word)), 0)
    number = next((index for index, word in enumerate(words) if _NUMBER.match(word)), 0)
    if (
        years
        and 0 < number < years
        and words[0].lower() != "возраст"
        and years == len(words) - 1
        and "—" not in words
    ):
        return Statement(
            _nominative(words[:number], "dat", names),
            "возраст",
            " ".join(words[number:]),
            loose=not words[0][:1].isupper(),
        )
    if (
        years
        and 0 < number < years
        and len(words) == years + 1
        and "—" in words[:number]
        and words[0].lower() != "возраст"
        and words.index("—") == 1
    ):
        return Statement(
            _nominative(words[:1], "dat", names), "возраст", " ".join(words[number:]), loose=True
        )
    return None


def _acting(subject: str, thing: str, attribute: str, old: str, names: Collection[str]) -> Statement | None:
    if not subject:  # «зовут Миру Марта»
        name, thing = _taken(thing.split(), names)
        subject_words = name
    else:
        subject_words = subject.split()
    if not subject_words or not thing or len(subject_words) > 3:
        return None
    case = "acc" if attribute in _OBLIQUE and subject else "nom"
    if attribute in ("имя", "место") and len(subject_words) > 1 and _owned(subject_words):
        # «коня Эстора зовут Буран»: Estor's horse.
        return Statement(
            _nominative(subject_words[-1:], "gen", names), _nominative(subject_words[:-1], case, ()), thing
        )
    who = _nominative(subject_words, case, names)
    if attribute in ("одежда", "оружие", "вещь"):
        had = _had(who, thing, old)
        if had is not None and had.attribute:
            return had
    return Statement(who, attribute, thing, loose=True)


def _owned(words: list[str]) -> bool:
    """Whether it is a thing of somebody and not a title with a name: «меч Энцо», not «капитан Оттар»."""
    return words[-1][:1].isupper() and not (
        words[0].lower() in _TITLES and not regex.search(r"[аяыиую]$", words[-1])
    )


def _verb_at(words: list[str]) -> str | None:
    """The attribute of a verb at the end of the words: «Дом Миры стоит» у реки."""
    return next(
        (attribute for attribute, pattern in _VERB if words and pattern.match(f"- {words[-1]} у")), None
    )


def _juxtaposed(words: list[str], old: str, names: Collection[str]) -> Statement | None:
    """Without a dash: «глаза Миры зелёные», «Мира кузнец»."""
    for index in range(1, len(words) - 1):
        if words[index][:1].isupper() or _known(words[index], names):
            end = index + 1
            while end < len(words) - 1 and words[end][:1].isupper():
                end += 1
            if words[0].lower() in _TITLES and index == 1 and not regex.search(r"[аяыиую]$", words[index]):
                return (
                    Statement(" ".join(words[:end]), "", " ".join(words[end:]), loose=True) if old else None
                )
            return Statement(
                _nominative(words[index:end], "gen", names), " ".join(words[:index]), " ".join(words[end:])
            )
    size = len(old.split())
    if len(words) > 2 and size and len(words) - size == 2 and _adjectival(words[-1]):
        return Statement(_nominative(words[1:2], "gen", names), words[0], " ".join(words[2:]))
    if old and words[0][:1].isupper() and (len(words) == 2 or len(words) - size == 1):
        return Statement(_nominative(words[:1], "nom", names), "", " ".join(words[1:]), loose=True)
    return None


def _taken(words: list[str], names: Collection[str]) -> tuple[list[str], str]:
    """The name that the words begin with, and the rest."""
    if len(words) == 1:
        return words, ""
    end = 0
    if not words[0][:1].isupper():
        while end < len(words) - 2 and _GENITIVE_ADJECTIVE.search(words[end].lower()):
            end += 1
        end += 1
    while end < len(words) - 1 and words[end][:1].isupper():
        end += 1
        if end > 1 and _known(" ".join(words[: end - 1]), names) and not _known(" ".join(words[:end]), names):
            end -= 1
            break
    return words[:end], " ".join(words[end:])


def _known(name: str, names: Collection[str]) -> str | None:
    return next((known for known in names if alike(known, name)), None)


def _adjectival(word: str) -> bool:
    word = word.strip(',.«»"')
    return bool(_ADJECTIVE.match(word) or _POSSESSIVE.match(word))


def _nominative(words: list[str], case: str, names: Collection[str]) -> str:
    """The name as it stands in a dictionary; a known one as it is known."""
    name = " ".join(words)
    if case != "nom" and (known := _known(name, names)):
        return known
    if case == "nom":
        return _known(name, names) or name
    return " ".join(_base(word, case) for word in words)


def _base(word: str, case: str) -> str:
    lower = word.lower()
    if lower in _IRREGULAR:
        found = _IRREGULAR[lower]
        return found if word[:1].isupper() else found.lower()
    adjective = regex.search(r"(?:ого|его|ой|ей|ому|ему|ым|им)$", lower)
    if adjective and len(lower) > 4 and not word[:1].isupper():
        stem = word[: adjective.start()]
        ending = adjective.group()
        if ending in ("ой", "ей"):
            return stem + ("ая" if ending == "ой" else "яя")
        return stem + ("ий" if stem[-1:] in "гкхжшчщ" or ending in ("его", "ему") else "ый")
    return next(_candidates(word, case), word)


_MASCULINE = regex.compile(r"(?:слав|\p{L}{2}мир|бор|полк|ван|тор|ман|рик)$")
"""Names of men, which only the preposition tells from names of women: «на Святославе», «на Мире»."""


def _candidates(word: str, case: str) -> Iterator[str]:
    stem, last = word[:-1], word[-1:].lower()
    before = stem[-1:].lower()
    vowels = "аеёиоуыэюя"
    if case in ("gen", "acc") and last == "ы":
        yield stem + "а"
    elif case == "gen" and last == "и":
        if before in "гкхжшчщ":
            yield stem + "а"
        elif before == "у":
            return
        else:
            yield stem + "я"
    elif case in ("gen", "acc") and last == "а" and before and before not in vowels:
        yield stem
    elif case in ("gen", "acc") and last == "я":
        yield stem + ("й" if before in vowels else "ь")
    elif case == "acc" and last == "у" and before not in vowels:
        yield stem + "а"
    elif case == "acc" and last == "ю":
        yield stem + "я"
    elif case == "prep" and last == "е" and _MASCULINE.search(stem):
        yield stem
    elif case in ("dat", "prep") and last == "е" and len(word) > 3:
        yield stem + ("я" if before in "иьлн" and before in "иь" else "а")
    elif case in ("dat", "prep") and last == "и" and before == "и":
        yield stem + "я"
    elif case == "dat" and last == "у" and before not in vowels:
        yield stem
    elif case == "dat" and last == "ю":
        yield stem + ("й" if before in vowels else "ь")


def old_value(old: str, statement: Statement) -> str:
    """What was wrong, without the noun that the statement names."""
    words = trimmed(regex.sub(r"^(?:на|это)\s+", "", old) if statement.attribute == "" else old).split()
    if len(words) > 1 and statement.attribute and alike(words[-1], statement.attribute.split()[0]):
        words = words[:-1]
    return " ".join(words)


def preference(sentence: str) -> str | None:
    """What the player wishes, as it stands; None when it is no wish about the telling."""
    if _WISH.match(sentence) or _TELLER.match(sentence):
        return sentence.strip(" .,;!")
    return None
