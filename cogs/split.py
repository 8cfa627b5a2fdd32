"""Cut a long text into messages that Discord accepts (discord.md: content 2,000 characters)."""

from __future__ import annotations

import regex

MESSAGE_LIMIT = 2000
_FENCE_CLOSE = "\n```"
_WHOLE = regex.compile(r"<(?:@[!&]?|#|a?:\w+:|t:|/)[^<>\s]*>|\[[^\]\n]*\]\([^)\s]*\)|https?://\S+")
_FENCE = regex.compile(r"^```([\w+-]*)", regex.MULTILINE)
_CUTS = (
    regex.compile(r"\n\n+"),
    regex.compile(r"\n"),
    regex.compile(r"""(?<=[.!?…؟۔。！？]["”’»)\]]*)\s+|(?<=[。！？])"""),
    regex.compile(r"\s+"),
)


def units(text: str) -> int:
    """The length as Discord's own client counts it: UTF-16 code units."""
    return len(text) + sum(character > "\uffff" for character in text)


def split(text: str, limit: int = MESSAGE_LIMIT) -> list[str]:
    """Pieces of at most ``limit`` units, cut at a paragraph, line, sentence or word.

    Never inside a grapheme, a mention or a link (unless that alone is over the limit); a code fence that
    is cut is closed and opened again. Pieces without anything visible are left out.
    """
    pieces = []
    rest = text.strip()
    while units(rest) > limit:
        end = _cut(rest, limit - len(_FENCE_CLOSE))
        piece, rest = rest[:end].rstrip(), rest[end:].lstrip("\n ")
        fences = _FENCE.findall(piece)
        if len(fences) % 2:
            piece += _FENCE_CLOSE
            rest = f"```{fences[-1]}\n{rest}"
        pieces.append(piece)
    pieces.append(rest)
    return [piece for piece in pieces if piece.strip()]


def _cut(text: str, limit: int) -> int:
    """Where the first piece ends: at most ``limit`` units, at least one grapheme."""
    window = _prefix(text, limit)
    whole = [match.span() for match in _WHOLE.finditer(text) if match.start() < window]

    def inside(position: int) -> bool:
        return any(start < position < end for start, end in whole)

    for pattern in _CUTS:
        ends = [m.start() for m in pattern.finditer(text, 0, window) if not inside(m.start())]
        # A cut in the first third would leave a stub; the next kind of cut is better then.
        if ends and ends[-1] >= window // 3:
            return ends[-1]
    for start, _ in whole:
        if start and inside(window) and start >= window // 3:
            return start
    graphemes = [m.end() for m in regex.finditer(r"\X", text, endpos=window + 32) if m.end() <= window]
    return graphemes[-1] if graphemes else window


def _prefix(text: str, limit: int) -> int:
    used = 0
    for index, character in enumerate(text):
        used += 2 if character > "\uffff" else 1
        if used > limit:
            return index
    return len(text)
