"""A calculator: a function of this installation that computes a whole panel, the same from the same."""

from typing import Annotated

from pydantic import Field as Constraint
from pydantic import StringConstraints, ValidationError

from liveapps.blocks.base import JsonObject, Label, Model, Slug

from .errors import Refusal
from .rows import Values

ROOMY = 512


class Calculator(Model):
    """What a template says of it: `tool` is a calculator of the installation, `fills` the collections and blocks
    that it computes; left out, all those of the panel."""

    tool: Slug
    arguments: JsonObject = {}
    fills: list[Slug] = []
    expect_minutes: Annotated[int, Constraint(ge=1)] | None = None


class InstalledCalculator(Model):
    """What the configuration says of it: `call` is "module:function", found on Python's path or in `folder`. It is
    ended when it takes longer than `seconds`, or more memory than `megabytes` where the system can tell."""

    id: Slug
    call: Annotated[str, StringConstraints(pattern=r"^[A-Za-z_][\w.]*:[A-Za-z_]\w*$")]
    title: Label
    seconds: Annotated[float, Constraint(gt=0, le=3_600)] = 20
    megabytes: Annotated[int, Constraint(ge=64)] = ROOMY
    folder: str | None = None


class Computation(Model):
    """What a calculator gives: whole lists of rows by collection, and contents by block."""

    rows: dict[str, list[Values]] = {}
    contents: dict[str, JsonObject] = {}


def read_computation(tool: str, raw: object) -> Computation:
    """Raises Refusal `tool_output_unreadable` for another form, or for nothing at all."""
    if not isinstance(raw, dict):
        raise _unreadable(tool, "it is no object")
    try:
        answer = Computation.model_validate(raw)
    except ValidationError as wrong:
        problems = [
            {"at": ".".join(str(part) for part in one["loc"]), "problem": one["msg"]}
            for one in wrong.errors(include_url=False, include_context=False, include_input=False)
        ]
        raise _unreadable(tool, f"{problems[0]['at']}: {problems[0]['problem']}", problems=problems[:20]) from None
    if not answer.rows and not answer.contents:
        raise _unreadable(tool, "there is nothing in it")
    return answer


def _unreadable(tool: str, why: str, **facts: object) -> Refusal:
    return Refusal(
        "tool_output_unreadable",
        f'What "{tool}" answered cannot be read: {why}.',
        'Let it return {"rows": {collection: [row, …]}, "contents": {block: content, …}}.',
        tool=tool,
        **facts,
    )
