"""A hook: how the deliveries of an outside system become rows of a collection. Declared in the template, it says
how to read a payload and gives nobody the right to send one: for that an endpoint is opened."""

from datetime import datetime
from typing import Annotated, Any, Literal, cast

from pydantic import Field as Constraint
from pydantic import StringConstraints

from liveapps.blocks.base import JsonObject, Label, Model, Slug

from .errors import Refusal
from .extracts import Path
from .receipts import Receipt
from .rows import Values

HookSource = Literal["github", "jira", "alertmanager", "standard", "generic"]
Outcome = Literal["received", "applied", "ignored", "unmapped", "refused", "bad_signature"]
Inside = Annotated[Path, StringConstraints(min_length=1)]
"""A path that names something: `issue.title`, or `labels.0.name` for the first of a list."""

_MISSING: Any = object()


class Hook(Model):
    """`each` is where in the payload a list of rows is; empty, the payload is one row. `fields` says where in a row
    each value is. `only` says what a payload must have to concern this collection: other payloads are ignored."""

    id: Slug
    title: Label
    source: HookSource
    into: Slug
    each: Path = ""
    fields: Annotated[dict[Slug, Inside], Constraint(min_length=1)]
    only: dict[Inside, Annotated[list[str | bool | int | None], Constraint(min_length=1)]] = {}

    def path_of(self, field: str, number: int | None) -> str | None:
        """Where in the payload the value of a field is read, for the row counted from 1."""
        if field not in self.fields:
            return None
        return self._whole(self.fields[field], (number or 1) - 1)

    def _whole(self, path: str, index: int) -> str:
        return f"{self.each}.{index}.{path}" if self.each else path


class Endpoint(Model):
    """An address that takes the deliveries of one hook. `sealed` is its secret, encrypted."""

    id: str
    panel: str
    hook: str
    sealed: str
    opened_by: str
    opened_at: datetime


class Delivery(Model):
    """What came to an endpoint, and what became of it. `key` is the sender's own id of it and `digest` tells two
    bodies under one key apart; `body` is kept only of what was signed. `path` is the place in the payload that
    could not be read. `received` is taken in and not settled yet: only a crash leaves it so."""

    id: str
    endpoint: str
    key: str | None = None
    digest: str | None = None
    at: datetime
    outcome: Outcome
    code: str | None = None
    message: str | None = None
    path: str | None = None
    body: str | None = None
    receipt: Receipt | None = None


def concerns(hook: Hook, payload: Any) -> bool:
    """Whether the payload has what `only` asks for."""
    return all(any(_same(_at(payload, path), allowed) for allowed in choices) for path, choices in hook.only.items())


def rows_in(hook: Hook, key: list[str], payload: Any) -> list[Values]:
    """The rows of a payload, by field and still raw. A field whose place is not there is left out, so that what a
    row has stays; one whose place is null is empty.

    Raises Refusal `payload_unmapped` naming the path, when there is no list or object where one is declared, or
    no value for a field of the key.
    """
    found = _at(payload, hook.each)
    if hook.each and not isinstance(found, list):
        raise _unmapped(hook, hook.each, "a list")
    items = cast("list[Any]", found if hook.each else [found])
    return [_row(hook, key, item, index) for index, item in enumerate(items)]


def _row(hook: Hook, key: list[str], item: Any, index: int) -> Values:
    if not isinstance(item, dict):
        raise _unmapped(hook, f"{hook.each}.{index}" if hook.each else "", "an object")
    read = {field: _at(item, path) for field, path in hook.fields.items()}
    for field in key:
        if read.get(field) in (_MISSING, None, ""):
            raise _unmapped(hook, hook.path_of(field, index + 1) or "", "a value", field=field)
    return {field: value for field, value in read.items() if value is not _MISSING}


def _at(value: Any, path: str) -> Any:
    for step in path.split(".") if path else ():
        if value is None:
            return None
        if isinstance(value, dict):
            value = cast("JsonObject", value).get(step, _MISSING)
        elif isinstance(value, list) and step.isdecimal():
            items = cast("list[Any]", value)
            value = items[int(step)] if len(step) < 10 and int(step) < len(items) else _MISSING
        else:
            return _MISSING
    return value


def _same(found: Any, allowed: str | bool | int | None) -> bool:
    """As JSON has it: true is not 1."""
    return isinstance(found, bool) == isinstance(allowed, bool) and found == allowed


def _unmapped(hook: Hook, path: str, expected: str, **facts: Any) -> Refusal:
    where = f'at "{path}"' if path else "as a whole"
    if path:
        facts["path"] = path
    return Refusal(
        "payload_unmapped",
        f'Hook "{hook.id}" expects {expected} {where} of the payload, and there is none.',
        f'Correct the paths of hook "{hook.id}" in the template, then replay the delivery.',
        hook=hook.id,
        expected=expected,
        **facts,
    )
