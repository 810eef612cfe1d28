"""A sheet read into fields and rows: in doubt a column is text."""

from datetime import date, datetime
from typing import Any

import pytest

from liveapps.panels.errors import Refusal
from liveapps.panels.fields import FieldType
from liveapps.panels.origin import Locale
from liveapps.panels.rows import Value
from liveapps.panels.sheets import KEPT_ROWS, MOST_COLUMNS, Sheet, read_sheet

ZONE = "America/Sao_Paulo"


def read(*rows: list[Any], locale: Locale = "pt-BR", hint: Locale | None = None) -> Sheet:
    sheet = read_sheet("Plan1", list(rows), locale=locale, time_zone=ZONE, hint=hint)
    assert sheet is not None
    return sheet


def column(*cells: Any, hint: Locale | None = None) -> tuple[FieldType, list[Value]]:
    """The type and the values of one column, beside one that holds words."""
    sheet = read(["Nome", "Valor"], *(["a", cell] for cell in cells), hint=hint)
    return sheet.fields[1].type, [row.get("valor") for row in sheet.rows]


@pytest.mark.parametrize(
    ("cells", "kind", "values"),
    [
        (["1.234,56", "9,99"], "number", [1234.56, 9.99]),
        (["1,234.56", "9.99"], "number", [1234.56, 9.99]),
        (["10", "-3"], "number", [10, -3]),
        (["R$ 1.234,56", "-R$ 2,00"], "money", [1234.56, -2]),
        (["US$ 1.50", "US$ 1,000.00"], "money", [1.5, 1000]),
        (["12,5%", "3 %"], "percent", [12.5, 3]),
        (["31/12/2026", "01/02/2026"], "date", ["2026-12-31", "2026-02-01"]),
        (["12/31/2026", "01/02/2026"], "date", ["2026-12-31", "2026-01-02"]),
        (["2026-12-31"], "date", ["2026-12-31"]),
        (["31/12/2026 22:30"], "datetime", ["2027-01-01T01:30:00Z"]),
        (["sim", "Não"], "boolean", [True, False]),
        (["ana@example.com", "bia@example.com"], "email", ["ana@example.com", "bia@example.com"]),
        (["https://example.com/a"], "url", ["https://example.com/a"]),
        ([1, 2.5], "number", [1, 2.5]),
        ([True, False], "boolean", [True, False]),
        ([date(2026, 1, 2)], "date", ["2026-01-02"]),
        ([datetime(2026, 1, 2, 0, 0)], "date", ["2026-01-02"]),
        ([datetime(2026, 1, 2, 22, 30)], "datetime", ["2026-01-03T01:30:00Z"]),
    ],
)
def test_a_column_of_one_kind_is_read_as_that_kind(cells: list[Any], kind: str, values: list[Value]) -> None:
    assert column(*cells) == (kind, values)


@pytest.mark.parametrize(
    "cells",
    [
        ["01234567890", "12345678901"],
        ["007", "8"],
        ["12345678901", "98765432100"],
        ["01310-100"],
        ["1234567890123456"],
        ["10", "n/d"],
        ["R$ 10", "US$ 10"],
        ["31/12/26"],
        ["javascript:alert(1)"],
        ["=1+1", "=cmd|' /C calc'!A0"],
        ["1e5"],
    ],
)
def test_codes_and_mixed_columns_stay_text_letter_by_letter(cells: list[str]) -> None:
    assert column(*cells) == ("text", cells)


def test_a_number_that_two_countries_read_differently_is_text_unless_the_file_shows_which() -> None:
    assert column("1.234", "2.000") == ("text", ["1.234", "2.000"])
    assert column("1.234", "2.000", hint="pt-BR") == ("number", [1234, 2000])
    assert column("1.234", "2.000", hint="en") == ("number", [1.234, 2])
    sheet = read(["Nome", "Peso", "Valor"], ["a", "1,5", "1.234"], ["b", "2,5", "2.000"])
    assert [row["valor"] for row in sheet.rows] == [1234, 2000]


def test_a_date_that_two_countries_read_differently_is_text_unless_another_column_shows_which() -> None:
    assert column("01/02/2026")[0] == "text"
    sheet = read(["Nome", "Início", "Fim"], ["a", "01/02/2026", "25/02/2026"])
    assert sheet.rows == [{"nome": "a", "inicio": "2026-02-01", "fim": "2026-02-25"}]


def test_columns_that_contradict_each_other_decide_nothing() -> None:
    sheet = read(["A", "B", "C"], ["1,5", "1.234.5", "1.234"], ["9,99", "x", "2.000"], ["1,5", "12/31/2026", "3.000"])
    assert [field.type for field in sheet.fields] == ["number", "text", "number"]
    sheet = read(["A", "B", "C"], ["1,5", "1,234.5", "1.234"])
    assert [field.type for field in sheet.fields] == ["number", "number", "text"]


def test_empty_cells_are_left_out_and_do_not_change_the_type_of_a_column() -> None:
    sheet = read(["Nome", "Valor"], ["a", ""], ["b", "  "], ["c", "1,5"], ["", None])
    assert sheet.rows == [{"nome": "a"}, {"nome": "b"}, {"nome": "c", "valor": 1.5}]
    assert sheet.row_count == 3


def test_columns_are_named_by_the_first_row_and_by_number_where_it_names_none() -> None:
    sheet = read(["Valor (R$)", "", "Valor (R$)", "2ª via"], ["a", "b", "c", "d"])
    assert [field.title for field in sheet.fields] == ["Valor (R$)", "Coluna 2", "Valor (R$) (2)", "2ª via"]
    assert [field.id for field in sheet.fields] == ["valor_r", "coluna_2", "valor_r_2", "c_2a_via"]


def test_a_first_row_with_values_is_a_row_of_data() -> None:
    sheet = read(["Ana", "10"], ["Bia", "20"], locale="en")
    assert [field.title for field in sheet.fields] == ["Column 1", "Column 2"]
    assert sheet.rows == [{"column_1": "Ana", "column_2": 10}, {"column_1": "Bia", "column_2": 20}]


def test_a_card_is_called_by_words_rather_than_by_a_code() -> None:
    sheet = read(["Código", "Empresa"], ["C-1", "Riotur"], ["C-2", "Embraer"])
    assert [field.role for field in sheet.fields] == [None, "title"]


def test_the_first_rows_are_kept_and_all_are_counted() -> None:
    sheet = read(["N"], *([str(number)] for number in range(KEPT_ROWS + 500)))
    assert (len(sheet.rows), sheet.row_count) == (KEPT_ROWS, KEPT_ROWS + 500)


def test_rows_of_different_widths_are_all_read() -> None:
    sheet = read(["A", "B"], ["1"], ["1", "2", "3"])
    assert sheet.rows == [{"a": 1}, {"a": 1, "b": 2, "coluna_3": 3}]


def test_too_many_columns_are_refused_with_the_limit() -> None:
    with pytest.raises(Refusal) as refused:
        read([f"c{number}" for number in range(MOST_COLUMNS + 1)])
    assert refused.value.code == "file_unreadable"
    assert refused.value.facts["limit"] == MOST_COLUMNS


def test_nothing_in_a_sheet_is_no_sheet() -> None:
    assert read_sheet("x", [["", None], []], locale="en", time_zone=ZONE) is None
