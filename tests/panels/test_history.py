"""History keeps only what changed, as it was, and that is enough to walk all the way back."""

from datetime import UTC, datetime, timedelta
from itertools import pairwise
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from liveapps.panels.history import MOVING, RowBefore, Version, as_it_was, before_of, template_at
from liveapps.panels.origin import Actor, Origin
from liveapps.panels.rows import Fact, Row, Suggestion, key_of, match_key
from liveapps.panels.template import Template, read_template
from tests.support.world import panel_template

AT = datetime(2026, 11, 30, 15, 0, tzinfo=UTC)
ANA = Actor(kind="person", id="ana", name="Ana")
BORN = Fact(door="board", by=ANA, at=AT)
ROW = Row(id="r1", collection="customers", values={"company": "Embraer", "revenue": 10}, stage="new", born=BORN)

VALUES = st.dictionaries(
    st.sampled_from(["company", "revenue", "due", "tags"]),
    st.text(max_size=3) | st.integers(-5, 5) | st.booleans() | st.lists(st.text(max_size=2), max_size=2),
)
FACTS = st.dictionaries(st.sampled_from(["company", "revenue"]), st.just(BORN))
SUGGESTIONS = st.dictionaries(
    st.sampled_from(["company", "stage"]),
    (st.none() | st.text(max_size=2)).map(lambda value: Suggestion(value=value, door="chat", by=ANA, at=AT)),
)
MOMENTS = st.none() | st.integers(0, 5).map(lambda days: AT + timedelta(days=days))


@st.composite
def changed_rows(draw: st.DrawFn) -> Row:
    """The same row at some point of its life."""
    return ROW.model_copy(
        update={
            "values": draw(VALUES),
            "stage": draw(st.sampled_from([None, "new", "won"])),
            "stage_moved_by": draw(st.sampled_from([None, BORN])),
            "facts": draw(FACTS),
            "suggestions": draw(SUGGESTIONS),
            "dismissed": draw(VALUES),
            "unconfirmed_since": draw(MOMENTS),
            "trashed_at": draw(MOMENTS),
            "shipped": draw(st.booleans()),
            "position": draw(st.floats(-10, 10)),
        }
    )


def before(old: Row, new: Row, version: int = 2) -> RowBefore:
    return RowBefore(row=new.id, collection=new.collection, version=version, before=before_of(old, new))


@given(st.lists(changed_rows(), min_size=2, max_size=6))
def test_any_life_of_a_row_is_walked_back_to_any_of_its_days(life: list[Row]) -> None:
    steps = [before(old, new, number) for number, (old, new) in enumerate(pairwise(life), 2)]
    for day, row in enumerate(life):
        assert as_it_was(life[-1], reversed(steps[day:])) == row


@pytest.mark.parametrize(
    ("update", "kept"),
    [
        ({"values": {"company": "Embraer", "revenue": 11}}, {"values": {"revenue": 10}}),
        ({"values": {"company": "Embraer"}}, {"values": {"revenue": 10}}),
        ({"values": {**ROW.values, "due": "2026-12-01"}}, {"values": {"due": None}}),
        ({"stage": "won"}, {"stage": "new"}),
        ({"stage": "won", "position": 5.0}, {"stage": "new", "position": 0.0}),
        ({"version": 9}, {}),
        ({"notes": 3}, {}),
        ({}, {}),
    ],
)
def test_only_what_changed_is_kept(update: dict[str, Any], kept: dict[str, Any]) -> None:
    assert before_of(ROW, ROW.model_copy(update=update)) == kept


def test_a_row_leads_back_to_before_it_was_born() -> None:
    born = RowBefore(row="r1", collection="customers", version=1, before=None)
    assert as_it_was(ROW, [born]) is None
    assert as_it_was(ROW, [before(ROW, ROW), born]) is None
    assert as_it_was(ROW, []) == ROW


def test_what_follows_from_other_things_is_no_part_of_the_history() -> None:
    assert set(MOVING) == {"version", "notes"}
    assert set(MOVING) <= set(Row.model_fields)


def version(number: int, template: Template | None) -> Version:
    origin = Origin(door="board", actor=ANA, at=AT)
    return Version(panel="p1", version=number, kind="change_template", origin=origin, template=template)


def test_the_template_of_a_day_is_the_one_before_the_first_redesign_after_it() -> None:
    first, second, now = (read_template(panel_template(title=title)) for title in ("1", "2", "3"))
    later = [version(5, None), version(4, second), version(3, None), version(2, first)]
    assert template_at(now, later) == first
    assert template_at(now, later[:3]) == second
    assert template_at(now, later[:1]) == now
    assert template_at(now, []) == now


@pytest.mark.parametrize(
    ("one", "other", "same"),
    [
        ({"code": "São"}, {"code": "Sa\u0303o"}, True),
        ({"code": " C-1 "}, {"code": "C-1"}, True),
        ({"code": "C-1", "company": "x"}, {"code": "C-1", "company": "y"}, True),
        ({"code": "c-1"}, {"code": "C-1"}, False),
        ({"code": 1}, {"code": "1"}, False),
        ({"code": "a"}, {"code": "b"}, False),
    ],
)
def test_a_row_is_recognised_by_its_key_fields_alone(one: dict[str, Any], other: dict[str, Any], same: bool) -> None:
    assert (key_of(one, ["code"]) == key_of(other, ["code"])) is same


def test_fields_of_a_key_do_not_run_into_each_other() -> None:
    assert key_of({"a": "x", "b": "yz"}, ["a", "b"]) != key_of({"a": "xy", "b": "z"}, ["a", "b"])


@pytest.mark.parametrize("values", [{}, {"code": None}, {"code": ""}, {"company": "x"}])
def test_without_a_value_for_every_key_field_there_is_no_key(values: dict[str, Any]) -> None:
    assert key_of(values, ["code"]) is None
    assert key_of({"code": "C-1"}, []) is None
    assert key_of({"code": "C-1", **values}, ["code", "company"]) is None or "company" in values


def test_a_private_row_is_recognised_among_its_owners_alone() -> None:
    mine = ROW.model_copy(update={"private": True, "owner": "ana"})
    hers = mine.model_copy(update={"owner": "bia"})
    keys = {match_key(row, ["company"]) for row in (ROW, mine, hers)}
    assert len(keys) == 3
    assert match_key(ROW, ["company"]) == key_of(ROW.values, ["company"])
    assert match_key(mine, ["due"]) is None
