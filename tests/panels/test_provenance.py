"""An origin is proven or not there: each row shown is a row of its own in what the tool returned."""

from datetime import date
from decimal import Decimal
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from liveapps.panels.fields import Field
from liveapps.panels.numbers import show_money, show_number, show_percent
from liveapps.panels.origin import Locale
from liveapps.panels.provenance import proves
from liveapps.panels.values import show_value

READING: list[dict[str, Any]] = [
    {"code": "C-1", "company": "Embraer", "revenue": 1234.5, "share": 12.5, "active": True, "since": "2026-11-30"},
    {"code": "C-2", "company": "São João", "revenue": 20, "share": 0.125, "active": False, "since": "2026-02-10"},
    {"code": "C-3", "company": "Riotur", "revenue": None, "share": 50, "active": True, "since": "2025-01-01"},
]
OPTIONS = [{"id": "won", "title": "Ganho"}, {"id": "lost", "title": "Perdido"}]


def field(name: str, type: str = "text", **more: Any) -> Field:
    return Field.model_validate({"id": name, "title": name, "type": type, **more})


TYPES: dict[str, str] = {"revenue": "money", "share": "percent", "active": "boolean", "since": "date"}


def proven(
    rows: list[dict[str, Any]],
    reading: list[dict[str, Any]] = READING,
    columns: dict[str, str] | None = None,
    locale: Locale = "pt-BR",
    types: dict[str, str] = TYPES,
    described: list[Field] | None = None,
) -> bool:
    """As a block whose columns are those that its rows have."""
    names = list(dict.fromkeys(name for row in rows for name in row))
    fields = [field(name, types.get(name, "text")) for name in names]
    return proves(reading, rows, fields, columns or {}, locale, {one.id: one for one in described or []})


@pytest.mark.parametrize(
    "rows",
    [
        READING,
        READING[:1],
        list(reversed(READING)),
        [{"company": "Riotur"}, {"company": "Embraer"}],
        [{"code": "C-2", "revenue": 20.0}],
        [{"code": "C-1", "email": None}],
        [{"code": " C-1 "}],
        [{"code": "C-2", "company": "Sa\u0303o Joa\u0303o"}],
        [{"code": "C-3", "revenue": ""}],
    ],
)
def test_rows_of_the_reading_are_proven_in_any_order_and_with_any_of_its_columns(rows: list[dict[str, Any]]) -> None:
    assert proven(rows)


@pytest.mark.parametrize(
    "rows",
    [
        [{"code": "C-1", "company": "Riotur"}],
        [{"code": "C-1", "revenue": 1234}],
        [{"code": "C-9"}],
        [*READING, {"code": "C-9", "company": "Inventada"}],
        [{**READING[0], "email": "a@b.co"}],
        [{"code": "C-1", "company": "embraer"}],
        [{"code": "C-2", "company": "Sao Joao"}],
        [{"code": "C-1", "company": "Embraer S.A."}],
        [{"revenue": 1254.5}],
        [{"code": "C-3", "revenue": 0}],
        [{"code": "C-2", "share": "12,5%"}],
        [{"active": "C-1"}],
    ],
)
def test_one_value_that_the_tool_did_not_return_takes_the_proof_away(rows: list[dict[str, Any]]) -> None:
    assert not proven(rows)


def test_a_cell_left_empty_hides_a_value_and_proves_nothing() -> None:
    assert not proven([{"code": "C-1", "company": None}])
    assert not proven([{"code": "C-1", "company": "Embraer"}, {"code": "C-2"}])


def test_a_row_shown_twice_must_be_there_twice() -> None:
    assert not proven([READING[0], READING[0]])
    assert proven([READING[0], READING[0]], [READING[0], READING[1], dict(READING[0])])
    assert not proven([{"active": True}] * 3)
    assert proven([{"active": True}] * 2)


@pytest.mark.parametrize("rows", [[], [{}], [{"code": None}], [READING[0], {}]])
def test_what_says_nothing_proves_nothing(rows: list[dict[str, Any]]) -> None:
    assert not proven(rows)
    assert not proven(rows, [])


def test_an_empty_reading_proves_nothing() -> None:
    assert not proven(READING, [])


def test_a_renamed_column_is_proven_only_when_the_block_declares_it() -> None:
    rows = [{"code": "C-1", "cliente": "Embraer"}]
    assert not proven(rows)
    assert proven(rows, columns={"cliente": "company"})
    assert not proven(rows, columns={"cliente": "code"})


@pytest.mark.parametrize("text", ["1.234,50", "R$ 1.234,50", "1234,5", "1234.5", "1,234.50", "R$1.234,5", "+1.234,50"])
def test_a_number_is_the_same_however_it_is_written(text: str) -> None:
    for kind in ("money", "text"):
        assert proven([{"code": "C-1", "revenue": text}], types={"revenue": kind})
        assert not proven([{"code": "C-1", "revenue": text.replace("4", "5")}], types={"revenue": kind})


def test_digits_that_can_be_read_in_two_ways_are_read_as_who_sees_them_does() -> None:
    reading = [{"revenue": 1234}]
    assert proven([{"revenue": "1.234"}], reading, types={})
    assert not proven([{"revenue": "1.234"}], reading, types={}, locale="en")
    assert proven([{"revenue": "1,234"}], reading, types={}, locale="en")
    assert not proven([{"revenue": 1234}], [{"revenue": "1.234"}])


def test_a_number_the_tool_returned_as_text_is_that_number() -> None:
    assert proven([{"revenue": 1234.5}], [{"revenue": "R$ 1.234,50"}])
    assert proven([{"code": "007"}], [{"code": "007"}])
    assert not proven([{"code": "7"}], [{"code": "007"}])


@pytest.mark.parametrize("text", ["12,5%", "12,5 %", "12.5", "12,5"])
def test_a_percentage_is_the_same_with_and_without_its_sign(text: str) -> None:
    for kind in ("percent", "text"):
        assert proven([{"code": "C-1", "share": text}], types={"share": kind})


@pytest.mark.parametrize("text", ["30/11/2026", "2026-11-30"])
def test_a_date_is_the_same_however_it_is_written(text: str) -> None:
    for kind in ("date", "text"):
        assert proven([{"code": "C-1", "since": text}], types={"since": kind})
        assert not proven([{"code": "C-2", "since": text}], types={"since": kind})


def test_day_and_month_are_read_as_who_sees_them_does() -> None:
    for kind in ("date", "text"):
        assert proven([{"since": "10/02/2026"}], types={"since": kind})
        assert not proven([{"since": "10/02/2026"}], types={"since": kind}, locale="en")


def test_yes_and_no_are_true_and_false() -> None:
    for kind in ("boolean", "text"):
        assert proven([{"code": "C-1", "active": "sim"}, {"code": "C-2", "active": "Não"}], types={"active": kind})
        assert not proven([{"code": "C-1", "active": "não"}], types={"active": kind})


def test_an_option_is_the_same_by_id_and_by_title_and_tags_in_any_order() -> None:
    stage, tags = field("stage", "stage", role="stage", options=OPTIONS), field("tags", "tags")
    reading = [{"stage": "won", "tags": ["a", "b"]}]
    assert proves(reading, [{"stage": "Ganho", "tags": ["b", "a"]}], [stage, tags], {}, "pt-BR", {})
    assert not proves(reading, [{"stage": "Perdido"}], [stage], {}, "pt-BR", {})
    assert not proves(reading, [{"tags": ["a"]}], [tags], {}, "pt-BR", {})


def test_what_is_reckoned_from_a_reading_is_not_in_it() -> None:
    reading = [{"state": "SP", "revenue": 10}, {"state": "SP", "revenue": 20}]
    for made in ({"state": "SP", "revenue": 30}, {"state": "SP", "revenue": 15}, {"state": "SP", "n": 2}):
        assert not proven([made], reading)
    assert not proven([{"share": 13}])


def test_a_sum_in_another_currency_is_another_value() -> None:
    described = [field("revenue", "money", currency="BRL")]
    assert not proven([{"revenue": "US$ 20"}], types={}, described=described)
    assert proven([{"revenue": "R$ 20"}], types={}, described=described)
    dollars = field("revenue", "money", currency="USD")
    assert not proves(READING, [{"revenue": 20}], [dollars], {}, "en", {"revenue": described[0]})


# Any projection, order, name and writing of a reading is proven; any single changed value is not.

MONEY = st.decimals(-9_999_999, 9_999_999, places=2).map(lambda amount: float(amount))
TEXT = st.text("abçãé XYZ-&", min_size=1, max_size=6).filter(str.strip)
DAYS = st.dates(date(1990, 1, 1), date(2090, 1, 1)).map(date.isoformat)
ROWS = st.lists(
    st.fixed_dictionaries(
        {
            "code": st.uuids().map(str),
            "company": TEXT | st.none(),
            "revenue": MONEY | st.integers(-(10**12), 10**12) | st.none(),
            "share": MONEY | st.none(),
            "active": st.booleans() | st.none(),
            "since": DAYS | st.none(),
        }
    ),
    min_size=1,
    max_size=6,
)


def written(value: Any, column: str, locale: Locale) -> Any:
    """A value as a model may write it for people."""
    if value is None:
        return None
    match column:
        case "revenue":
            return show_money(round(value, 2), locale, "BRL")
        case "share":
            return show_percent(value, locale)
        case "active" | "since":
            return show_value(field(column, TYPES[column]), value, locale=locale, time_zone="UTC")
        case _:
            return value


@given(reading=ROWS, data=st.data(), locale=st.sampled_from(["pt-BR", "en"]))
def test_any_part_of_a_reading_is_proven_in_any_order_under_any_name_and_any_writing(
    reading: list[dict[str, Any]], data: st.DataObject, locale: Locale
) -> None:
    chosen = data.draw(st.permutations(reading).map(lambda rows: rows[: max(1, len(rows) // 2)]))
    names = ["code", *data.draw(st.sets(st.sampled_from([*TYPES, "company"])))]
    as_text, in_words = data.draw(st.sets(st.sampled_from(list(TYPES)))), data.draw(st.booleans())
    rows = [
        {f"as_{name}": written(row[name], name, locale) if in_words else row[name] for name in names} for row in chosen
    ]
    types = {f"as_{name}": "text" if name in as_text else TYPES.get(name, "text") for name in names}
    columns = {f"as_{name}": name for name in names}
    assert proven(rows, reading, columns, locale, types)


CHANGED: dict[str, Any] = {"code": "C-9", "company": "Outra", "revenue": 7.77e7, "share": 7.77e7, "since": "1980-01-01"}


@given(reading=ROWS, data=st.data())
def test_any_single_changed_value_is_found_out(reading: list[dict[str, Any]], data: st.DataObject) -> None:
    rows = [dict(row) for row in reading]
    row, name = data.draw(st.sampled_from(rows)), data.draw(st.sampled_from(list(reading[0])))
    row[name] = not row[name] if name == "active" else CHANGED[name]
    assert not proven(rows, reading)


@given(reading=ROWS)
def test_a_row_that_was_not_returned_is_found_out_among_those_that_were(reading: list[dict[str, Any]]) -> None:
    assert proven(reading, reading)
    assert not proven([*reading, {**reading[0], "code": "C-9"}], reading)
    assert not proven([*reading, reading[0]], reading)


@given(number=st.decimals(-(10**12), 10**12, places=3))
def test_a_plain_number_is_proven_as_people_write_it(number: Decimal) -> None:
    for locale in ("pt-BR", "en"):
        assert proven([{"n": show_number(float(number), locale)}], [{"n": float(number)}], locale=locale, types={})
