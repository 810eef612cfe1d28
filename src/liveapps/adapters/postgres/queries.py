"""Loads `queries.sql`: each query there has a name and a sentence that says what it is for."""

import re
from importlib.resources import files

_NAMED = re.compile(r"^-- name: (\w+)\n((?:--.*\n)+)", re.MULTILINE)
_WRITES = re.compile(r"^(?:INSERT INTO|UPDATE|DELETE FROM) (\w+)")


def _load() -> dict[str, str]:
    text = files("liveapps.adapters.postgres").joinpath("queries.sql").read_text("utf-8")
    heads = list(_NAMED.finditer(text))
    ends = [head.start() for head in heads[1:]] + [len(text)]
    return {head.group(1): text[head.end() : end].strip().rstrip(";") for head, end in zip(heads, ends, strict=True)}


QUERIES = _load()
TABLES = {name: found[1] for name, query in QUERIES.items() if (found := _WRITES.match(query))}
"""The table that each query writes."""
