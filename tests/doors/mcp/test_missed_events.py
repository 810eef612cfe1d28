"""What the user does in a widget is told to the assistant with its next answer, whatever the host forwards."""

import pytest

from liveapps.conversation.widget_events import EVENTS, SENTENCES
from tests.support.world import World

from .asking import Era, assistant, carteira


async def test_the_next_answer_tells_in_the_third_person_what_the_user_did(world: World, era: Era) -> None:
    panel = await carteira(world)
    async with assistant(world, "ana", era, conversation="c1") as ana:
        proposal = await ana.call("move_card", panel=panel, row="Embraer", stage="talking")
        decided = await ana.decide(proposal, "moved_card", stage="talking")
        assert decided.output["missed"] == []
        told = (await ana.call("query_rows", panel=panel)).output["missed"]
        assert [(one["event"], one["sentence"]) for one in told] == [
            ("moved_card", "O usuário moveu Embraer para Negociando")
        ]
        assert told[0]["proposal"] == proposal.output["proposal"]
        assert (await ana.call("list_panels")).output["missed"] == []


async def test_it_is_told_in_the_language_of_the_conversation(world: World) -> None:
    panel = await carteira(world)
    person = await world.person("ana")
    world.people["ana"] = await world.house.accounts.change_locale(person, "en")
    async with assistant(world) as ana:
        proposal = await ana.call("propose_change", panel=panel, row="Riotur", remove=True)
        await ana.decide(proposal, "confirmed_change")
        told = (await ana.call("list_panels")).output["missed"]
    # A row in the trash has no name any more: what is said must not fail for that.
    assert told[0]["sentence"].startswith("The user confirmed the removal of ")


async def test_what_a_widget_itself_reads_takes_nothing_away_from_the_assistant(world: World) -> None:
    panel = await carteira(world)
    async with assistant(world) as ana:
        proposal = await ana.call("propose_change", panel=panel, row="Embraer", values={"next_step": "Ligar"})
        await ana.decide(proposal, "confirmed_change")
        assert (await ana.call("read_proposal", proposal=proposal.output["proposal"])).output["missed"] == []
        refused = await ana.call("open_panel", panel="nothing")
        assert refused.is_error
        told = (await ana.call("open_panel", panel=panel)).output["missed"]
    assert [one["sentence"] for one in told] == ["O usuário confirmou a alteração em Embraer"]


async def test_only_the_conversation_that_asked_is_told(world: World) -> None:
    panel = await carteira(world)
    async with (
        assistant(world, conversation="c1") as one,
        assistant(world, conversation="c2") as other,
        assistant(world, "bia", conversation="c1") as bia,
    ):
        proposal = await one.call("propose_change", panel=panel, row="Embraer", values={"next_step": "Ligar"})
        # The host forgets which conversation a widget belongs to: the question remembers.
        await other.decide(proposal, "confirmed_change")
        assert (await other.call("list_panels")).output["missed"] == []
        assert (await bia.call("list_panels")).output["missed"] == []
        assert len((await one.call("list_panels")).output["missed"]) == 1


async def test_a_widget_of_an_unknown_version_is_told_so_and_nothing_is_done(world: World, era: Era) -> None:
    panel = await carteira(world)
    async with assistant(world, "ana", era) as ana:
        proposal = await ana.call("propose_change", panel=panel, row="Embraer", values={"next_step": "Ligar"})
        newer = await ana.decide(proposal, "confirmed_change", schema_version=2)
        assert (newer.error["code"], newer.error["facts"]["got"]) == ("event_unknown", "2")
        other = await ana.decide(proposal, "danced")
        assert (other.error["code"], "moved_card" in other.error["facts"]["choices"]) == ("event_unknown", True)
        wrong = await ana.decide(proposal, "moved_card", stage="Ganho!")
        assert (wrong.error["code"], wrong.error["facts"]["problems"][0]["at"]) == ("invalid_input", "stage")
    assert (await world.row(panel, "C-1")).values.get("next_step") is None


@pytest.mark.parametrize("locale", ["pt-BR", "en"])
def test_each_language_has_a_sentence_for_everything_that_can_happen(locale: str) -> None:
    sentences = SENTENCES[locale]  # pyright: ignore[reportArgumentType] both languages are its keys
    assert set(sentences) == set(SENTENCES["en"])
    assert len(EVENTS) == 5
    subject = "O usuário" if locale == "pt-BR" else "The user"
    assert all(said.startswith(subject) for name, said in sentences.items() if name != "no_stage")
