"""A template holds together, or is refused with all that is wrong with it."""

from typing import Any

import pytest

from liveapps.panels.errors import Refusal
from liveapps.panels.fields import Field
from liveapps.panels.template import Collection, RefreshByTool, Template, read_template
from tests.support.world import FIELDS, panel_template

TEXT = {"kind": "text", "id": "summary"}


def with_blocks(*blocks: dict[str, Any]) -> dict[str, Any]:
    return panel_template(tabs=[{"id": "main", "title": "x", "blocks": list(blocks)}])


def with_fields(*fields: dict[str, Any], **more: Any) -> dict[str, Any]:
    collection = {"id": "customers", "title": "Clientes", "fields": list(fields), **more}
    return panel_template(collections=[collection], tabs=[{"id": "main", "title": "x"}])


def refreshing(target: str, **more: Any) -> dict[str, Any]:
    template = panel_template(**more)
    template["tabs"][0]["refresh"]["into"][0]["target"] = target
    return template


def refused(template: Any) -> Refusal:
    with pytest.raises(Refusal) as refusal:
        read_template(template)
    assert refusal.value.code == "invalid_template"
    assert refusal.value.next_step
    return refusal.value


CODE = {"id": "code", "title": "Código", "type": "text"}
STAGE = {"id": "stage", "title": "Etapa", "type": "stage", "role": "stage", "options": [{"id": "a", "title": "A"}]}
PROBLEMS: dict[str, tuple[dict[str, Any], str]] = {
    "a tab twice": (
        panel_template(tabs=[{"id": "main", "title": "1"}, {"id": "main", "title": "2"}]),
        'tab id "main" is used twice',
    ),
    "a block twice": (with_blocks(TEXT, TEXT), 'block or collection id "summary" is used twice'),
    "a block with the id of a collection": (
        with_blocks({**TEXT, "id": "customers"}),
        'block or collection id "customers" is used twice',
    ),
    "rows of no collection": (
        with_blocks({"kind": "table", "id": "grid", "of": "nope"}),
        'block "grid" shows collection "nope", which does not exist',
    ),
    "an unknown column": (
        with_blocks({"kind": "table", "id": "grid", "of": "customers", "columns": ["nope"]}),
        'shows field "nope"',
    ),
    "an unknown order": (
        with_blocks({"kind": "table", "id": "grid", "of": "customers", "sort": [{"field": "nope"}]}),
        'shows field "nope"',
    ),
    "an unknown line of a card": (
        with_blocks({"kind": "kanban", "id": "board", "of": "customers", "lines": ["nope"]}),
        'shows field "nope"',
    ),
    "an unknown field in a condition": (
        with_blocks(
            {"kind": "table", "id": "grid", "of": "customers", "where": [{"field": "nope", "op": "is", "value": 1}]}
        ),
        'There is no field "nope"',
    ),
    "a condition that makes no sense": (
        with_blocks(
            {"kind": "table", "id": "grid", "of": "customers", "where": [{"field": "code", "op": "gt", "value": 1}]}
        ),
        'cannot be compared with "gt"',
    ),
    "a board without stages": (
        {
            **with_fields(CODE),
            "tabs": [{"id": "m", "title": "x", "blocks": [{"kind": "kanban", "id": "b", "of": "customers"}]}],
        },
        'kanban "b" needs a stage field in collection "customers"',
    ),
    "a refresh of nothing": (refreshing("nope"), "is no collection or block with content"),
    "a refresh of a table": (refreshing("grid"), "is no collection or block with content"),
    "a refresh without a key": (
        refreshing("customers", collections=[{"id": "customers", "title": "x", "fields": FIELDS}]),
        "which declares no key",
    ),
    "a field twice": (with_fields(CODE, CODE), 'collection "customers" has two fields "code"'),
    "a key that is no field": (with_fields(CODE, key=["nope"]), 'key field "nope" is not one of its fields'),
    "a stage in the key": (with_fields(CODE, STAGE, key=["stage"]), "a stage cannot be part of the key"),
    "two stages": (with_fields(STAGE, {**STAGE, "id": "other"}), "has more than one stage field"),
    "a stage without options": (with_fields({**STAGE, "options": []}), "is a stage and needs options"),
    "an option twice": (with_fields({**STAGE, "options": STAGE["options"] * 2}), "repeats an option id"),
    "options of a text": (with_fields({**CODE, "options": STAGE["options"]}), "is a text and takes no options"),
    "a stage without its role": (with_fields({**STAGE, "role": None}), "type stage and role stage go together"),
    "a currency of a text": (with_fields({**CODE, "currency": "BRL"}), "is a text and takes no currency"),
    "an unknown time zone": (panel_template(time_zone="America/Nowhere"), 'no time zone "America/Nowhere"'),
    "a time zone that is a folder": (panel_template(time_zone="America"), 'no time zone "America"'),
}


@pytest.mark.parametrize("problem", PROBLEMS)
def test_a_template_that_does_not_hold_together_is_refused_with_the_reason(problem: str) -> None:
    template, reason = PROBLEMS[problem]
    assert reason in refused(template).facts["problems"][0]["problem"]


def test_a_condition_that_makes_sense_is_kept_with_the_block() -> None:
    where = [{"field": "revenue", "op": "gte", "value": 10}]
    template = read_template(with_blocks({"kind": "table", "id": "grid", "of": "customers", "where": where}))
    (block,) = template.blocks()
    assert block.model_dump()["where"] == where


@pytest.mark.parametrize(
    ("raw", "at"),
    [("{", ""), ("[]", ""), (None, ""), ({}, "title"), (panel_template(audience={"who": "some"}), "audience.who")],
)
def test_what_is_no_template_names_the_place(raw: Any, at: str) -> None:
    assert refused(raw).facts["problems"][0]["at"] == at


@pytest.mark.parametrize("name", ["", "Clientes", "1st", "a b", "a-b", "ação", "x" * 64])
def test_an_id_is_a_plain_word(name: str) -> None:
    refused(with_blocks({**TEXT, "id": name}))


def test_nothing_is_converted_to_fit() -> None:
    for wrong in ({"width": "6"}, {"width": 6.5}, {"title": 5}):
        refused(with_blocks({**TEXT, **wrong}))


def test_a_template_reads_the_same_from_values_and_from_text() -> None:
    template = read_template(panel_template())
    assert read_template(template.model_dump_json()) == template == read_template(template.model_dump())


def test_whose_value_it_is_need_not_be_said() -> None:
    """Whoever moved the card owns its stage; the rest follows the source."""
    assert Field.model_validate(STAGE).belongs_to == "panel"
    assert Field.model_validate({**STAGE, "belongs_to": "source"}).belongs_to == "source"
    assert Field.model_validate(CODE).belongs_to == "source"


def whole() -> Template:
    tabs = [
        {
            "id": "main",
            "title": "Clientes",
            "blocks": [
                {"kind": "table", "id": "grid", "of": "customers"},
                {"kind": "kanban", "id": "board", "of": "customers"},
                TEXT,
                {"kind": "callout", "id": "note", "markdown": "x"},
            ],
        },
        {"id": "again", "title": "De novo", "blocks": [{"kind": "table", "id": "other", "of": "customers"}]},
        {"id": "empty", "title": "Vazia"},
    ]
    return read_template(panel_template(tabs=tabs))


def test_a_tab_has_the_age_of_what_it_shows_and_of_each_thing_once() -> None:
    template = whole()
    assert {tab.id: template.targets(tab) for tab in template.tabs} == {
        "main": ["customers", "summary"],
        "again": ["customers"],
        "empty": [],
    }
    assert template.tabs_showing("customers") == ["main", "again"]
    assert template.tabs_showing("note") == []


def test_parts_are_found_by_name_or_refused_with_those_there_are() -> None:
    template = whole()
    assert (template.tab("again").title, template.block("summary").kind) == ("De novo", "text")
    assert template.collection("customers").field("code").title == "Código"
    for find, code, choices in (
        (template.tab, "tab_not_found", ["again", "empty", "main"]),
        (template.block, "block_not_found", ["board", "grid", "note", "other", "summary"]),
        (template.collection, "collection_not_found", ["customers"]),
        (template.collection("customers").field, "field_not_found", sorted(str(one["id"]) for one in FIELDS)),
    ):
        with pytest.raises(Refusal) as refusal:
            find("nope")
        assert (refusal.value.code, refusal.value.facts["choices"]) == (code, choices)


def test_stages_keep_the_order_of_the_template() -> None:
    stages = [{"id": name, "title": name} for name in ("zz", "aa", "mm")]
    collection = Collection.model_validate({"id": "c", "title": "C", "fields": [CODE, {**STAGE, "options": stages}]})
    assert collection.stages == ["zz", "aa", "mm"]
    assert Collection.model_validate({"id": "c", "title": "C", "fields": [CODE]}).stages == []


def test_a_refresh_says_what_it_calls_and_where_the_answer_goes() -> None:
    refresh = read_template(panel_template()).tabs[0].refresh
    assert isinstance(refresh, RefreshByTool)
    assert (refresh.tool, refresh.into[0].target, refresh.into[0].mode) == ("crm.list", "customers", "complete")
