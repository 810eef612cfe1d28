"""Views with many rows as JSON: a store gives rows as bytes, and they go out as they are."""

from collections.abc import Iterator, Mapping

import orjson

from liveapps.blocks.base import Model

from .views import PanelView, RowsPage


def page_json(page: RowsPage, rows: list[bytes]) -> bytes:
    """A page that was made without its rows, with them."""
    return b"".join(_with_rows(page, b",".join(rows)))


def panel_json(view: PanelView, rows: Mapping[str, bytes]) -> bytes:
    """A panel that was made without its rows, with those of each inline collection, commas between them."""
    # Joined once at the end: each further copy of a large panel would cost as much as reading it.
    parts = [orjson.dumps(view.model_dump(mode="json", exclude={"collections"}))[:-1], b',"collections":{']
    for number, (name, one) in enumerate(view.collections.items()):
        parts += [b"," if number else b"", orjson.dumps(name), b":"]
        parts += _with_rows(one, rows[name]) if name in rows else [one.model_dump_json().encode()]
    return b"".join([*parts, b"}}"])


def _with_rows(view: Model, rows: bytes) -> Iterator[bytes]:
    yield orjson.dumps(view.model_dump(mode="json", exclude={"rows"}))[:-1]
    yield b',"rows":['
    yield rows
    yield b"]}"
