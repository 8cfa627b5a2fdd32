"""What a model wrote, made fit for a story. Pure, and the same for every language and script."""

from __future__ import annotations

import regex

from bot.story.words import SENTENCE_END, visible

_KEPT = regex.compile(r"[\s\u200e\u200f\u061c]")  # space, and the marks that order Arabic and Latin in a line
_NEWLINE = regex.compile(r"\r\n?|[\v\f\x85\u2028\u2029]")
_BLANK_LINES = regex.compile(r"[ \t]*\n(?:[ \t]*\n)+")
_ROLE = regex.compile(
    r"[*_]*(?:narrator|storyteller|assistant|рассказчик|ассистент|الراوي|المساعد)[*_]*[ \t]*[:：][*_]*\s*",
    regex.IGNORECASE,
)
_CLOSED = regex.compile(r"[.!?…؟۔。！？\p{Pe}\p{Pf}\"']$")


def finish(text: str, *, cut: bool = False, action: str = "") -> str:
    """The answer as it enters the story; empty when nothing in it can be seen.

    Characters that show nothing are dropped, unless they belong to one that does (an emoji's joiner,
    a Persian non-joiner). So are the narrator's own name in front, an echo of the player's
    ``action`` (with or without its ``> ``) and more than one blank line. ``cut``: the answer ended
    because its tokens were used up; it is shortened to its last whole sentence, if it has one.
    """
    text = _NEWLINE.sub("\n", text)
    text = "".join(_shown(cluster) for cluster in regex.findall(r"\X", text)).strip()
    text = _ROLE.sub("", text, count=1) if _ROLE.match(text) else text
    text = _without_echo(text, action)
    text = _BLANK_LINES.sub("\n\n", text)
    if cut:
        ends = [match.end() for match in SENTENCE_END.finditer(text)]
        text = text[: ends[-1]] if ends else text
    return text.strip() if visible(text) else ""


def _shown(cluster: str) -> str:
    """The cluster, or what remains of one that shows nothing."""
    if visible(cluster):
        return cluster
    return cluster[0] if _KEPT.match(cluster) else ""


def _without_echo(text: str, action: str) -> str:
    bare = action.strip().removeprefix(">").strip()
    if not bare:
        return text
    # An action without a full stop may be the beginning of a longer sentence of the narrator's.
    end = r"(?=\s|$)" if _CLOSED.search(bare) else r"[.!?…]*[ \t]*(?=\n|$)"
    echo = regex.match(rf"(?:>\s*)?{regex.escape(bare)}{end}\s*", text, regex.IGNORECASE)
    return text[echo.end() :] if echo else text
