"""What is told of a panel, cut to what may be told of it: the most useful first, and always with a denominator.

**Order.** Room is given first to the panel and the alerts that fire in it; then to the title, age, status and counts of
every list and block; only then to rows and contents. Of rows, those that need somebody (not confirmed) come first, the
others in the order of the panel. What is left of the budget is shared evenly between lists and blocks, and what one
does not need goes to those after it.

**Tokens** are estimated, as one for every four bytes of the text: about right for Portuguese and English, and the same
for whoever reads it.
"""

from collections.abc import Sequence
from dataclasses import dataclass

BYTES_PER_TOKEN = 4


def tokens_in(text: str) -> int:
    return -(-len(text.encode()) // BYTES_PER_TOKEN)


@dataclass(frozen=True)
class Part:
    """A list or a block. `head` is told before any of the `lines`; `above` stands before it (the tab it is in), and
    `columns` over the lines. A list has `total` rows; a block has none, and one line."""

    head: str
    above: str = ""
    columns: str = ""
    lines: Sequence[str] = ()
    total: int | None = None

    def frame(self, told: int) -> list[str]:
        count = "" if self.total is None else f"; {told} of {self.total} rows shown"
        return [line for line in (self.above, self.head + count, self.columns if told else "") if line]


def written(head: Sequence[str], parts: Sequence[Part], tokens: int) -> str:
    """The text, of no more than `tokens` as long as its head fits in them."""
    room = tokens * BYTES_PER_TOKEN - _size(head)
    framed = _framed(parts, room)
    if len(framed) < len(parts):
        room -= _size([_untold(len(parts))])
        framed = _framed(parts, room)
    left = room - sum(map(_frame_size, framed))
    lines = list(head)
    for place, part in enumerate(framed):
        body = _fitting(part, left // (len(framed) - place))
        left -= _size(body)
        lines += [*part.frame(len(body) if part.total is not None else 0), *body]
    if len(framed) < len(parts):
        lines.append(_untold(len(parts) - len(framed)))
    return "\n".join(lines)


def _framed(parts: Sequence[Part], room: int) -> Sequence[Part]:
    """The first of them whose frames fit."""
    for count, part in enumerate(parts):
        room -= _frame_size(part)
        if room < 0:
            return parts[:count]
    return parts


def _frame_size(part: Part) -> int:
    return _size(part.frame(part.total or 0))


def _untold(count: int) -> str:
    return f"Lists and blocks not told here: {count}."


def _fitting(part: Part, size: int) -> list[str]:
    if part.total is None:
        return [cut for line in part.lines if (cut := _beginning(line, size))]
    kept: list[str] = []
    for line in part.lines:
        size -= _size([line])
        if size < 0:
            break
        kept.append(line)
    return kept


def _beginning(text: str, size: int) -> str:
    """As much of the text as fits, and of how much that is the beginning; nothing where not even that fits."""
    if _size([text]) <= size:
        return text
    note = f" … (the beginning of {len(text)} characters)"
    room = size - _size([note])
    return text.encode()[:room].decode(errors="ignore") + note if room >= 0 else ""


def _size(lines: Sequence[str]) -> int:
    """In bytes, each line with the break after it."""
    return sum(len(line.encode()) + 1 for line in lines)
