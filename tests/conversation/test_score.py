"""The reference page reports the score that the language has."""

from pathlib import Path

import pytest

from liveapps.conversation.views import Understood
from liveapps.panels.origin import Locale

from .reslice_set import TABLES, UNSEEN, slice_from
from .score import HEAD, score

PAGE = Path(__file__).parents[2] / "docs/reference/reslice.md"


def test_the_page_reports_the_score() -> None:
    text = PAGE.read_text("utf-8")
    reported = text[text.index(HEAD) :].split("\n\n")[0].strip()
    assert reported == score(), "Copy what `python -m tests.conversation.score` prints into docs/reference/reslice.md."


def test_what_was_met_unseen_says_what_became_of_it_at_first_sight() -> None:
    assert {sentence.first for sentence in UNSEEN} == {"right", "wrong", "question"}


def examples() -> list[tuple[Locale, str]]:
    """What the page says one can say, from its first table."""
    rows = [line.strip("|").split("|")[1:] for line in PAGE.read_text("utf-8").splitlines() if " · " in line]
    locales: tuple[Locale, Locale] = ("pt-BR", "en")
    return [
        (at, said.strip()) for row in rows for at, cell in zip(locales, row, strict=True) for said in cell.split("·")
    ]


@pytest.mark.parametrize(("locale", "said"), examples())
def test_every_example_of_the_page_is_understood_of_some_list(locale: Locale, said: str) -> None:
    cut = slice_from({"where": [["state", "is", "SP"]], "sort": ["-revenue"]})
    slices = [(table, current) for table in TABLES.values() for current in (None, cut)]
    fitting = [pair for pair in slices if pair[1] is None or "state" in {field.id for field in pair[0].fields}]
    assert any(isinstance(table.understand(said, current, locale), Understood) for table, current in fitting)
