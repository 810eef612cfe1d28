"""The numbers a panel may reach. Over a limit a write is refused whole; nothing is cut silently."""

from liveapps.blocks.base import Model

from .errors import Refusal


class Limits(Model):
    inline_rows: int = 2_000
    table_rows: int = 20_000
    panels_per_agent: int = 50

    def rows(self, mode: str) -> int:
        return self.inline_rows if mode == "inline" else self.table_rows


def rows_over_limit(collection: str, mode: str, count: int, limit: int) -> Refusal:
    way_out = (
        'Store the rows as "table" (up to the larger limit), or send fewer rows.'
        if mode == "inline"
        else "Send fewer rows, or split them over two collections."
    )
    return Refusal(
        "rows_limit",
        f'Collection "{collection}" would have {count} rows; the limit for {mode} rows is {limit}.',
        way_out,
        collection=collection,
        count=count,
        limit=limit,
        mode=mode,
    )
