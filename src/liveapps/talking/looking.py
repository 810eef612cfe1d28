"""What the person is looking at, for the agent: the cuts in force with their denominators, computed by the server.

Only what the server keeps counts, never what a client says of it. Rows and titles are data: they stand as JSON, a row
to a line, so that none can look like another line.
"""

import json
from collections.abc import Sequence
from datetime import date

from liveapps.blocks.base import RowsBlock
from liveapps.blocks.table import TableBlock
from liveapps.conversation.answers import Answer
from liveapps.panels.fields import Field
from liveapps.panels.origin import Locale
from liveapps.panels.slices import Slice
from liveapps.panels.slicing import apply_slice, describe_slice, groups_of
from liveapps.panels.values import show_value

ANSWERS_TOLD, ROWS_TOLD, GROUPS_TOLD, LETTERS_TOLD, LETTERS_OF_A_CELL = 3, 20, 20, 4_000, 120
CHAT_ZONE = "America/Sao_Paulo"
"""Where "today" is for a chat, which has no template to say so."""


def looking_at(answers: Sequence[Answer], *, locale: Locale, today: date, time_zone: str) -> str:
    """The answers that are cut, the newest first: how many of how many rows, how, and the first rows of the newest.

    Empty when nothing is cut: then the answers themselves, in the thread, are what the person sees.
    """
    views = [_View(one, locale, today, time_zone) for one in reversed(answers) if isinstance(one.block, RowsBlock)]
    changed = [view for view in views if view.looks != Slice()][:ANSWERS_TOLD]
    lines = [view.head() for view in changed]
    if changed:
        lines[1:1] = changed[0].groups() + changed[0].rows()
    return "\n".join(lines)


class _View:
    """One answer as it is on the screen: what its block leaves out by itself counts as much as what was clicked."""

    def __init__(self, answer: Answer, locale: Locale, today: date, time_zone: str) -> None:
        self._answer = answer
        self._locale: Locale = locale
        self._today = today
        self._zone = time_zone
        block = answer.block
        assert isinstance(block, RowsBlock)
        sort = answer.slice.sort or (block.sort if isinstance(block, TableBlock) else [])
        self.looks = answer.slice.model_copy(update={"where": [*block.where, *answer.slice.where], "sort": sort})
        self._shown = apply_slice(self.looks, answer.rows, answer.fields, today=today, time_zone=time_zone)

    def head(self) -> str:
        answer = self._answer
        said = describe_slice(self.looks, answer.fields, locale=self._locale, time_zone=self._zone)
        title = _on_one_line(answer.block.title)
        count = f"{len(self._shown)} of the {len(answer.rows)} rows of this answer"
        return f"The person is looking at {count} ({answer.id}, {title}): {_on_one_line(said)}"

    def groups(self) -> list[str]:
        answer = self._answer
        field = next((one for one in answer.fields if one.id == self.looks.group), None)
        if field is None:
            return []
        found = groups_of(self.looks, answer.rows, answer.fields, today=self._today, time_zone=self._zone)
        counts = [f"{_on_one_line(self._show(field, value))}: {count}" for value, count, _ in found[:GROUPS_TOLD]]
        return [f"{len(counts)} of its {len(found)} groups: {', '.join(counts)}"]

    def rows(self) -> list[str]:
        """As many as fit, and how many that are."""
        columns = self._columns()
        lines = [_on_one_line([field.title for field in columns])]
        left = LETTERS_TOLD - len(lines[0])
        for index in self._shown[:ROWS_TOLD]:
            row = self._answer.rows[index]
            line = _on_one_line([self._show(field, row.get(field.id))[:LETTERS_OF_A_CELL] for field in columns])
            left -= len(line)
            if left < 0:
                break
            lines.append(line)
        told = len(lines) - 1
        return [f"The first {told} of these {len(self._shown)}, in this order:", *lines] if told else []

    def _columns(self) -> list[Field]:
        """Those on the screen, in their order."""
        answer = self._answer
        known = {field.id: field for field in answer.fields}
        chosen = answer.block.columns if isinstance(answer.block, TableBlock) else []
        named = [known[name] for name in chosen if name in known] or answer.fields
        return [field for field in named if field.id not in self.looks.hidden]

    def _show(self, field: Field, value: object) -> str:
        return " ".join(show_value(field, value, locale=self._locale, time_zone=self._zone).split())


def _on_one_line(data: str | list[str]) -> str:
    return json.dumps(data, ensure_ascii=False)
