"""What the person is looking at, for the agent: the slice with its denominator, computed by the server."""

from datetime import date

from liveapps.blocks.base import RowsBlock
from liveapps.conversation.answers import Answer
from liveapps.panels.origin import Locale
from liveapps.panels.slicing import apply_slice, describe_slice
from liveapps.panels.values import show_value

ROWS_TOLD = 50
CHAT_ZONE = "America/Sao_Paulo"
"""Where "today" is for a chat, which has no template to say so."""


def looking_at(answers: list[Answer], *, locale: Locale, today: date, time_zone: str) -> str:
    """The newest answer with rows, if it is cut: how many of how many, how it is cut, and the rows left.

    Empty when nothing is cut: then the answer itself, in the thread, is what the person sees.
    """
    newest = next((one for one in reversed(answers) if isinstance(one.block, RowsBlock)), None)
    if newest is None or not newest.slice.cuts:
        return ""
    shown = apply_slice(newest.slice, newest.rows, newest.fields, today=today, time_zone=time_zone)
    said = describe_slice(newest.slice, newest.fields, locale=locale, time_zone=time_zone)
    head = f'The person is looking at {len(shown)} of {len(newest.rows)} rows of "{newest.block.title}" ({said}):'
    rows = [_line(newest, index, locale, time_zone) for index in shown[:ROWS_TOLD]]
    rest = [f"… and {len(shown) - ROWS_TOLD} more of these"] if len(shown) > ROWS_TOLD else []
    return "\n".join([head, *rows, *rest])


def _line(answer: Answer, index: int, locale: Locale, time_zone: str) -> str:
    row = answer.rows[index]
    shown = (show_value(one, row.get(one.id), locale=locale, time_zone=time_zone) for one in answer.fields)
    return " | ".join(" ".join(text.split())[:200] for text in shown)
