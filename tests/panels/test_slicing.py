"""What a slice means: which rows match, in which order, and in which groups."""

from datetime import date
from typing import Any

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from liveapps.panels.errors import Refusal
from liveapps.panels.fields import Field
from liveapps.panels.slices import Slice
from liveapps.panels.slicing import apply_slice, check_slice, groups_of

TODAY = date(2026, 11, 30)
ZONE = "America/Sao_Paulo"
FIELDS = [
    Field.model_validate(field)
    for field in (
        {"id": "name", "title": "Nome", "type": "text", "role": "title"},
        {"id": "revenue", "title": "Receita", "type": "money", "currency": "BRL"},
        {"id": "share", "title": "Fatia", "type": "percent"},
        {"id": "since", "title": "Desde", "type": "date"},
        {"id": "called", "title": "Chamado", "type": "datetime"},
        {"id": "active", "title": "Ativo", "type": "boolean"},
        {
            "id": "stage",
            "title": "Etapa",
            "type": "stage",
            "role": "stage",
            "options": [
                {"id": "novo", "title": "Novo"},
                {"id": "ganho", "title": "Ganho"},
                {"id": "fim", "title": "Fim"},
            ],
        },
        {"id": "tags", "title": "Etiquetas", "type": "tags"},
        {"id": "note", "title": "Nota", "type": "long_text"},
    )
]
Condition = tuple[str, str] | tuple[str, str, Any]


def rows_of(field: str, *values: Any) -> list[dict[str, Any]]:
    return [{field: value} for value in values]


def where(*conditions: Condition, **more: Any) -> Slice:
    names = ("field", "op", "value")
    cuts = [dict(zip(names, condition, strict=False)) for condition in conditions]
    return Slice.model_validate({"where": cuts, **more})


def found(slice: Slice, rows: list[dict[str, Any]], **more: Any) -> list[int]:
    return apply_slice(slice, rows, FIELDS, today=TODAY, time_zone=ZONE, **more)


def matching(field: str, op: str, value: Any, *values: Any) -> list[Any]:
    """The values that a condition keeps."""
    condition: Condition = (field, op) if value is None else (field, op, value)
    return [values[index] for index in found(where(condition), rows_of(field, *values))]


def ordered(field: str, *values: Any, descending: bool = False) -> list[Any]:
    slice = Slice.model_validate({"sort": [{"field": field, "descending": descending}]})
    return [values[index] for index in found(slice, rows_of(field, *values))]


def refusal_of(slice: Slice) -> Refusal:
    with pytest.raises(Refusal) as refusal:
        check_slice(slice, FIELDS)
    assert refusal.value.next_step
    return refusal.value


# Conditions


def test_text_is_compared_without_case_accents_or_form() -> None:
    assert matching("name", "is", "sao paulo", "São Paulo", "SA\u0303O  PAULO", "São Paulo SP") == [
        "São Paulo",
        "SA\u0303O  PAULO",
    ]
    assert matching("name", "contains", "AO p", "São Paulo", "Santos") == ["São Paulo"]
    assert matching("name", "in", ["SANTOS", "itú"], "Santos", "Itu", "Assis") == ["Santos", "Itu"]


@pytest.mark.parametrize(
    ("field", "value", "other"),
    [
        ("name", "a", "b"),
        ("revenue", 1, 2),
        ("since", "2026-01-01", "2026-01-02"),
        ("stage", "novo", "ganho"),
        ("tags", "a", "b"),
    ],
)
def test_an_empty_value_is_none_of_the_values(field: str, value: Any, other: Any) -> None:
    cells = [[value], [other]] if field == "tags" else [value, other]
    assert matching(field, "is", value, *cells, None) == [cells[0]]
    assert matching(field, "is_not", value, *cells, None) == [cells[1], None]
    assert matching(field, "in", [value, other], *cells, None) == cells
    assert matching(field, "not_in", [value], *cells, None) == [cells[1], None]
    assert matching(field, "is_empty", None, *cells, None) == [None]
    assert matching(field, "is_not_empty", None, *cells, None) == cells


def test_a_missing_value_is_empty_and_so_are_blank_text_and_no_tags() -> None:
    assert found(where(("name", "is_empty")), [{}, {"name": " "}, {"name": "a"}]) == [0, 1]
    assert matching("tags", "is_empty", None, [], None, ["a"]) == [[], None]


def test_numbers_compare_as_numbers() -> None:
    assert matching("revenue", "gt", 9, 10, 9, "100", 8.99, None) == [10, "100"]
    assert matching("revenue", "gte", 9, 10, 9, 8.99) == [10, 9]
    assert matching("revenue", "lt", 9, 10, 9, 8.99, None) == [8.99]
    assert matching("revenue", "lte", 9, 10, 9, 8.99) == [9, 8.99]
    assert matching("revenue", "is", 9, 9.0, 10) == [9.0]


def test_what_is_no_number_in_a_number_field_is_empty() -> None:
    assert matching("revenue", "is_empty", None, "n/a", "1e3", True, "12") == ["n/a", "1e3", True]


def test_dates_compare_by_the_calendar() -> None:
    days = ["2026-09-30", "2026-10-01", "2026-11-30", None]
    assert matching("since", "gte", "2026-10-01", *days) == ["2026-10-01", "2026-11-30"]
    assert matching("since", "lt", "2026-10-01", *days) == ["2026-09-30"]


def test_days_ago_are_counted_from_today() -> None:
    days = ["2026-10-30", "2026-10-31", "2026-11-30", "2026-12-07"]
    assert matching("since", "gte", {"days_ago": 30}, *days) == days[1:]
    assert matching("since", "is", {"days_ago": 0}, *days) == ["2026-11-30"]
    assert matching("since", "lte", {"days_ago": -7}, *days) == days


def test_a_moment_compared_with_a_date_counts_by_the_local_date() -> None:
    late, next_day = "2026-12-01T01:30:00Z", "2026-12-01T03:30:00Z"
    assert matching("called", "is", {"days_ago": 0}, late, next_day) == [late]
    assert matching("called", "gt", "2026-11-30", late, next_day) == [next_day]
    assert matching("called", "gte", "2026-12-01T02:00:00Z", late, next_day) == [next_day]


def test_a_stage_that_is_no_longer_an_option_is_empty() -> None:
    assert matching("stage", "is_empty", None, "novo", "antigo", None) == ["antigo", None]
    assert matching("stage", "is_not", "novo", "novo", "antigo") == ["antigo"]


def test_is_for_tags_means_has_the_tag() -> None:
    cells = [["VIP", "Varejo"], ["varejo"], None]
    for op in ("is", "contains"):
        assert matching("tags", op, "vip", *cells) == [cells[0]]
    assert matching("tags", "is_not", "vip", *cells) == [cells[1], None]
    assert matching("tags", "in", ["vip", "x"], *cells) == [cells[0]]
    assert matching("tags", "not_in", ["varejo"], *cells) == [None]


def test_yes_and_no_and_unknown_are_three_things() -> None:
    assert matching("active", "is", False, True, False, None) == [False]
    assert matching("active", "is_not", True, True, False, None) == [False, None]


def test_all_conditions_hold_together() -> None:
    rows = [{"name": "a", "revenue": 1}, {"name": "a", "revenue": 9}, {"name": "b", "revenue": 9}]
    assert found(where(("name", "is", "a"), ("revenue", "gt", 5)), rows) == [1]


def test_search_looks_in_texts_options_and_tags_but_not_in_numbers() -> None:
    rows = [
        {"note": "Ligar à noite"},
        {"stage": "ganho"},
        {"tags": ["VIP 2026"]},
        {"revenue": 2026},
        {"since": "2026-01-01"},
    ]
    assert found(Slice(search="A NOITE"), rows) == [0]
    assert found(Slice(search="ganh"), rows) == [1]
    assert found(Slice(search=" 2026 "), rows) == [2]
    assert found(Slice(search="  "), rows) == [0, 1, 2, 3, 4]


def test_search_sees_hidden_columns() -> None:
    assert found(Slice(search="ana", hidden=["name"]), [{"name": "Ana"}, {"name": "Bia"}]) == [0]


def test_unconfirmed_rows_are_told_apart() -> None:
    rows = rows_of("name", "a", "b", "c")
    assert found(Slice(unconfirmed=True), rows, unconfirmed={1}) == [1]
    assert found(Slice(unconfirmed=False), rows, unconfirmed={1}) == [0, 2]
    assert found(Slice(), rows, unconfirmed={1}) == [0, 1, 2]


# Order and limit


def test_numbers_sort_as_numbers_even_kept_as_text() -> None:
    assert ordered("revenue", 10, 9, "100") == [9, 10, "100"]


@pytest.mark.parametrize("descending", [False, True])
def test_empties_come_last_in_both_directions(descending: bool) -> None:
    for field, low, high in (
        ("revenue", 1, 2),
        ("name", "a", "b"),
        ("since", "2026-01-01", "2026-01-02"),
        ("active", False, True),
    ):
        both = [high, low] if descending else [low, high]
        assert ordered(field, None, high, None, low, descending=descending) == [*both, None, None]


def test_text_sorts_without_case_and_accents() -> None:
    assert ordered("name", "Zé", "água", "Ana", "açaí") == ["açaí", "água", "Ana", "Zé"]


def test_stages_sort_in_the_order_of_the_options() -> None:
    assert ordered("stage", "fim", "novo", "antigo", "ganho") == ["novo", "ganho", "fim", "antigo"]


def test_ties_stay_in_the_order_given_in_both_directions() -> None:
    rows = [{"name": "b", "revenue": 1}, {"name": "a", "revenue": 1}, {"name": "c", "revenue": 2}]
    for descending, expected in ((False, [0, 1, 2]), (True, [2, 0, 1])):
        assert found(Slice.model_validate({"sort": [{"field": "revenue", "descending": descending}]}), rows) == expected


def test_later_keys_part_ties_of_earlier_ones() -> None:
    rows = [{"name": "b", "revenue": 1}, {"name": "a", "revenue": 2}, {"name": "a", "revenue": 1}]
    slice = Slice.model_validate({"sort": [{"field": "name"}, {"field": "revenue", "descending": True}]})
    assert found(slice, rows) == [1, 2, 0]


def test_the_limit_keeps_the_first_rows_after_sorting() -> None:
    slice = Slice.model_validate({"sort": [{"field": "revenue", "descending": True}], "limit": 2})
    assert found(slice, rows_of("revenue", 1, 3, None, 2)) == [1, 3]


# Groups


def grouped(slice: Slice, rows: list[dict[str, Any]]) -> list[tuple[Any, int, dict[str, float]]]:
    return groups_of(slice, rows, FIELDS, today=TODAY, time_zone=ZONE)


def test_groups_count_and_sum_the_rows_that_match() -> None:
    rows = [
        {"stage": "ganho", "revenue": 0.1, "share": 50},
        {"stage": "novo", "revenue": None},
        {"stage": "ganho", "revenue": 0.2},
        {"stage": "antigo", "revenue": 5},
        {"stage": "fim", "revenue": 100},
    ]
    assert grouped(where(("stage", "is_not", "fim"), group="stage"), rows) == [
        ("novo", 1, {}),
        ("ganho", 2, {"revenue": 0.3, "share": 50}),
        (None, 1, {"revenue": 5}),
    ]


def test_one_text_in_several_spellings_is_one_group() -> None:
    assert grouped(Slice(group="name"), rows_of("name", "são paulo", "Sao Paulo", "Assis")) == [
        ("Assis", 1, {}),
        ("Sao Paulo", 2, {}),
    ]


def test_a_row_stands_in_the_group_of_each_of_its_tags_once() -> None:
    rows = rows_of("tags", ["VIP", "varejo", "Varejo"], ["Varejo"], None)
    assert grouped(Slice(group="tags"), rows) == [("Varejo", 2, {}), ("VIP", 1, {}), (None, 1, {})]


def test_moments_group_by_local_date() -> None:
    rows = rows_of("called", "2026-12-01T01:30:00Z", "2026-11-30T10:00:00Z", "2026-12-01T12:00:00Z")
    assert grouped(Slice(group="called"), rows) == [("2026-11-30", 2, {}), ("2026-12-01", 1, {})]


def test_groups_follow_the_direction_of_the_sort_and_the_limit() -> None:
    slice = Slice.model_validate({"group": "revenue", "sort": [{"field": "revenue", "descending": True}], "limit": 2})
    assert [value for value, _, _ in grouped(slice, rows_of("revenue", 1, None, 3, 2))] == [3, 2]


def test_without_a_group_there_are_no_groups() -> None:
    assert grouped(Slice(), rows_of("name", "a")) == []


# What makes no sense is refused


@pytest.mark.parametrize(
    "slice",
    [
        where(("nome", "is", "a")),
        Slice(hidden=["nome"]),
        Slice(group="nome"),
        Slice.model_validate({"sort": [{"field": "nome"}]}),
    ],
)
def test_an_unknown_field_is_refused_wherever_it_is_named(slice: Slice) -> None:
    refusal = refusal_of(slice)
    assert refusal.code == "field_not_found"
    assert "name" in refusal.facts["choices"]
    with pytest.raises(Refusal):
        found(slice, [{"name": "a"}])
    with pytest.raises(Refusal):
        grouped(slice.model_copy(update={"group": slice.group or "name"}), [{"name": "a"}])


@pytest.mark.parametrize(
    ("field", "op"),
    [
        ("name", "gt"),
        ("stage", "contains"),
        ("revenue", "contains"),
        ("active", "in"),
        ("tags", "lt"),
        ("since", "contains"),
    ],
)
def test_an_operator_that_does_not_fit_the_type_is_refused_with_those_that_do(field: str, op: str) -> None:
    refusal = refusal_of(where((field, op, "a")))
    assert refusal.code == "invalid_slice"
    assert "is" in refusal.facts["choices"]
    assert op not in refusal.facts["choices"]


@pytest.mark.parametrize(
    ("field", "op", "value"),
    [
        ("name", "is", 3),
        ("name", "is", " "),
        ("name", "is", None),
        ("name", "in", []),
        ("name", "in", "a"),
        ("name", "in", ["a", None]),
        ("name", "is_empty", "a"),
        ("revenue", "gt", "10"),
        ("revenue", "gt", True),
        ("revenue", "gt", float("nan")),
        ("since", "is", "30/11/2026"),
        ("since", "is", "2026-02-30"),
        ("since", "is", "2026-11-30T10:00:00Z"),
        ("since", "gte", {"days_ago": "30"}),
        ("since", "gte", {"days_ago": 36_501}),
        ("since", "gte", {"days_ago": 1, "more": 2}),
        ("called", "is", "2026-11-30T10:00"),
        ("active", "is", "sim"),
        ("tags", "is", ["vip"]),
    ],
)
def test_a_value_of_the_wrong_kind_is_refused_with_what_is_expected(field: str, op: str, value: Any) -> None:
    refusal = refusal_of(where((field, op, value)))
    assert refusal.code == "invalid_slice"
    assert refusal.facts["field"] == field
    assert refusal.facts["expected"]


@pytest.mark.parametrize(("op", "value"), [("is", "Ganho"), ("in", ["ganho", "perdido"])])
def test_an_unknown_option_is_refused_with_the_options(op: str, value: Any) -> None:
    assert [choice["id"] for choice in refusal_of(where(("stage", op, value))).facts["choices"]] == [
        "novo",
        "ganho",
        "fim",
    ]


# Whatever the slice


VALUES: dict[str, st.SearchStrategy[Any]] = {
    "text": st.sampled_from(["a", "São"]),
    "number": st.sampled_from([1, 2.5]),
    "date": st.sampled_from(["2026-11-30", {"days_ago": 3}]),
    "moment": st.sampled_from(["2026-11-30", "2026-11-30T10:00:00Z", {"days_ago": -2}]),
    "flag": st.booleans(),
    "option": st.sampled_from(["novo", "fim"]),
}
KIND_OF = {
    **dict.fromkeys(("name", "note", "tags"), "text"),
    **dict.fromkeys(("revenue", "share"), "number"),
    "since": "date",
    "called": "moment",
    "active": "flag",
    "stage": "option",
}
OPS = ["is", "is_not", "in", "not_in", "contains", "gt", "gte", "lt", "lte", "is_empty", "is_not_empty"]


@st.composite
def conditions(draw: st.DrawFn) -> Condition:
    field, op = draw(st.sampled_from(sorted(KIND_OF))), draw(st.sampled_from(OPS))
    value = VALUES[KIND_OF[field]]
    if op.endswith("empty"):
        return field, op
    return field, op, draw(st.lists(value, min_size=1, max_size=3) if op.endswith("in") else value)


CELLS: dict[str, list[Any]] = {
    "name": ["a", "b"],
    "note": ["a"],
    "tags": [["a"], ["b", "São"]],
    "revenue": [1, 3],
    "share": [2.5],
    "since": ["2026-11-27", "2026-12-01"],
    "called": ["2026-11-30T10:00:00Z"],
    "active": [True, False],
    "stage": ["novo", "gone"],
}
ROWS: st.SearchStrategy[list[dict[str, Any]]] = st.lists(
    st.fixed_dictionaries({}, optional={name: st.sampled_from([*cells, None]) for name, cells in CELLS.items()})
)


def fits(slice: Slice) -> bool:
    try:
        check_slice(slice, FIELDS)
    except Refusal:
        return False
    return True


@given(st.lists(conditions(), max_size=3), ROWS)
def test_a_slice_keeps_the_rows_that_each_of_its_conditions_keeps(
    cuts: list[Condition], rows: list[dict[str, Any]]
) -> None:
    slice = where(*cuts)
    assume(fits(slice))
    indexes = found(slice, rows)
    assert indexes == [i for i in range(len(rows)) if all(i in found(where(cut), rows) for cut in cuts)]


@given(conditions(), ROWS)
def test_a_condition_and_its_opposite_part_the_rows(cut: Condition, rows: list[dict[str, Any]]) -> None:
    opposites = {"is": "is_not", "in": "not_in", "is_empty": "is_not_empty"}
    slice = where(cut)
    assume(cut[1] in opposites and fits(slice))
    opposite: Any = (cut[0], opposites[cut[1]], *cut[2:])
    assert sorted([*found(slice, rows), *found(where(opposite), rows)]) == list(range(len(rows)))
