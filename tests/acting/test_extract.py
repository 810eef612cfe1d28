"""Rows are found where they were declared to be. What does not match is an error, never an empty list."""

from typing import Any

import pytest

from liveapps.acting.extract import Extracted, extract, only_list
from liveapps.panels.errors import Refusal
from liveapps.panels.extracts import Extract, FromJsonText, FromParser, FromStructured
from liveapps.ports import RawResult

ROWS = [{"id": "C-1"}, {"id": "C-2"}]
AT_ROWS = FromStructured(path="rows", total="total", truncated="truncated")


def structured(value: Any) -> RawResult:
    return RawResult(structured=value, text="", is_error=False)


def text(value: str, *, is_error: bool = False) -> RawResult:
    return RawResult(structured=None, text=value, is_error=is_error)


def refused(result: RawResult, how: Extract) -> Refusal:
    with pytest.raises(Refusal) as refusal:
        extract(result, how, tool="crm.list")
    return refusal.value


def test_rows_are_taken_from_the_declared_path() -> None:
    answer = structured({"data": {"rows": ROWS}, "others": [{"id": "X"}]})
    assert extract(answer, FromStructured(path="data.rows"), tool="t").rows == ROWS
    assert extract(structured(ROWS), FromStructured(), tool="t").rows == ROWS


def test_one_object_at_the_path_is_a_value() -> None:
    answer = structured({"metrics": {"revenue": 12.5}, "rows": ROWS})
    assert extract(answer, FromStructured(path="metrics"), tool="t") == Extracted(None, {"revenue": 12.5})


def test_rows_are_taken_from_json_written_as_text() -> None:
    assert extract(text('{"rows": [{"id": "C-1"}]}'), FromJsonText(path="rows"), tool="t").rows == [{"id": "C-1"}]


def test_rows_are_taken_by_a_named_parser_also_when_the_text_came_wrapped() -> None:
    printed = FromParser(parser="python_literal")
    assert extract(text("[{'id': 'C-1'}]"), printed, tool="t").rows == [{"id": "C-1"}]
    assert extract(structured({"result": "[{'id': 'C-1'}]"}), printed, tool="t").rows == [{"id": "C-1"}]


def test_an_empty_list_at_the_path_is_no_rows() -> None:
    assert extract(structured({"rows": [], "total": 0}), AT_ROWS, tool="t") == Extracted([], None, declared=0)


@pytest.mark.parametrize(
    "answer",
    [
        structured({"lines": ROWS}),
        structured({"rows": None}),
        structured({"rows": "none"}),
        structured({"rows": [{"id": "C-1"}, "C-2"]}),
        structured({"rows": ["C-1"]}),
        text("There are two customers."),
        text(""),
        text('{"rows": [{"id": "C-1"}]}'),
    ],
)
def test_an_answer_of_another_shape_is_an_error_and_not_zero_rows(answer: RawResult) -> None:
    refusal = refused(answer, AT_ROWS)
    assert (refusal.code, refusal.facts["tool"]) == ("tool_output_unreadable", "crm.list")
    assert refusal.facts["expected"] == 'a list of objects at "rows" of its structured output'


@pytest.mark.parametrize("how", [FromJsonText(), FromParser(parser="git_log"), FromParser(parser="python_literal")])
def test_prose_is_an_error_for_every_way_of_reading(how: Extract) -> None:
    assert refused(text("There are two customers."), how).code == "tool_output_unreadable"


def test_the_refusal_shows_the_first_three_lines_of_what_came() -> None:
    refusal = refused(text("one\ntwo\nthree\nfour"), AT_ROWS)
    assert refusal.facts["first_lines"] == "one\ntwo\nthree"
    assert len(refused(text("x" * 5_000), AT_ROWS).facts["first_lines"]) == 300
    assert refused(structured({"lines": ROWS}), AT_ROWS).facts["first_lines"].startswith('{"lines": [{"id": "C-1"}')


def test_the_error_flag_of_a_tool_fails_the_call_even_beside_rows() -> None:
    refusal = refused(RawResult(structured={"rows": ROWS}, text="half of it is missing", is_error=True), AT_ROWS)
    assert (refusal.code, refusal.facts["first_lines"]) == ("tool_failed", "half of it is missing")


@pytest.mark.parametrize(
    "message",
    [
        "Database error: no such table: clients",
        "Error: the token has expired",
        "error: unknown revision",
        "Error executing query: syntax error",
        "sqlite3.OperationalError: no such column",
        "Traceback (most recent call last):\n  File ...",
        "Failed to reach the warehouse",
        "An error occurred while reading: timeout",
    ],
)
def test_an_error_message_that_came_as_a_success_fails_the_call(message: str) -> None:
    assert refused(text(message), FromParser(parser="python_literal")).code == "tool_failed"
    assert refused(structured({"result": message}), AT_ROWS).code == "tool_failed"


@pytest.mark.parametrize("prose", ["No error: all is well.", "Errors of last week: none", "The error budget is fine"])
def test_prose_about_errors_is_no_error_message(prose: str) -> None:
    assert refused(text(prose), AT_ROWS).code == "tool_output_unreadable"


def test_no_rows_beside_a_complaint_are_a_failure() -> None:
    assert refused(structured({"rows": [], "error": "quota exceeded"}), AT_ROWS).code == "tool_failed"
    assert extract(structured({"rows": [], "error": None}), AT_ROWS, tool="t").rows == []
    assert extract(structured({"error": 3, "warning": 5}), FromStructured(), tool="t").value == {
        "error": 3,
        "warning": 5,
    }


def test_the_declared_count_is_what_the_source_says() -> None:
    assert extract(structured({"rows": ROWS, "total": 2}), AT_ROWS, tool="t") == Extracted(ROWS, None, declared=2)
    assert extract(structured({"rows": ROWS}), AT_ROWS, tool="t").declared is None
    assert extract(structured({"rows": ROWS, "total": "many"}), AT_ROWS, tool="t").declared is None
    assert extract(structured({"rows": ROWS, "total": True}), AT_ROWS, tool="t").declared is None
    assert extract(structured({"rows": ROWS, "total": 2}), FromStructured(path="rows"), tool="t").declared is None


def test_a_source_that_says_it_cut_nothing_has_declared_what_it_sent() -> None:
    flag_only = FromStructured(path="rows", truncated="truncated")
    assert extract(structured({"rows": ROWS, "truncated": False}), flag_only, tool="t").declared == 2
    assert extract(structured({"rows": ROWS}), flag_only, tool="t").declared is None


def test_fewer_rows_than_declared_are_a_cut_list() -> None:
    assert extract(structured({"rows": ROWS, "total": 40}), AT_ROWS, tool="t") == Extracted(ROWS, None, 40, True)


@pytest.mark.parametrize(
    "answer",
    [
        {"rows": ROWS, "total": 2, "truncated": True},
        {"rows": ROWS, "total": 2, "has_more": True},
        {"rows": ROWS, "total": 2, "nextCursor": "abc"},
    ],
)
def test_a_list_whose_source_says_there_is_more_is_cut_whatever_it_counts(answer: dict[str, Any]) -> None:
    assert extract(structured(answer), AT_ROWS, tool="t").truncated
    assert extract(structured({"data": answer}), FromStructured(path="data.rows"), tool="t").truncated


def test_the_only_list_of_objects_may_be_shown() -> None:
    assert only_list(structured({"page": {"rows": ROWS}, "names": ["a"], "none": []})) == Extracted(ROWS, None)
    assert only_list(structured({"rows": ROWS, "has_more": True})) == Extracted(ROWS, None, truncated=True)
    assert only_list(structured(ROWS)) == Extracted(ROWS, None)


@pytest.mark.parametrize(
    "result",
    [
        structured({"rows": ROWS, "others": ROWS}),
        structured({"rows": []}),
        structured({"metrics": {"revenue": 1}}),
        structured(None),
        text('[{"id": "C-1"}]'),
        RawResult(structured={"rows": ROWS}, text="", is_error=True),
    ],
)
def test_two_lists_or_none_are_not_guessed_at(result: RawResult) -> None:
    assert only_list(result) is None


def test_a_list_inside_a_row_is_part_of_the_row() -> None:
    nested = [{"id": "C-1", "invoices": [{"id": "I-1"}]}]
    assert only_list(structured({"rows": nested})) == Extracted(nested, None)
