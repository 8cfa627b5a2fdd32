"""Russian lines of the story: «открываю дверь» is ``> Ты открываешь дверь.`` or ``> Аш открывает дверь.``

Players write actions in every form: «открываю», «открыть», «открой», «открыл», «открывает». Regular verbs are
recognised by their endings, the others are in the table; whatever is not recognised keeps its form after
a colon. Words are only looked at where a verb must stand: nouns have the same endings.
"""

from __future__ import annotations

import regex

from bot.story.words import asks, capitalized, ended, in_guillemets, outside_quotations, uncapitalized

# First person, imperative, second person; "-" where the form is not used.
_TABLE = """
иду иди идёшь, пойду пойди пойдёшь, войду войди войдёшь, вхожу входи входишь, зайду зайди зайдёшь, захожу
заходи заходишь, выйду выйди выйдешь, выхожу выходи выходишь, уйду уйди уйдёшь, ухожу уходи уходишь, подойду
подойди подойдёшь, подхожу подходи подходишь, пройду пройди пройдёшь, прохожу проходи проходишь, перейду
перейди перейдёшь, перехожу переходи переходишь, отойду отойди отойдёшь, отхожу отходи отходишь, обойду
обойди обойдёшь, обхожу обходи обходишь, найду найди найдёшь, нахожу находи находишь, хожу ходи ходишь, еду
езжай едешь, бегу беги бежишь, побегу побеги побежишь, убегу убеги убежишь, лечу лети летишь, плыву плыви
плывёшь, ползу ползи ползёшь, лезу лезь лезешь, залезу залезь залезешь, беру бери берёшь, возьму возьми
возьмёшь, кладу клади кладёшь, положу положи положишь, несу неси несёшь, веду веди ведёшь, везу вези везёшь,
смотрю смотри смотришь, посмотрю посмотри посмотришь, осмотрю осмотри осмотришь, вижу - видишь, слышу -
слышишь, гляжу гляди глядишь, загляну загляни заглянешь, взгляну взгляни взглянешь, огляну огляни оглянешь,
ищу ищи ищешь, обыщу обыщи обыщешь, сижу сиди сидишь, сажу сади садишь, сяду сядь сядешь, стою стой стоишь,
встану встань встанешь, лежу лежи лежишь, ложу ложи ложишь, лягу ляг ляжешь, сплю спи спишь, говорю говори
говоришь, скажу скажи скажешь, спрошу спроси спросишь, кричу кричи кричишь, крикну крикни крикнешь, шепчу
шепчи шепчешь, молчу молчи молчишь, прошу проси просишь, зову зови зовёшь, пишу пиши пишешь, пою пой поёшь,
пью пей пьёшь, выпью выпей выпьешь, бью бей бьёшь, ударю ударь ударишь, ем ешь ешь, съем съешь съешь, стучу
стучи стучишь, держу держи держишь, тащу тащи тащишь, вытащу вытащи вытащишь, тяну тяни тянешь, потяну
потяни потянешь, толкну толкни толкнёшь, прыгну прыгни прыгнешь, брошу брось бросишь, режу режь режешь,
рублю руби рубишь, ловлю лови ловишь, схвачу схвати схватишь, хватаю хватай хватаешь, жду жди ждёшь, подожду
подожди подождёшь, верну верни вернёшь, поверну поверни повернёшь, прячу прячь прячешь, спрячу спрячь
спрячешь, зажгу зажги зажжёшь, открою открой откроешь, закрою закрой закроешь, жму жми жмёшь, нажму нажми
нажмёшь, убью убей убьёшь, разобью разбей разобьёшь, могу - можешь, хочу - хочешь, люблю - любишь, дам дай
дашь, отдам отдай отдашь, помогу помоги поможешь, начну начни начнёшь, остановлю останови остановишь,
готовлю готовь готовишь, выстрелю выстрели выстрелишь, целю цель целишь, подниму подними поднимешь, опущу
опусти опустишь, спущу спусти спустишь, спешу спеши спешишь, улыбну улыбни улыбнёшь, кину кинь кинешь, сниму
сними снимешь, надену надень наденешь, включу включи включишь, выключу выключи выключишь, благодарю
благодари благодаришь, даю давай даёшь, отдаю отдавай отдаёшь, передаю передавай передаёшь, продаю продавай
продаёшь, подаю подавай подаёшь, создаю создавай создаёшь, сдаю сдавай сдаёшь, встаю вставай встаёшь, достаю
доставай достаёшь, остаю оставай остаёшь, отстаю отставай отстаёшь, устаю - устаёшь, перестаю переставай
перестаёшь, узнаю узнавай узнаёшь, атакую атакуй атакуешь, рисую рисуй рисуешь, рискую рискуй рискуешь,
танцую танцуй танцуешь, использую используй используешь, исследую исследуй исследуешь, следую следуй
следуешь, пробую пробуй пробуешь, попробую попробуй попробуешь, целую целуй целуешь, чувствую - чувствуешь,
командую командуй командуешь, колдую колдуй колдуешь, торгую торгуй торгуешь
"""
_IRREGULAR_THIRD = {"ешь": "ест", "съешь": "съест", "дашь": "даст", "отдашь": "отдаст"}


def _third(second: str) -> str:
    """The third person of a second person: «идёшь», «идёт»."""
    root, reflexive = _root(second)
    third = _IRREGULAR_THIRD.get(root, f"{root[:-2]}т")
    return f"{third}ся" if reflexive else third


def _root(word: str) -> tuple[str, bool]:
    """The verb without its -ся or -сь, and whether it had one."""
    match = regex.fullmatch(r"(\w+)с[яь]", word)
    return (match[1], True) if match else (word, False)


_ROWS = [row.split() for row in _TABLE.split(",")]
_FROM_FIRST = {form: row[2] for row in _ROWS for form in row[:2] if form != "-"}
_FROM_THIRD = {_third(row[2]).replace("ё", "е"): row[2] for row in _ROWS}

_FIRST = regex.compile(r"(\w{2,}[аяе])ю|(\w{2,}[ая])й")
_SECOND = regex.compile(r"(?!лишь$)\w+[еёи]шь")
_PLURAL = regex.compile(r"(\w+[еёи])те")
_THIRD = regex.compile(r"\w+(?:[ауюя]е|ё)т")
_PAST = regex.compile(r"\w+[аеёиоуыэюя]ла?|\w*шла")
_INFINITIVE = regex.compile(
    r"(?!(?:есть|о?пять)$)(?:\w+(?:[аеёиоуыэюя]ть|[аеёзоу]сть|зть|[йд]ти|[аеёл][сз]ти)|\w*(?:лечь|[жб]ечь|мочь))"
)
_ADVERB = regex.compile(r"не|ещё|опять|затем|потом|теперь|сразу|вдруг|молча|очень|вновь|\w{3,}о")
_SUBJECT = regex.compile(r"(я|ты|вы)[\s,]+(?=\S)", regex.IGNORECASE)
_LINKED = regex.compile(
    r"((?:,?\s*\b(?:и|а|затем|потом)|,)\s+(?:затем\s+|потом\s+)?)(?:я\s+)?(\w+)", regex.IGNORECASE
)
_MINE = regex.compile(r"(?<!\w)м(?=о(?:й|я|[её]|и|его|ей|ему|ю|им|ими|[её]м|их)(?!\w))", regex.IGNORECASE)
_ME = {
    "меня": ("тебя", "себя"),
    "мне": ("тебе", "себе"),
    "мной": ("тобой", "собой"),
    "мною": ("тобою", "собою"),
}


def say(speech: str, name: str | None) -> str:
    """The line for speech; ``name`` is None for the only player."""
    return f"> {'Ты говоришь' if name is None else f'{name} говорит'}: {in_guillemets(speech)}"


def do(text: str, name: str | None) -> str:
    """The line for an action; ``name`` is None for the only player."""
    if asks(text):
        return f"> {'Ты думаешь' if name is None else f'{name} думает'}: {in_guillemets(text)}"
    text = ended(uncapitalized(text))
    subject = _SUBJECT.match(text)
    pronoun = subject[1].lower() if subject else ""
    clause = uncapitalized(text[subject.end() :]) if subject else text
    told = _told(clause, name is None, polite=pronoun == "вы")
    if told is not None:
        return f"> {name or 'Ты'} {told}"
    if name is None and pronoun == "ты":
        return f"> Ты {clause}"
    return f"> {name or 'Ты'}: {clause}"


def _told(clause: str, alone: bool, *, polite: bool) -> str | None:
    """The clause in the second person (alone) or the third; None when its verb is not recognised."""
    for index, match in enumerate(regex.finditer(r"\w+", clause)):
        word = match.group().lower()
        root, _ = _root(word)
        if _INFINITIVE.fullmatch(root):
            return _rest(f"{'решаешь' if alone else 'решает'} {clause}", alone)
        if _PAST.fullmatch(root):
            return _rest(clause, alone)
        second = _from_first(word)
        if second is not None and _is_request(root, clause):
            return None
        # After another word a third person has most likely its own subject: «окно открывается».
        second = second or _from_second(word, polite) or (None if index else _from_third(word))
        if second is not None:
            verb = second if alone else _third(second)
            return _rest(clause[: match.start()] + verb + clause[match.end() :], alone)
        if not _ADVERB.fullmatch(word):
            break
    return None


def _is_request(verb: str, clause: str) -> bool:
    """Whether an imperative speaks to somebody else: «дай мне меч»."""
    return (
        not verb.endswith(("ю", "у", "м")) and regex.search(r"\b(?:мне|меня)\b", clause.lower()) is not None
    )


def _from_first(word: str) -> str | None:
    """The second person of a first person or an imperative."""
    root, reflexive = _root(word)
    second = _FROM_FIRST.get(root)
    if second is None and (match := _FIRST.fullmatch(root)):
        second = f"{match[1] or match[2]}ешь"
    return f"{second}ся" if second and reflexive else second


def _from_second(word: str, polite: bool) -> str | None:
    """The word, when it is a second person; that of the plural when the subject was «вы»."""
    root, reflexive = _root(word)
    if _SECOND.fullmatch(root):
        return word
    match = _PLURAL.fullmatch(root) if polite else None
    return f"{match[1]}шь{'ся' if reflexive else ''}" if match else None


def _from_third(word: str) -> str | None:
    """The second person of a third person."""
    root, reflexive = _root(word)
    second = _FROM_THIRD.get(root.replace("ё", "е"))
    if second is None and _THIRD.fullmatch(root):
        second = f"{root[:-1]}шь"
    return f"{second}ся" if second and reflexive else second


def _rest(clause: str, alone: bool) -> str:
    """Verbs after "и" and the first person's pronouns, in the person of the clause."""

    def linked(match: regex.Match[str]) -> str:
        second = _from_first(match[2].lower())
        if second is None:
            return match.group()
        return match[1] + (second if alone else _third(second))

    def reword(text: str) -> str:
        text = _LINKED.sub(linked, text)
        text = _MINE.sub(lambda match: _cased("тв" if alone else "св", match.group()), text)
        return regex.sub(r"\w+", lambda match: _other(match.group(), alone), text)

    return outside_quotations(clause, reword)


def _other(word: str, alone: bool) -> str:
    forms = _ME.get(word.lower())
    return _cased(forms[not alone], word) if forms else word


def _cased(word: str, like: str) -> str:
    return capitalized(word) if like[0].isupper() else word
