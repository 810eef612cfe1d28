"""What was stored by an older version keeps opening; what a newer one stored is refused, and says so."""

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from liveapps.adapters.sqlite.connection import connect
from liveapps.panels import stored
from liveapps.panels.errors import Refusal
from tests.reading.asking import reader
from tests.support.world import World
from tests.writing.asking import back_to, head, kept_row, patch, redesign

Template = dict[str, Any]


def in_file(folder: Path, place: str, change: Callable[[Template], Template]) -> list[Template]:
    """Writes the templates of a table anew, as another version would have left them. Returns what was there."""
    table, _, key = place.partition(".")
    file = connect(folder / "liveapps.db")
    there: list[Template] = []
    for name, text in file.execute(f"SELECT {key}, template FROM {table} WHERE template IS NOT NULL").fetchall():
        there.append(json.loads(text))
        values = {"template": json.dumps(change(there[-1])), "name": name}
        file.execute(f"UPDATE {table} SET template = :template WHERE {key} = :name", values)
    file.close()
    return there


def older(template: Template) -> Template:
    """A made-up format 0, in which the title was called "name" and every list was inline."""
    lists = [{name: value for name, value in one.items() if name != "rows"} for one in template["collections"]]
    return {
        **{name: value for name, value in template.items() if name not in ("title", "collections")},
        "format": 0,
        "name": template["title"],
        "lists": lists,
    }


def step(template: Template) -> Template:
    lists = [{**one, "rows": "inline"} for one in template["lists"]]
    rest = {name: value for name, value in template.items() if name not in ("name", "lists")}
    return {**rest, "title": template["name"], "collections": lists}


async def test_a_panel_of_an_older_format_opens_is_changed_and_goes_back(
    world: World, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(stored.STEPS, 0, step)
    panel = await world.panel()
    row = await kept_row(world, panel, company="Embraer")
    await world.write(redesign(panel, title="Segunda"))
    before = (await head(world, panel)).template
    in_file(tmp_path, "panel.id", older)
    in_file(tmp_path, "panel_version.version", older)

    assert (await head(world, panel)).template == before
    assert [one.title for one in await world.house.facade.panels(await reader(world))] == ["Segunda"]
    assert "Segunda" in await world.house.facade.agent_context("sales", await world.person("ana"))
    await world.write(patch(panel, row, company="Embraer S.A."))
    assert (await world.row(panel, "C-1")).values["company"] == "Embraer S.A."
    await world.write(back_to(panel, 1))
    assert (await head(world, panel)).template.title == "Carteira"


async def test_reading_an_older_format_does_not_rewrite_it(
    world: World, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(stored.STEPS, 0, step)
    panel = await world.panel()
    in_file(tmp_path, "panel.id", older)
    await world.view(panel)
    (kept,) = in_file(tmp_path, "panel.id", step)
    assert kept["format"] == 0


async def test_each_step_leads_to_the_next_format(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(stored.STEPS, -1, lambda template: {**template, "seen": [*template["seen"], -1]})
    monkeypatch.setitem(stored.STEPS, 0, lambda template: {**template, "seen": [*template["seen"], 0]})
    assert stored.current({"format": -1, "seen": []}) == {"format": 1, "seen": [-1, 0]}
    assert stored.current({"format": 1, "seen": []}) == {"format": 1, "seen": []}


@pytest.mark.parametrize("number", [2, 0, 99])
async def test_a_format_that_this_version_does_not_know_is_refused_and_says_so(
    world: World, tmp_path: Path, number: int
) -> None:
    def of_format(template: Template) -> Template:
        return {**template, "format": number}

    panel = await world.panel()
    in_file(tmp_path, "panel.id", of_format)
    with pytest.raises(Refusal) as refusal:
        await world.view(panel)
    assert (refusal.value.code, refusal.value.facts) == ("data_newer", {"format": number, "known": 1})
    assert "Upgrade" in refusal.value.next_step


async def test_there_is_a_step_from_every_earlier_format_to_the_current_one() -> None:
    assert set(stored.STEPS) == set(range(1, stored.FORMAT))
