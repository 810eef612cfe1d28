"""What came of things, in words for a model: the house's own, and beside them the data they are about."""

import json
from collections.abc import Iterable, Sequence
from typing import Any

from liveapps.conversation.readings import Reading
from liveapps.panels.errors import Refusal
from liveapps.panels.receipts import Receipt
from liveapps.ports import Told

LETTERS = 12_000
"""How much data one answer of a tool may bring."""
IDS = 50


def refused(refusal: Refusal) -> Told:
    """The reason may quote what came from outside, so it is data."""
    facts = {name: fact for name, fact in refusal.facts.items() if fact not in ([], None)}
    reason = refusal.message if not facts else f"{refusal.message}\nfacts: {_json(facts)[:LETTERS]}"
    return Told(f"Refused ({refusal.code}). {refusal.next_step}", reason)


def table(columns: Sequence[str], rows: Iterable[Sequence[Any]], letters: int = LETTERS) -> tuple[str, int]:
    """A line of JSON for the columns and for each row that fits; and how many rows did."""
    lines, used, count = [_json(list(columns))], 0, 0
    for row in rows:
        line = _json(list(row))
        used += len(line)
        if used > letters and count:
            break
        lines.append(line)
        count += 1
    return "\n".join(lines), count


def told_reading(reading: Reading, heard: str) -> Told:
    """What a tool of a source answered: its rows as far as they fit, or the beginning of its text."""
    if reading.row_count is None:
        return Told("Done. What it answered follows." if heard else "Done. It answered nothing.", heard)
    columns = list(dict.fromkeys(name for row in reading.rows[:200] for name in row))
    text, shown = table(columns, ([row.get(name) for name in columns] for row in reading.rows))
    whole = f"{reading.row_count} rows"
    if reading.status == "partial":
        whole += f" (partial{f', {reading.declared} declared by the source' if reading.declared else ''})"
    follow = "all follow" if shown == reading.row_count else f"the first {shown} follow"
    return Told(
        f"Reading {reading.id}: {whole}; {follow}. To show them, call show_block with this reading; to send them to a "
        "panel, call ship_rows with it.",
        text,
    )


def told_receipt(receipt: Receipt) -> Told:
    parts = [
        _ids("added", receipt.added),
        _ids("changed", receipt.changed),
        f"unchanged: {receipt.unchanged}" if receipt.unchanged else "",
        _ids("in the trash, left there", receipt.in_trash),
        _ids("confirmed again", receipt.confirmed_again),
        _ids("missing from this complete list, marked and not deleted", receipt.unconfirmed),
        f"kept as suggestions, because a person's value stands: {len(receipt.suggestions)}"
        if receipt.suggestions
        else "",
        f"not applied: {len(receipt.refused)}; the reasons follow" if receipt.refused else "",
    ]
    done = "; ".join(part for part in parts if part) or "nothing to change"
    replayed = " This write had been made before." if receipt.replayed else ""
    refused_values = "\n".join(f"{one.row} {one.field}: {one.code}: {one.message}" for one in receipt.refused[:IDS])
    reason = "\n".join(part for part in (receipt.note or "", refused_values) if part)
    return Told(f"Done in panel {receipt.panel}, now version {receipt.version}: {done}.{replayed}", reason)


def _ids(what: str, ids: list[str]) -> str:
    if not ids:
        return ""
    more = f" and {len(ids) - IDS} more" if len(ids) > IDS else ""
    return f"{what}: {len(ids)} ({', '.join(ids[:IDS])}{more})"


def _json(value: Any) -> str:
    return json.dumps(value, ensure_ascii=False, default=str, separators=(",", ":"))
