"""Cut a long text into messages that Discord accepts (discord.md: content 2,000 characters)."""

from __future__ import annotations

import regex

MESSAGE_LIMIT = 2000

_VISIBLE = regex.compile(r"[^\p{Z}\p{M}\p{Cc}\p{Cf}\p{Cs}\p{Co}\p{Default_Ignorable_Code_Point}\u2800\s]")
# Bounded, so that no text makes the search slow. A code fence's line belongs together, too.
_WHOLE = regex.compile(
    r"<(?:@[!&]?|#|a?:\w{1,32}:|t:|id:|/)[^<>\n]{1,100}>"
    r"|\[[^\]\n]{0,500}\]\([^)\s]{0,2000}\)"
    r"|https?://[^\s<>\u3000-\u303f\uff00-\uffef]+"
    r"|```(?:[A-Za-z0-9_+#.-]{1,30}\n)?"
)
_FENCE = regex.compile(r"```(?:([A-Za-z0-9_+#.-]{1,30})\n)?")
_FENCE_END = "\n```"
_OPENED_LAST = regex.compile(r"\s*```[A-Za-z0-9_+#.-]{0,30}\s*$")
_CUTS = (
    regex.compile(r"\n\s*\n"),
    regex.compile(r"\n"),
    regex.compile(r"""(?<=[.!?…؟۔。！？]["'”’»)\]]*)\s+|(?<=[。！？][」』”’）]*)(?![。！？」』”’）\s])"""),
    regex.compile(r"\s+"),
)
# A space that bears a combining mark is not white.
_SPACE = regex.compile(r"\s+(?!\p{GCB=Extend}|\p{GCB=SpacingMark}|\p{GCB=ZWJ})")


def units(text: str) -> int:
    """The length as Discord's own client counts it: UTF-16 code units."""
    return len(text) + sum(character > "\uffff" for character in text)


def is_visible(text: str) -> bool:
    """Whether a reader would see anything; Discord refuses messages in which there is nothing."""
    return _VISIBLE.search(text) is not None


def split(text: str, limit: int = MESSAGE_LIMIT) -> list[str]:
    """Pieces of at most ``limit`` units (at least 100), cut at a paragraph, line, sentence or word.

    Never inside a grapheme, a mention or a link (unless that alone is over the limit); a code fence that
    is cut is closed and opened again. Only white space at the cuts is lost, and pieces in which nothing
    can be seen.
    """
    pieces = []
    rest, fence = text.strip(), ""  # the line that opens the code block which was cut
    while units(fence + rest) + (units(_FENCE_END) if fence else 0) > limit:
        end = _cut(rest, limit - units(fence) - units(_FENCE_END))
        opened = _open_fence(fence + rest[:end])
        piece, rest = rest[:end].rstrip(), rest[end:]
        if opened and rest.lstrip().startswith("```"):
            # What is left of the block is its end.
            rest, opened, piece = rest.lstrip()[3:], "", f"{piece}{_FENCE_END}"
        elif opened and not fence and (empty := _OPENED_LAST.search(piece)):
            piece = piece[: empty.start()]
        elif opened:
            piece += _FENCE_END
        if is_visible(piece.removesuffix(_FENCE_END)):
            pieces.append(fence + piece)
        rest = rest.lstrip("\n") if opened else _without_leading_space(rest)
        fence = opened
    if is_visible(rest):
        pieces.append(fence + rest + (_FENCE_END if fence and _open_fence(fence + rest) else ""))
    return pieces


def _open_fence(text: str) -> str:
    """The line that opens the code block in which the text ends; empty outside of one."""
    fences = _FENCE.findall(text)
    return f"```{fences[-1]}\n" if len(fences) % 2 else ""


def _without_leading_space(text: str) -> str:
    space = _SPACE.match(text)
    return text[space.end() :] if space else text


def _cut(text: str, limit: int) -> int:
    """Where the first piece ends: at most ``limit`` units, at least one character."""
    window = _prefix(text, limit)
    spans = (match.span() for match in _WHOLE.finditer(text, endpos=window + limit))
    whole = [(start, end) for start, end in spans if start < window and units(text[start:end]) <= limit]
    # One character more shows whether a grapheme goes on behind the window.
    edges = {match.end() for match in regex.finditer(r"\X", text, endpos=window + 1)}

    def allowed(position: int) -> bool:
        return position in edges and not any(start < position < end for start, end in whole)

    for pattern in _CUTS:
        ends = [match.start() for match in pattern.finditer(text, endpos=window + 1)]
        for end in reversed(ends):
            # A cut in the first third would leave a stub; the next kind of cut is better then.
            if end < window // 3 or not end:
                break
            if end <= window and allowed(end):
                return end
    return next((edge for edge in sorted(edges, reverse=True) if edge <= window and allowed(edge)), window)


def _prefix(text: str, limit: int) -> int:
    """How many characters of the text are at most ``limit`` units."""
    used = 0
    for index, character in enumerate(text):
        used += 2 if character > "\uffff" else 1
        if used > limit:
            return index
    return len(text)
