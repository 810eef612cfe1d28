"""Finding a conversation by what was said in it."""

import pytest

from liveapps.conversation.files import SaidFile, safe_name
from liveapps.conversation.search import MOST_TERMS, excerpt, said_in, terms_of
from liveapps.conversation.threads import Answered, Body, Broke, Called, Said, Sliced, Suggested
from liveapps.panels.slices import Slice

FILE = SaidFile(attachment="a", name="caixa.csv", size=1, kind="rows")


def test_a_search_is_its_words_without_accents_case_or_repetition() -> None:
    assert terms_of("  São  PAULO são ") == ["sao", "paulo"]
    assert terms_of("") == []
    assert len(terms_of(" ".join(f"w{number}" for number in range(50)))) == MOST_TERMS


@pytest.mark.parametrize(
    ("body", "said"),
    [
        (Said(text="Oi"), "Oi"),
        (Said(text="Veja", files=[FILE]), "Veja caixa.csv"),
        (Said(text="", files=[FILE]), "caixa.csv"),
        (Answered(text="**Olá**"), "**Olá**"),
        (Sliced(answer="a", words="só SP", slice=Slice(), shown=1, total=2), "só SP"),
        (Called(call="c", tool="crm.list", preview="secret"), ""),
        (Suggested(chips=["Mostre"]), ""),
        (Broke(code="tool_failed", message="m", next_step="n"), ""),
    ],
)
def test_only_what_people_and_agents_say_is_searched(body: Body, said: str) -> None:
    assert said_in(body) == said


def test_an_excerpt_shows_the_place_that_was_found_in_its_own_spelling() -> None:
    text = "Primeira linha.\n" + "palavra " * 40 + "AÇÃO imediata " + "depois " * 40
    shown = excerpt(text, ["acao", "imediata"])
    assert "AÇÃO imediata" in shown
    assert shown.startswith("…")
    assert shown.endswith("…")
    assert len(shown) < 160


def test_an_excerpt_counts_letters_that_fold_to_several() -> None:
    assert "STRASSE" in excerpt("ß" * 80 + " " + "x " * 40 + "STRASSE", ["strasse"])


def test_an_excerpt_of_a_short_text_is_the_text() -> None:
    assert excerpt("Olá, Riotur", ["riotur"]) == "Olá, Riotur"


def test_an_excerpt_is_without_the_marks_of_markdown() -> None:
    text = "## Resumo\n\nA [receita](https://x.y) **subiu** `12 %`\n\n- item\n\n| A | B |\n|---|---|\n| 1 | 2 |\n"
    assert excerpt(text, ["receita"]) == "Resumo A receita subiu 12 % item A B 1 2"


@pytest.mark.parametrize("name", ["a\u200bb.csv", "a\u2066b.csv", "\ufeffab.csv", "a\x1bb.csv"])
def test_a_name_keeps_no_sign_that_cannot_be_seen(name: str) -> None:
    assert safe_name(name) == "ab.csv"
