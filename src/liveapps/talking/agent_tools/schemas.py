"""JSON Schemas of arguments, as short as they can be: a model reads them with every request."""

import json
import re
from functools import lru_cache
from typing import Any, cast

from pydantic import BaseModel

from liveapps.blocks.base import JsonObject
from liveapps.blocks.catalogue import KINDS
from liveapps.panels.template import Template

BLOCK: JsonObject = {
    "type": "object",
    "description": "A block: describe_kinds tells what each kind takes.",
    "properties": {"kind": {"enum": sorted(KINDS)}, "id": {"type": "string"}, "title": {"type": "string"}},
    "required": ["kind"],
}
"""In the place of the schemas of all kinds, which would be most of every request."""
LEFT_OUT = ("format", "hooks", "alerts", "calculator")
"""What an agent boss declares, not an agent."""
NOISE = ("title", "discriminator", "pattern")
NOTHING: tuple[object, ...] = (None, [], {}, "")


@lru_cache(maxsize=64)
def schema_of(model: type[BaseModel], *, with_template: bool = False) -> JsonObject:
    """`with_template` describes what the model calls `template` by the template's own schema."""
    schema = model.model_json_schema()
    if with_template:
        template = dict(template_schema())
        schema["$defs"] = schema.get("$defs", {}) | template.pop("$defs", {})
        schema["properties"]["template"] = template
    return _short(schema)


@lru_cache(maxsize=1)
def template_schema() -> JsonObject:
    """Of a panel's template, without what only people declare."""
    whole = Template.model_json_schema()
    for name in LEFT_OUT:
        whole["properties"].pop(name)
    tab = whole["$defs"]["Tab"]["properties"]
    tab["blocks"] = {"type": "array", "items": BLOCK}
    tab.pop("schedule")
    return _short(whole)


def _short(schema: JsonObject) -> JsonObject:
    """Without titles, patterns, defaults that say nothing, and definitions that nothing refers to: who writes a wrong
    value is told what is valid."""
    bare = cast("JsonObject", _bare(schema))
    definitions = bare.pop("$defs", {})
    wanted, before = _named(bare), set[str]()
    while wanted != before:
        before = wanted
        wanted = wanted | _named({name: definitions[name] for name in wanted})
    return bare | {"$defs": {name: definitions[name] for name in sorted(wanted)}} if wanted else bare


def _named(part: Any) -> set[str]:
    return set(re.findall(r'"#/\$defs/(\w+)"', json.dumps(part)))


def _bare(part: Any, *, names: bool = False) -> Any:
    """`names` marks an object whose keys are the names of fields: "title" is one of them there."""
    if isinstance(part, list):
        return [_bare(one) for one in cast("list[Any]", part)]
    if not isinstance(part, dict):
        return part
    kept = cast("JsonObject", part)
    return {
        name: _bare(value, names=not names and name in ("properties", "$defs"))
        for name, value in kept.items()
        if names or not (name in NOISE or (name == "default" and value in NOTHING))
    }
