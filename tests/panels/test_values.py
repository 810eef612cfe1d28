"""Raw values become one canonical form, or are refused with an example; people see them in their own writing."""

from datetime import UTC, date, datetime
from typing import Any, get_args

import pytest
from hypothesis import given
from hypothesis import strategies as st

from liveapps.panels.errors import Refusal
from liveapps.panels.fields import Field, FieldType
from liveapps.panels.origin import Locale
from liveapps.panels.values import fold, read_stage, read_value, read_values, show_value, today

ZONE = "America/Sao_Paulo"
STAGES = [{"id": "novo", "title": "Novo"}, {"id": "ganho", "title": "Negócio ganho"}]


def a(kind: FieldType, **more: Any) -> Field:
    if kind in ("choice", "stage"):
        more = {"options": STAGES, **more}
    if kind == "stage":
        more = {"role": "stage", **more}
    return Field.model_validate({"id": "it", "title": "It", "type": kind, **more})


def read(kind: FieldType, raw: Any, locale: Locale = "pt-BR", **more: Any) -> Any:
    return read_value(a(kind, **more), raw, locale=locale, time_zone=ZONE)


def show(kind: FieldType, value: Any, locale: Locale = "pt-BR", **more: Any) -> str:
    return show_value(a(kind, **more), value, locale=locale, time_zone=ZONE)


def refused(kind: FieldType, raw: Any, locale: Locale = "pt-BR", **more: Any) -> dict[str, Any]:
    with pytest.raises(Refusal) as refusal:
        read(kind, raw, locale, **more)
    assert refusal.value.code == "invalid_value"
    assert refusal.value.next_step
    return refusal.value.facts


# Numbers


@pytest.mark.parametrize(
    ("written", "number"),
    [
        ("9,99", 9.99),
        ("1.234,56", 1234.56),
        ("1.234", 1234),
        ("1.234.567", 1234567),
        ("-3,5", -3.5),
        ("−3,5", -3.5),
        ("+3", 3),
        ("(1.234,50)", -1234.5),
        ("1\u00a0234,5", 1234.5),
        ("9.99", 9.99),
        ("0.125", 0.125),
        ("1234", 1234),
        ("0,0", 0),
    ],
)
def test_numbers_are_read_as_written_in_brazil(written: str, number: float) -> None:
    assert read("number", written) == number


@pytest.mark.parametrize(
    ("written", "number"),
    [("1,234.56", 1234.56), ("1.234", 1.234), ("1,234", 1234), ("-0.5", -0.5), ("12,345,678", 12345678)],
)
def test_numbers_are_read_as_written_in_english(written: str, number: float) -> None:
    assert read("number", written, "en") == number


@pytest.mark.parametrize(
    "written",
    ["1234.567", "1.23.456", "12,34,56", "1,2,3", "1.2345,6", "abc", "10 20", "1e3", "--3", "12%", "9,99 kg", "٣"],
)
def test_a_number_that_can_be_read_in_two_ways_or_none_is_refused(written: str) -> None:
    assert refused("number", written)["got"] == written


def test_a_decimal_comma_in_english_is_refused_rather_than_dropped() -> None:
    assert refused("number", "9,99", "en")["example"] == "1,234.5"


@pytest.mark.parametrize(
    "raw", [True, float("nan"), float("inf"), [1], {"value": 1}, 1234567890123456, "1.234.567.890.123.456", 10**400]
)
def test_what_is_not_a_finite_number_of_15_digits_is_refused(raw: Any) -> None:
    refused("number", raw)


def test_a_number_has_one_canonical_form() -> None:
    assert [repr(read("number", raw)) for raw in (1, 1.0, "1,00", -0.0)] == ["1", "1", "1", "0"]
    assert repr(read("number", 0.1 + 0.2)) == "0.3"


@pytest.mark.parametrize("written", ["R$ 9,99", "R$9,99", "9,99 R$", "BRL 9,99", "R$\u00a09,99", "r$ 9,99"])
def test_money_may_carry_the_sign_of_its_currency(written: str) -> None:
    assert read("money", written, currency="BRL") == 9.99


def test_money_with_the_sign_of_another_currency_is_refused() -> None:
    refused("money", "US$ 10", currency="BRL")
    refused("money", "R$ 10", currency="USD")
    assert read("money", "-$1,234.50", "en", currency="USD") == -1234.5


def test_a_percentage_is_kept_as_the_number_shown() -> None:
    assert [read("percent", raw) for raw in ("12 %", "12%", "12,5%", 12)] == [12, 12, 12.5, 12]


def test_a_number_may_carry_the_unit_of_its_field() -> None:
    assert read("number", "9,5 kg", unit="kg") == 9.5


# Texts


@pytest.mark.parametrize("raw", ["01234567890", "01310-100", "0012"])
def test_leading_zeros_of_a_text_are_kept(raw: str) -> None:
    assert read("text", raw) == raw


def test_a_number_given_to_a_text_field_becomes_its_plain_digits() -> None:
    assert [read("text", raw) for raw in (12345678901, 1.0, 1.5)] == ["12345678901", "1", "1.5"]


def test_composed_and_decomposed_accents_are_one_text() -> None:
    assert read("text", "Sa\u0303o Paulo") == "São Paulo"


def test_only_long_text_keeps_its_blanks() -> None:
    assert read("text", "  a b \n") == "a b"
    assert read("long_text", "  a\n\n  b\n") == "  a\n\n  b\n"


def test_a_text_over_its_limit_is_refused() -> None:
    assert len(read("text", "a" * 10_000)) == 10_000
    assert len(refused("text", "a" * 10_001)["got"]) == 80
    assert len(read("long_text", "a" * 100_000)) == 100_000
    refused("long_text", "a" * 100_001)


@pytest.mark.parametrize("raw", [True, ["a"], {"a": 1}, "a\x00b", "\ud800"])
def test_what_no_text_can_keep_is_refused(raw: Any) -> None:
    refused("text", raw)


KINDS: list[FieldType] = [kind for kind in get_args(FieldType) if kind != "stage"]


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("raw", [None, "", "  "])
def test_nothing_is_empty_for_every_type(kind: FieldType, raw: Any) -> None:
    assert read(kind, raw) is None
    assert show(kind, None) == ""


# Dates


@pytest.mark.parametrize(
    ("written", "locale", "day"),
    [
        ("2026-11-30", "en", "2026-11-30"),
        ("30/11/2026", "pt-BR", "2026-11-30"),
        ("1/2/2026", "pt-BR", "2026-02-01"),
        ("11/30/2026", "en", "2026-11-30"),
        ("Nov 30, 2026", "en", "2026-11-30"),
        ("November 30, 2026", "en", "2026-11-30"),
        ("2026-11-30T22:30:00-03:00", "pt-BR", "2026-11-30"),
        ("2026-12-01T01:30:00Z", "pt-BR", "2026-11-30"),
        ("2026-11-30 08:00", "pt-BR", "2026-11-30"),
    ],
)
def test_dates_are_read_in_the_order_of_the_locale_and_the_zone_of_the_panel(
    written: str, locale: Locale, day: str
) -> None:
    assert read("date", written, locale) == day


@pytest.mark.parametrize(
    "raw", ["30/11/26", "31/02/2026", "11/30/2026", "20261130", "hoje", "2026-13-01", 46000, True, "Nov 30, 2026"]
)
def test_what_is_no_date_in_this_locale_is_refused(raw: Any) -> None:
    assert refused("date", raw)["example"] == "2026-11-30"


@pytest.mark.parametrize(
    ("written", "moment"),
    [
        ("2026-11-30T14:05:00-03:00", "2026-11-30T17:05:00Z"),
        ("2026-11-30T17:05:00.250Z", "2026-11-30T17:05:00Z"),
        ("2026-11-30T14:05", "2026-11-30T17:05:00Z"),
        ("30/11/2026 14:05", "2026-11-30T17:05:00Z"),
        ("30/11/2026", "2026-11-30T03:00:00Z"),
    ],
)
def test_moments_are_kept_in_utc_and_read_in_the_zone_of_the_panel(written: str, moment: str) -> None:
    assert read("datetime", written) == moment


def test_english_moments_may_use_am_and_pm() -> None:
    assert read("datetime", "11/30/2026 2:05 PM", "en") == "2026-11-30T17:05:00Z"
    assert read("datetime", "Nov 30, 2026, 12:05 AM", "en") == "2026-11-30T03:05:00Z"
    refused("datetime", "11/30/2026 14:05 PM", "en")


@pytest.mark.parametrize("raw", ["30/11/2026 25:00", "0001-01-01T00:00:00+10:00", "2026-11-30T14:05:00 tomorrow"])
def test_a_moment_that_cannot_be_is_refused(raw: str) -> None:
    refused("datetime", raw)


def test_today_is_the_date_on_the_wall_not_in_utc() -> None:
    half_past_ten = datetime(2026, 12, 1, 1, 30, tzinfo=UTC)
    assert today(half_past_ten, ZONE) == date(2026, 11, 30)
    assert today(half_past_ten, "UTC") == date(2026, 12, 1)


@pytest.mark.parametrize("name", ["Mars/Olympus", "", "../etc/passwd"])
def test_an_unknown_time_zone_is_refused(name: str) -> None:
    with pytest.raises(Refusal) as refusal:
        today(datetime(2026, 12, 1, tzinfo=UTC), name)
    assert refusal.value.code == "invalid_input"


# Choices, truth and tags


@pytest.mark.parametrize("raw", ["ganho", "Negócio ganho", "NEGOCIO  GANHO", " Ganho "])
def test_an_option_is_given_by_id_or_title(raw: str) -> None:
    assert read("choice", raw) == "ganho"
    assert read_stage(a("stage"), raw) == "ganho"


def test_an_unknown_option_is_refused_with_the_choices() -> None:
    assert refused("choice", "perdido")["choices"] == [
        {"id": "novo", "title": "Novo"},
        {"id": "ganho", "title": "Negócio ganho"},
    ]


def test_a_title_shared_by_two_options_names_neither() -> None:
    twins = [{"id": "a", "title": "Açaí"}, {"id": "b", "title": "ACAI"}]
    assert read("choice", "b", options=twins) == "b"
    refused("choice", "açaí", options=twins)


@pytest.mark.parametrize("raw", ["perdido", None, "", 3])
def test_an_unknown_stage_is_refused_with_the_choices(raw: Any) -> None:
    with pytest.raises(Refusal) as refusal:
        read_stage(a("stage"), raw)
    assert refusal.value.code == "stage_not_found"
    assert [choice["id"] for choice in refusal.value.facts["choices"]] == ["novo", "ganho"]


def test_truth_is_read_in_both_languages_and_from_databases() -> None:
    assert all(read("boolean", raw) is True for raw in (True, 1, "sim", "Sim", "yes", "TRUE"))
    assert all(read("boolean", raw) is False for raw in (False, 0, "não", "nao", "no", "false"))
    for raw in (2, 1.0, "talvez", "1", [True]):
        refused("boolean", raw)


def test_tags_come_as_a_list_or_a_line_and_never_twice() -> None:
    assert read("tags", "VIP; varejo, vip ,") == ["VIP", "varejo"]
    assert read("tags", ["VIP", " VIP ", 2026]) == ["VIP", "2026"]
    assert read("tags", []) is None
    refused("tags", 3)
    refused("tags", [["a"]])


# Addresses


@pytest.mark.parametrize("raw", ["https://example.com/a?b=c", "http://localhost:8000", "mailto:ana@example.com"])
def test_links_lead_to_the_web_or_to_mail(raw: str) -> None:
    assert read("url", raw) == raw


RUNS = ["javascript:alert(1)", "JavaScript:alert(1)", "java\nscript:alert(1)", "data:text/html,x", "vbscript:x"]
LEADS_NOWHERE = [
    "//evil.example",
    "https://",
    "https:\\evil.example",
    "/path",
    "example.com",
    "mailto:",
    "ftp://a.example",
]


@pytest.mark.parametrize("raw", [*RUNS, *LEADS_NOWHERE, 3])
def test_links_that_run_or_lead_nowhere_are_refused(raw: Any) -> None:
    refused("url", raw)


@pytest.mark.parametrize("kind", ["image", "file"])
def test_files_are_on_the_web_or_under_the_root(kind: FieldType) -> None:
    assert read(kind, "https://example.com/a.png") == "https://example.com/a.png"
    assert read(kind, "/files/a.png") == "/files/a.png"
    for raw in ("//evil.example/a.png", "/\\evil.example", "a.png", "javascript:x", "data:image/png;base64,x"):
        refused(kind, raw)


def test_emails_and_telephones_are_checked_and_kept_as_written() -> None:
    assert read("email", " Ana.Souza+x@example.com.br ") == "Ana.Souza+x@example.com.br"
    assert read("phone", "+55 (11) 91234-5678 ramal 12") == "+55 (11) 91234-5678 ramal 12"
    assert read("phone", 11987654321) == "11987654321"
    for raw in ("ana", "ana@", "ana@host", "a b@example.com", "a@b@example.com", "<a@example.com>", "a@example..com"):
        refused("email", raw)
    for raw in ("ligar depois", "12", "=1+1", "+"):
        refused("phone", raw)


# Rows


def test_values_of_a_row_are_read_by_their_fields() -> None:
    fields = [Field(id="name", title="Nome", type="text"), Field(id="age", title="Idade", type="number")]
    read = read_values(fields, {"name": " Ana ", "age": "30"}, locale="pt-BR", time_zone=ZONE)
    assert read == {"name": "Ana", "age": 30}


def test_an_unknown_field_is_refused_with_the_choices() -> None:
    with pytest.raises(Refusal) as refusal:
        read_values([Field(id="name", title="Nome", type="text")], {"nome": "Ana"}, locale="en", time_zone=ZONE)
    assert refusal.value.code == "field_not_found"
    assert refusal.value.facts["choices"] == ["name"]


def test_a_stage_is_never_set_among_the_values() -> None:
    with pytest.raises(Refusal) as refusal:
        read_values([a("stage")], {"it": "novo"}, locale="en", time_zone=ZONE)
    assert refusal.value.code == "invalid_input"


def test_a_refused_value_names_field_type_and_what_came() -> None:
    facts = refused("number", "abc\x07" + "x" * 100)
    assert (facts["field"], facts["type"], facts["example"]) == ("it", "number", "1.234,5")
    assert facts["got"].startswith("abc\\x07xxx")
    assert len(facts["got"]) == 80


# For people


@pytest.mark.parametrize(
    ("kind", "value", "brazilian", "english", "more"),
    [
        ("number", 1234.56, "1.234,56", "1,234.56", {}),
        ("number", 9.5, "9,5 kg", "9.5 kg", {"unit": "kg"}),
        ("number", 1e20, "100.000.000.000.000.000.000", "100,000,000,000,000,000,000", {}),
        ("money", 1234.5, "R$ 1.234,50", "R$1,234.50", {"currency": "BRL"}),
        ("money", -1234.5, "-US$ 1.234,50", "-$1,234.50", {"currency": "USD"}),
        ("money", 0.125, "€ 0,13", "€0.13", {"currency": "EUR"}),
        ("money", 1234, "JPY 1.234", "JPY 1,234", {"currency": "JPY"}),
        ("money", 10, "10,00", "10.00", {}),
        ("percent", 12.5, "12,5 %", "12.5%", {}),
        ("date", "2026-11-03", "03/11/2026", "Nov 3, 2026", {}),
        ("datetime", "2026-12-01T01:05:00Z", "30/11/2026 22:05", "Nov 30, 2026, 10:05 PM", {}),
        ("boolean", True, "sim", "yes", {}),
        ("boolean", False, "não", "no", {}),
        ("choice", "ganho", "Negócio ganho", "Negócio ganho", {}),
        ("stage", "ganho", "Negócio ganho", "Negócio ganho", {}),
        ("tags", ["VIP", "varejo"], "VIP, varejo", "VIP, varejo", {}),
        ("text", "<b>", "<b>", "<b>", {}),
    ],
)
def test_values_are_shown_in_the_writing_of_the_reader(
    kind: FieldType, value: Any, brazilian: str, english: str, more: dict[str, Any]
) -> None:
    assert show(kind, value, "pt-BR", **more) == brazilian
    assert show(kind, value, "en", **more) == english


@pytest.mark.parametrize(
    ("kind", "value"), [("date", "em breve"), ("datetime", "soon"), ("choice", "gone"), ("number", "n/a")]
)
def test_a_value_from_before_a_redesign_is_shown_as_it_is(kind: FieldType, value: str) -> None:
    assert show(kind, value) == value


LOCALES = st.sampled_from(["pt-BR", "en"])
AMOUNTS = st.integers(-(10**14), 10**14).map(lambda cents: cents / 100)


@given(AMOUNTS, LOCALES, st.sampled_from(["number", "money", "percent"]))
def test_a_number_that_is_shown_can_be_typed_again(amount: float, locale: Locale, kind: FieldType) -> None:
    more = {"currency": "BRL"} if kind == "money" else {}
    value = read(kind, amount, locale)
    assert read(kind, show(kind, value, locale, **more), locale, **more) == value


@given(st.datetimes(datetime(1900, 1, 1), datetime(2100, 1, 1)), LOCALES)
def test_a_date_that_is_shown_can_be_typed_again(when: datetime, locale: Locale) -> None:
    day = read("date", when.date().isoformat(), locale)
    assert read("date", show("date", day, locale), locale) == day
    moment = read("datetime", when.replace(second=0, microsecond=0, tzinfo=UTC).isoformat(), locale)
    # In the hour that comes twice when summer time ends, what is shown does not say which one is meant.
    again = read("datetime", show("datetime", moment, locale), locale)
    assert show("datetime", again, locale) == show("datetime", moment, locale)


JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(), inner, max_size=3),
)


@given(st.sampled_from(KINDS), JSON, LOCALES)
def test_reading_what_was_read_changes_nothing(kind: FieldType, raw: Any, locale: Locale) -> None:
    try:
        value = read(kind, raw, locale)
    except Refusal:
        return
    assert read(kind, value, locale) == value


@given(st.text())
def test_folding_twice_changes_nothing(text: str) -> None:
    assert fold(fold(text)) == fold(text)


def test_folding_drops_case_accents_and_extra_blanks() -> None:
    assert fold("  SÃO   Paulo\n") == fold("sa\u0303o paulo") == "sao paulo"
    assert fold("Straße") == "strasse"
