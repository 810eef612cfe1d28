"""The template: what a panel is. It changes when someone redesigns it, never when data arrives."""

from collections.abc import Iterable, Iterator
from math import isfinite
from typing import Annotated, Any, Literal

from pydantic import Field as Constraint
from pydantic import StringConstraints, TypeAdapter, ValidationError, model_validator

from liveapps.blocks.base import BlockBase, JsonObject, Label, Model, RowsBlock, Slug
from liveapps.blocks.catalogue import Block, traits_of
from liveapps.blocks.kanban import KanbanBlock
from liveapps.blocks.table import TableBlock

from .alerts import Alert
from .calculators import Calculator
from .dates import zone_of
from .errors import Refusal, not_found
from .extracts import Extract
from .fields import NUMERIC, Field
from .hooks import Hook
from .schedules import Schedule
from .slice_check import check_slice
from .slices import Slice

FORMAT = 1


class Collection(Model):
    """A list of rows. `key` names the fields by which a re-sent list recognises a row it already knows.

    `rows` is how they are delivered: `inline` travels whole with the panel, `table` is paged.
    """

    id: Slug
    title: Label
    rows: Literal["inline", "table"] = "inline"
    key: list[Slug] = []
    fields: Annotated[list[Field], Constraint(min_length=1, max_length=200)]
    private_rows: bool = False

    @model_validator(mode="after")
    def _names_agree(self) -> "Collection":
        ids = [field.id for field in self.fields]
        for name in {name for name in ids if ids.count(name) > 1}:
            raise ValueError(f'collection "{self.id}" has two fields "{name}"')
        for name in self.key:
            if name not in ids:
                raise ValueError(f'collection "{self.id}": key field "{name}" is not one of its fields')
        if len([field for field in self.fields if field.type == "stage"]) > 1:
            raise ValueError(f'collection "{self.id}" has more than one stage field')
        if any(field.type == "stage" and field.id in self.key for field in self.fields):
            raise ValueError(f'collection "{self.id}": a stage cannot be part of the key')
        return self

    def field(self, name: str) -> Field:
        for field in self.fields:
            if field.id == name:
                return field
        raise not_found("field_not_found", "field", name, (field.id for field in self.fields))

    @property
    def stage_field(self) -> Field | None:
        return next((field for field in self.fields if field.type == "stage"), None)

    @property
    def stages(self) -> list[str]:
        return [option.id for option in self.stage_field.options] if self.stage_field else []


class Into(Model):
    """Where a tool's answer goes: rows into a collection, or content into a block.

    `mode: complete` asks for the list to be taken as the whole, which holds only when it is proven. `rename`
    maps names of the tool to names of ours; other names that the target does not know are left out.
    `previous` is where metric cards find the same numbers one period earlier.
    """

    target: Slug
    extract: Extract
    mode: Literal["complete", "partial"] = "partial"
    rename: dict[str, Slug] = {}
    previous: Extract | None = None


class RefreshByTool(Model):
    by: Literal["tool"] = "tool"
    tool: Annotated[str, StringConstraints(min_length=1, max_length=120)]
    arguments: JsonObject = {}
    into: Annotated[list[Into], Constraint(min_length=1)]
    expect_minutes: Annotated[int, Constraint(ge=1)] | None = None


class RefreshByAgent(Model):
    by: Literal["agent"] = "agent"
    prompt: Annotated[str, StringConstraints(min_length=1, max_length=4_000)]
    expect_minutes: Annotated[int, Constraint(ge=1)] | None = None


Refresh = Annotated[RefreshByTool | RefreshByAgent, Constraint(discriminator="by")]


class Tab(Model):
    id: Slug
    title: Label
    refresh: Refresh | None = None
    schedule: Schedule | None = None
    blocks: list[Block] = []


class Audience(Model):
    """Who may see the panel: its owner, the people of the named teams, or everyone who can sign in.

    `agents` are those beside its own that a boss gave it to read; of a panel of one person they read nothing.
    """

    who: Literal["only_me", "teams", "everyone"] = "everyone"
    teams: list[str] = []
    agents: Annotated[list[Slug], Constraint(max_length=50)] = []


class Template(Model):
    """`context_tokens` is how much of the panel agents are told unasked (see `reading/context_text.py`)."""

    format: Literal[1] = FORMAT
    title: Label
    semantics: Literal["sync", "generate"] = "sync"
    locale: Literal["pt-BR", "en"] = "pt-BR"
    time_zone: str = "America/Sao_Paulo"
    collections: list[Collection] = []
    tabs: Annotated[list[Tab], Constraint(min_length=1, max_length=30)]
    hooks: Annotated[list[Hook], Constraint(max_length=30)] = []
    alerts: Annotated[list[Alert], Constraint(max_length=50)] = []
    calculator: Calculator | None = None
    audience: Audience = Audience()
    context_tokens: Annotated[int, Constraint(ge=200, le=20_000)] = 2_000

    @model_validator(mode="after")
    def _holds_together(self) -> "Template":
        for problem in _problems(self):
            raise ValueError(problem)
        return self

    def collection(self, name: str) -> Collection:
        for collection in self.collections:
            if collection.id == name:
                return collection
        raise not_found("collection_not_found", "collection", name, (c.id for c in self.collections))

    def tab(self, name: str) -> Tab:
        for tab in self.tabs:
            if tab.id == name:
                return tab
        raise not_found("tab_not_found", "tab", name, (tab.id for tab in self.tabs))

    def hook(self, name: str) -> Hook:
        for hook in self.hooks:
            if hook.id == name:
                return hook
        raise not_found("hook_not_found", "hook", name, (hook.id for hook in self.hooks))

    def alert(self, name: str) -> Alert:
        for alert in self.alerts:
            if alert.id == name:
                return alert
        raise not_found("alert_not_found", "alert", name, (alert.id for alert in self.alerts))

    def block(self, name: str) -> Block:
        for block in self.blocks():
            if block.id == name:
                return block
        raise not_found("block_not_found", "block", name, (block.id for block in self.blocks()))

    def blocks(self) -> Iterator[Block]:
        return (block for tab in self.tabs for block in tab.blocks)

    def targets(self, tab: Tab) -> list[str]:
        """What a tab shows that has an age: its blocks with content and the collections they draw."""
        names: list[str] = []
        for block in tab.blocks:
            holds = traits_of(block).holds
            name = block.of if isinstance(block, RowsBlock) else block.id
            if holds != "nothing" and name not in names:
                names.append(name)
        return names

    def computed(self) -> list[str]:
        """What its calculator fills: what that names, or every collection and block with content."""
        if self.calculator is None:
            return []
        return self.calculator.fills or _fillable(self)

    def tabs_showing(self, target: str) -> list[str]:
        return [tab.id for tab in self.tabs if target in self.targets(tab)]


def _problems(template: Template) -> Iterator[str]:
    try:
        zone_of(template.time_zone)
    except Refusal as unknown:
        yield unknown.message
    yield from _repeated("tab", (tab.id for tab in template.tabs))
    named = [collection.id for collection in template.collections] + [b.id for b in template.blocks()]
    yield from _repeated("block or collection", named)
    collections = {collection.id: collection for collection in template.collections}
    for tab in template.tabs:
        for block in tab.blocks:
            yield from _block_problems(block, collections)
        if isinstance(tab.refresh, RefreshByTool):
            yield from _refresh_problems(tab, tab.refresh, template, collections)
        if tab.schedule is not None:
            yield from _schedule_problems(tab, template)
    yield from _calculator_problems(template, collections)
    yield from _repeated("hook", (hook.id for hook in template.hooks))
    for hook in template.hooks:
        yield from _hook_problems(hook, collections)
    yield from _repeated("alert", (alert.id for alert in template.alerts))
    for alert in template.alerts:
        yield from _alert_problems(alert, collections)


def _repeated(what: str, names: Iterable[str]) -> Iterator[str]:
    seen: set[str] = set()
    for name in names:
        if name in seen:
            yield f'{what} id "{name}" is used twice'
        seen.add(name)


def _block_problems(block: BlockBase, collections: dict[str, Collection]) -> Iterator[str]:
    if not isinstance(block, RowsBlock):
        return
    collection = collections.get(block.of)
    if collection is None:
        yield f'block "{block.id}" shows collection "{block.of}", which does not exist'
        return
    if isinstance(block, KanbanBlock) and collection.stage_field is None:
        yield f'kanban "{block.id}" needs a stage field in collection "{block.of}"'
    known = {field.id for field in collection.fields}
    named: list[str] = [*getattr(block, "columns", []), *getattr(block, "lines", [])]
    if isinstance(block, TableBlock):
        named += [sort.field for sort in block.sort]
    for name in named:
        if name not in known:
            yield f'block "{block.id}" shows field "{name}", which collection "{block.of}" does not have'
    try:
        check_slice(Slice(where=block.where), collection.fields)
    except Refusal as wrong:
        yield f'block "{block.id}" leaves out rows by a condition that makes no sense: {wrong.message}'


def _refresh_problems(
    tab: Tab, refresh: RefreshByTool, template: Template, collections: dict[str, Collection]
) -> Iterator[str]:
    fillable = _fillable(template)
    for into in refresh.into:
        if into.target in collections:
            if not collections[into.target].key:
                yield (
                    f'tab "{tab.id}" refreshes collection "{into.target}", which declares no key: '
                    "a list that arrives again could not be matched"
                )
        elif into.target not in fillable:
            yield f'tab "{tab.id}" refreshes "{into.target}", which is no collection or block with content'


def _fillable(template: Template) -> list[str]:
    with_content = (block.id for block in template.blocks() if traits_of(block).holds == "content")
    return [*(collection.id for collection in template.collections), *with_content]


def _calculator_problems(template: Template, collections: dict[str, Collection]) -> Iterator[str]:
    fillable = _fillable(template)
    if template.calculator is not None and not fillable:
        yield "the panel has a calculator, and no collection or block with content that it could fill"
    for name in template.computed():
        if name not in fillable:
            yield f'the calculator fills "{name}", which is no collection or block with content'
        elif name in collections and not collections[name].key:
            yield (
                f'the calculator fills collection "{name}", which declares no key: a list that is computed again could '
                "not be matched. Declare its key, or name in `fills` only what is computed"
            )


def _schedule_problems(tab: Tab, template: Template) -> Iterator[str]:
    if not isinstance(tab.refresh, RefreshByTool):
        yield f'tab "{tab.id}" has a schedule, but no tool refreshes it: give it a tool, or no schedule'
    elif template.semantics == "generate":
        yield (
            f'tab "{tab.id}" has a schedule, but what an agent made is refreshed only when a person confirms it: '
            'leave out the schedule, or make the panel "sync"'
        )


def _hook_problems(hook: Hook, collections: dict[str, Collection]) -> Iterator[str]:
    collection = collections.get(hook.into)
    if collection is None:
        yield f'hook "{hook.id}" writes into collection "{hook.into}", which does not exist'
        return
    if not collection.key:
        yield (
            f'hook "{hook.id}" writes into collection "{hook.into}", which declares no key: '
            "a row that arrives again could not be matched"
        )
    known = {field.id for field in collection.fields}
    for name in hook.fields:
        if name not in known:
            yield f'hook "{hook.id}" fills field "{name}", which collection "{hook.into}" does not have'
    for name in collection.key:
        if name not in hook.fields:
            yield f'hook "{hook.id}" does not say where the key field "{name}" is in a payload'


def _alert_problems(alert: Alert, collections: dict[str, Collection]) -> Iterator[str]:
    collection = collections.get(alert.over)
    if collection is None:
        yield f'alert "{alert.id}" measures collection "{alert.over}", which does not exist'
        return
    if not isfinite(alert.threshold):
        yield f'alert "{alert.id}" needs a threshold that is a number'
    if alert.measure == "count":
        if alert.field is not None:
            yield f'alert "{alert.id}" counts rows and takes no field'
    elif alert.field is None:
        yield f'alert "{alert.id}" needs the field that it takes the {alert.measure} of'
    else:
        yield from _measured_problems(alert, alert.field, collection)
    try:
        check_slice(Slice(where=alert.where), collection.fields)
    except Refusal as wrong:
        yield f'alert "{alert.id}" measures rows by a condition that makes no sense: {wrong.message}'


def _measured_problems(alert: Alert, name: str, collection: Collection) -> Iterator[str]:
    field = next((field for field in collection.fields if field.id == name), None)
    if field is None:
        yield f'alert "{alert.id}" measures field "{name}", which collection "{alert.over}" does not have'
    elif field.type not in NUMERIC:
        yield f'alert "{alert.id}" takes the {alert.measure} of "{name}", which is a {field.type} and no number'


_TEMPLATE: TypeAdapter[Template] = TypeAdapter(Template)


def read_template(raw: Any) -> Template:
    """Reads JSON values (or JSON text) as a template; refuses it whole, naming each place that is wrong."""
    try:
        if isinstance(raw, str | bytes):
            return _TEMPLATE.validate_json(raw)
        return _TEMPLATE.validate_python(raw)
    except ValidationError as wrong:
        problems = [
            {"at": ".".join(str(part) for part in error["loc"]), "problem": error["msg"]}
            for error in wrong.errors(include_url=False, include_context=False, include_input=False)
        ]
        first = problems[0]
        raise Refusal(
            "invalid_template",
            f"The template is not valid: {first['at'] or 'template'}: {first['problem']}",
            "Mend the places named in facts.problems and send the whole template again.",
            problems=problems[:20],
        ) from None
