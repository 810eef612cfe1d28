"""Typed re-slices: understood only when every word is explained, else for the agent."""

from typing import get_args

import pytest
from hypothesis import given
from hypothesis import strategies as st

from liveapps.conversation.reslice import Reason
from liveapps.conversation.reslice.english import ENGLISH
from liveapps.conversation.reslice.grammar import GRAMMAR
from liveapps.conversation.reslice.lexicon import Lexicon, listed
from liveapps.conversation.reslice.portuguese import PORTUGUESE
from liveapps.conversation.views import Ask, Understood
from liveapps.panels.fields import Field
from liveapps.panels.slices import Slice
from tests.conversation.reslice_set import SENTENCES, TABLES, UNSEEN, Sentence, comparable, slice_from

SENT_WITHOUT_NEED = {
    *("só a carteira da Ana", "os 5 que mais faturam", "emitidas este mes"),
    *("brasill", "só os negociano"),
    *("NF-005", "drop anyone from brazil", "ben's lost ones", "can u filter to tech ones over 30k"),
    *("missing a phone number", "due by friday", "low prio ones bigger than 10 hours"),
}
"""What people may say and the language does not know: words of the trade, misspelled values, a value alone, which may
be an answer, and what could also be an order."""

CUSTOMERS = TABLES["customers"]


def outcome_of(sentence: Sentence) -> Understood | Ask:
    return TABLES[sentence.table].understand(sentence.text, sentence.current, sentence.locale)


@pytest.mark.parametrize("sentence", SENTENCES, ids=lambda sentence: f"{sentence.table}: {sentence.text}")
def test_no_sentence_is_understood_wrongly(sentence: Sentence) -> None:
    outcome = outcome_of(sentence)
    if isinstance(outcome, Understood):
        assert sentence.expect is not None, f"understood as: {outcome.sentence}"
        assert comparable(outcome.slice) == comparable(sentence.expect)
    else:
        assert outcome.reason in get_args(Reason)


def test_only_the_sentences_known_to_be_beyond_the_language_go_to_the_agent_without_need() -> None:
    asked = [s.text for s in SENTENCES if s.expect is not None and isinstance(outcome_of(s), Ask)]
    assert set(asked) == SENT_WITHOUT_NEED


def test_the_set_is_large_bilingual_and_full_of_traps() -> None:
    assert len(SENTENCES) >= 600
    assert len(UNSEEN) >= 140
    assert len([s for s in SENTENCES if s.held_out]) >= 60
    assert len([s for s in SENTENCES if s.expect is None]) >= 120
    assert 0.4 < len([s for s in SENTENCES if s.locale == "en"]) / len(SENTENCES) < 0.6


# What is answered


def understood(text: str, current: Slice | None = None, table: str = "customers") -> Understood:
    outcome = TABLES[table].understand(text, current)
    assert isinstance(outcome, Understood), outcome.reason
    return outcome


def reason_of(text: str, current: Slice | None = None, table: str = "customers") -> str:
    outcome = TABLES[table].understand(text, current)
    assert isinstance(outcome, Ask), outcome.sentence
    return outcome.reason


def test_the_answer_says_what_was_done_and_how_many_of_how_many_are_left() -> None:
    outcome = understood("só os de SP ordenados por receita")
    assert outcome.sentence == "Estado é SP; ordenado por Receita, do maior para o menor"
    assert (outcome.shown, outcome.total) == (4, 14)


def test_the_answer_is_in_the_language_of_the_screen_whatever_was_typed() -> None:
    outcome = TABLES["customers"].understand("só os de SP", locale="en")
    assert isinstance(outcome, Understood)
    assert outcome.sentence == "Estado is SP"


def test_a_cut_that_leaves_nothing_is_understood_and_says_so() -> None:
    assert understood("só os ganhos do Canadá").shown == 0


def test_the_denominator_counts_all_rows_when_a_cut_is_refined() -> None:
    outcome = understood("só os ganhos", slice_from({"where": [["state", "is", "SP"]]}))
    assert (outcome.shown, outcome.total) == (1, 14)


def test_what_words_do_not_touch_stays_in_force() -> None:
    current = slice_from(
        {"where": [["city", "is", "Campinas"]], "sort": ["name"], "group": "stage", "hidden": ["phone"]}
    )
    assert understood("esconde o e-mail", current).slice == current.model_copy(update={"hidden": ["phone", "email"]})
    assert understood("desagrupa", current).slice == current.model_copy(update={"group": None})


# Why it asks


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("", "nothing_said"),
        ("envie um e-mail para os de SP", "action"),
        ("qual o melhor?", "question"),
        ("quantos são de SP?", "question"),
        ("só os de Marte", "unknown_words"),
        ("só os de Praga", "ambiguous"),
        ("última fatura em outubro", "ambiguous"),
        ("acima de 10%", "no_field"),
        ("ordena por receita e por receita crescente", "contradiction"),
        ("só " + "SP e " * 30 + "RJ", "too_long"),
    ],
)
def test_the_reason_for_asking_is_named(text: str, reason: str) -> None:
    assert reason_of(text) == reason


def test_a_list_cut_to_its_first_rows_is_not_cut_again() -> None:
    """The five largest, of which only those of SP, are not the five largest of SP."""
    five = slice_from({"sort": ["-revenue"], "limit": 5})
    for text in ("só os de SP", "ordena por nome", "os 8 maiores", "os 3 menores"):
        assert reason_of(text, five) == "limited"
    assert understood("mostra todos e só os de SP", five).slice == slice_from(
        {"where": [["state", "is", "SP"]], "sort": ["-revenue"]}
    )


def test_a_sentence_whose_readings_double_with_each_word_is_for_the_agent() -> None:
    assert reason_of("só " + " e ".join(["SP", "RJ", "MG"] * 6)) == "too_long"


def test_values_alone_may_be_an_answer_to_the_agent() -> None:
    """After "Which states?" the same words are for the agent; a sentence that asks for rows is not."""
    both = slice_from({"where": [["state", "in", ["SP", "RJ"]]]})
    assert understood("SP e RJ").slice == both
    assert answered("SP e RJ") == "answer"
    assert answered("só os de SP e RJ") == both


def answered(text: str) -> Slice | str:
    """What words mean when the agent has just asked something."""
    outcome = CUSTOMERS.understand(text, asked=True)
    return outcome.slice if isinstance(outcome, Understood) else outcome.reason


def test_values_that_join_those_in_force_need_some_in_force() -> None:
    current = slice_from({"where": [["state", "is", "SP"]]})
    assert understood("e também RJ", current).slice == slice_from({"where": [["state", "in", ["SP", "RJ"]]]})
    assert reason_of("e também RJ") == "contradiction"


def test_nothing_in_a_field_of_numbers_may_mean_zero_or_empty() -> None:
    assert reason_of("sem desconto", table="invoices") == "ambiguous"


# What is taken from the table and from nowhere else


def customers(*cities: str) -> list[dict[str, str]]:
    return [{"city": city} for city in cities]


CITY = Field(id="city", title="Cidade", type="text")


def read_over(fields: list[Field], rows: list[dict[str, str]], text: str) -> Slice | None:
    table = type(CUSTOMERS)(fields, list(rows), [])
    outcome = table.understand(text)
    return outcome.slice if isinstance(outcome, Understood) else None


def test_a_value_is_only_known_while_a_row_has_it() -> None:
    assert read_over([CITY], customers("Natal", "Recife"), "só os de Natal") is not None
    assert read_over([CITY], customers("Recife"), "só os de Natal") is None


def test_first_words_name_a_value_only_when_they_name_one() -> None:
    assert read_over([CITY], customers("Rio de Janeiro", "Recife"), "só os do Rio") is not None
    assert read_over([CITY], customers("Rio de Janeiro", "Rio Branco"), "só os do Rio") is None
    assert read_over([CITY], customers("Rio de Janeiro", "Rio Branco"), "só os do Rio Branco") is not None


def test_a_place_is_not_short_for_a_company() -> None:
    name = Field(id="name", title="Nome", type="text", role="title")
    rows = [{"name": "Brasil Foods"}, {"name": "Telus"}]
    assert read_over([name], rows, "só os do Brasil") is None
    assert read_over([name], rows, "só a Brasil Foods") is not None


def test_a_name_is_not_another_name_of_the_other_gender_or_in_the_plural() -> None:
    owner = Field(id="owner", title="Responsável", type="person")
    assert read_over([owner], [{"owner": "Paulo"}], "só os da Paula") is None
    assert read_over([CITY], customers("Campina"), "só os de Campinas") is None


def test_a_status_kept_as_text_is_known_in_the_plural() -> None:
    status = Field(id="status", title="Status", type="text")
    assert read_over([status], [{"status": "Cancelado"}, {"status": "Pago"}], "menos os cancelados") is not None
    owner = Field(id="owner", title="Responsável", type="person")
    assert read_over([owner], [{"owner": "Machado"}], "menos os machados") is None


def test_a_value_written_like_a_word_of_the_language_must_stand_out() -> None:
    assert read_over([CITY], customers("OS", "SP"), "só OS") == slice_from({"where": [["city", "is", "OS"]]})
    assert read_over([CITY], customers("OS", "SP"), "só os") is None
    assert read_over([CITY], customers("OS", "SP"), "SÓ OS") is None


def test_accents_and_case_are_not_needed_and_composed_or_not_are_the_same() -> None:
    wanted = slice_from({"where": [["city", "is", "São Paulo"]]})
    for text in ("SÓ OS DE SAO PAULO", "so os de são paulo", "so\u0301 os de Sa\u0303o Paulo"):
        assert understood(text).slice == wanted


def test_a_stage_nobody_is_in_is_not_known() -> None:
    table = type(CUSTOMERS)(CUSTOMERS.fields, [row for row in CUSTOMERS.rows if row["stage"] != "ganho"], [])
    assert isinstance(table.understand("só os ganhos"), Ask)


# The language itself


@pytest.mark.parametrize("lexicon", [PORTUGUESE, ENGLISH], ids=lambda lexicon: lexicon.language)
def test_every_function_word_of_the_grammar_is_in_the_lexicon(lexicon: Lexicon) -> None:
    used = {part.symbol for lines in GRAMMAR.values() for line in lines for part in line.parts}
    words = {symbol for symbol in used if symbol.isupper() and symbol not in GRAMMAR} - {"NOUN"}
    known = {**lexicon.function, **lexicon.meaning}
    absent = {
        "pt-BR": {"ONES", "POSSESSIVE", "UNIT_AFTER", "MORE_THAN", "LESS_THAN", "BOTTOM"},
        "en": {"UNIT_BEFORE"},
    }
    assert words - known.keys() == absent[lexicon.language]
    assert set(lexicon.function) - used == {"NOISE"}


WORDS = sorted(
    {phrase for lexicon in (PORTUGUESE, ENGLISH) for phrases in lexicon.function.values() for phrase in listed(phrases)}
    | {
        phrase
        for lexicon in (PORTUGUESE, ENGLISH)
        for m in lexicon.meaning.values()
        for p in m.values()
        for phrase in listed(p)
    }
    | {field.title for field in CUSTOMERS.fields}
    | {"SP", "São Paulo", "VIP", "5", "10", "30/11/2026", "2026", "R$", "’", '"', "(", "\x00", "🙂"}
)


@given(st.lists(st.sampled_from(WORDS), max_size=12), st.sampled_from(["pt-BR", "en"]))
def test_any_words_in_any_order_are_answered(words: list[str], locale: str) -> None:
    outcome = CUSTOMERS.understand(" ".join(words), locale=locale)  # pyright: ignore[reportArgumentType] # sampled
    if isinstance(outcome, Understood):
        assert 0 <= outcome.shown <= outcome.total
        assert outcome.sentence
