"""An origin is proven or not there: each row shown is part of one row that the tool returned."""

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from liveapps.panels.provenance import contains

READING: list[dict[str, Any]] = [
    {"code": "C-1", "company": "Embraer", "revenue": 10, "active": True, "tags": ["a", "b"]},
    {"code": "C-2", "company": "Riotur", "revenue": 20.5, "active": False, "tags": [], "account": 9007199254740992},
]
NUMBERS = st.integers() | st.integers(-(10**30), 10**30) | st.floats(allow_nan=False)
JSON = st.none() | st.booleans() | NUMBERS | st.text(max_size=4) | st.lists(NUMBERS, max_size=2)
ROWS = st.lists(st.dictionaries(st.sampled_from("abcd"), JSON, min_size=1), min_size=1, max_size=6)


@pytest.mark.parametrize(
    "rows",
    [
        READING,
        READING[:1],
        list(reversed(READING)),
        [{"code": "C-1"}, {"company": "Riotur"}],
        [{"code": "C-1", "revenue": 10.0}],
        [{"code": "C-1", "email": None}],
        [READING[0], READING[0]],
    ],
)
def test_rows_that_are_part_of_the_reading_are_proven(rows: list[dict[str, Any]]) -> None:
    assert contains(READING, rows)


@pytest.mark.parametrize(
    "rows",
    [
        [{"code": "C-1", "company": "Riotur"}],
        [{"code": "C-1", "revenue": 11}],
        [{"code": "C-3"}],
        [READING[0], {"code": "C-3"}],
        [{**READING[0], "email": "a@b.co"}],
        [{"active": 1}],
        [{"revenue": "10"}],
        [{"revenue": True}],
        [{"tags": ["b", "a"]}],
        [{"company": "embraer"}],
        [{"account": 9007199254740993}],
    ],
)
def test_one_value_that_the_tool_did_not_return_takes_the_proof_away(rows: list[dict[str, Any]]) -> None:
    assert not contains(READING, rows)


@pytest.mark.parametrize("rows", [[], [{}], [{"code": None}], [READING[0], {}]])
def test_what_says_nothing_proves_nothing(rows: list[dict[str, Any]]) -> None:
    assert not contains(READING, rows)
    assert not contains([], rows)


def test_an_empty_reading_proves_nothing() -> None:
    assert not contains([], READING)


@given(reading=ROWS, data=st.data())
def test_any_choice_of_rows_and_columns_of_a_reading_is_proven(
    reading: list[dict[str, Any]], data: st.DataObject
) -> None:
    chosen = data.draw(st.lists(st.sampled_from(reading), min_size=1))
    columns = data.draw(st.sets(st.sampled_from("abcd")))
    shown = [{name: value for name, value in row.items() if name in columns} for row in chosen]
    says_something = all(any(value is not None for value in row.values()) for row in shown)
    assert contains(reading, shown) is says_something


@given(reading=ROWS, name=st.sampled_from("abcd"))
def test_any_invented_value_is_found_out(reading: list[dict[str, Any]], name: str) -> None:
    assert not contains(reading, [*reading, {**reading[0], name: "a value no tool returned"}])
