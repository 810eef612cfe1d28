"""A whole template from the few things that an assistant says of a new panel."""

from collections.abc import Sequence

from liveapps.blocks.base import JsonObject, Slug
from liveapps.panels.fields import Field
from liveapps.panels.origin import Locale
from liveapps.panels.template import Template, read_template

LIST = "rows"


def simple_template(
    title: str, fields: list[Field], key: list[Slug], views: Sequence[str], teams: list[str], locale: Locale
) -> Template:
    """One tab with one list, drawn in one or more ways. Raises Refusal `invalid_template`."""
    collection: JsonObject = {
        "id": LIST,
        "title": title,
        "key": key,
        "fields": [field.model_dump(mode="json") for field in fields],
    }
    blocks = [{"kind": view, "id": f"view_{place}", "of": LIST} for place, view in enumerate(dict.fromkeys(views), 1)]
    return read_template(
        {
            "title": title,
            "locale": locale,
            "collections": [collection],
            "tabs": [{"id": "main", "title": title, "blocks": blocks}],
            "audience": {"who": "teams", "teams": teams} if teams else {"who": "everyone"},
        }
    )
