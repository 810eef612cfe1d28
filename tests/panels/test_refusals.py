"""A refusal says what happened, lists what would have been right, and never more than one may know."""

import pytest

from liveapps.panels.errors import CODES, Refusal, gone, not_found
from liveapps.panels.instance import Freshness, failed
from liveapps.panels.origin import Actor, Origin
from tests.store.nouns import AT, LATER


def test_a_name_that_is_not_there_is_told_with_the_nearest_ones() -> None:
    found = not_found("field_not_found", "field", "revenu", ["revenue", "company", "code"])
    assert found.facts == {"field": "revenu", "choices": ["code", "company", "revenue"], "near": ["revenue"]}
    assert found.next_step == "Use one of: code, company, revenue."
    assert found.message == 'There is no field "revenu".'


def test_of_very_many_choices_only_the_first_are_listed() -> None:
    found = not_found("field_not_found", "field", "x", [f"field_{number:03}" for number in range(200)])
    assert len(found.facts["choices"]) == 50
    assert len(found.next_step) < 700


def test_where_there_is_nothing_to_choose_from_that_is_said() -> None:
    assert not_found("tab_not_found", "tab", "x", []).next_step == "There is no tab here yet."


def test_what_may_be_hidden_lists_no_choices() -> None:
    found = gone("panel_not_found", "panel", "p1", "List the panels.")
    assert (found.facts, found.next_step) == ({"panel": "p1"}, "List the panels.")


def test_an_envelope_has_the_same_four_parts_for_every_code() -> None:
    for code in CODES:
        refusal = Refusal(code, "message", "next", fact=1)  # pyright: ignore[reportArgumentType] the list is the type
        assert refusal.envelope() == {"code": code, "message": "message", "next_step": "next", "facts": {"fact": 1}}


def test_no_code_is_there_twice() -> None:
    assert len(CODES) == len(set(CODES)) > 40


SYSTEM = Actor(kind="system", id="refresh")
GOOD = Freshness(collected_at=AT, status="partial", triggered_by=SYSTEM, shown=3, declared=5)
BAD = Freshness(collected_at=LATER, status="error", triggered_by=SYSTEM, code="tool_timeout")


def test_a_failure_remembers_when_the_data_was_good_and_how_much_of_it_there_is() -> None:
    once = failed(GOOD, BAD)
    twice = failed(once, BAD.model_copy(update={"collected_at": LATER}))
    for now in (once, twice):
        assert (now.status, now.last_good_at, now.shown, now.declared) == ("error", AT, 3, 5)


def test_a_first_failure_has_no_good_time_to_remember() -> None:
    now = failed(None, BAD)
    assert (now.last_good_at, now.shown, failed(now, BAD).last_good_at) == (None, None, None)


@pytest.mark.parametrize(
    ("kind", "door", "by_hand"),
    [
        ("person", "board", True),
        ("person", "button", True),
        ("person", "api", True),
        ("person", "import", False),
        ("person", "chat", False),
        ("person", "refresh", False),
        ("agent", "board", False),
        ("agent", "chat", False),
        ("system", "refresh", False),
    ],
)
def test_a_value_is_stated_by_hand_only_by_a_person_who_states_it(kind: str, door: str, by_hand: bool) -> None:
    origin = Origin.model_validate({"door": door, "actor": {"kind": kind, "id": "x"}, "at": AT})
    assert origin.by_hand is by_hand
