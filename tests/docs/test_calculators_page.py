"""What the page on calculators shows is what happens."""

from pathlib import Path

from liveapps.bootstrap import build_house
from liveapps.cli import settings_from
from liveapps.panels.origin import Actor, Origin
from liveapps.panels.template import read_template
from liveapps.people.policy import PersonReader
from liveapps.writing.writes import CreatePanel, Ship
from tests.docs.pages import code_in

PAGE = "how-to/calculators.md"
SALES = [
    {"number": "1", "seller": "Bia", "amount": 100},
    {"number": "2", "seller": "Ana", "amount": 250.5},
    {"number": "3", "seller": "Bia", "amount": 60},
    {"number": "4", "seller": "Caio"},
]


async def test_the_code_of_the_page_computes_a_panel(tmp_path: Path) -> None:
    (function,), (configuration,), (template,) = (code_in(PAGE, one) for one in ("python", "toml", "json"))
    (tmp_path / "sales_team.py").write_text(function)
    (tmp_path / "liveapps.toml").write_text(configuration)
    running = build_house(settings_from(tmp_path / "data", None, tmp_path / "liveapps.toml", "127.0.0.1", 0))
    house = running.house
    try:
        user = await house.accounts.create_user("ana", "Ana", "user", None)
        origin = Origin(door="api", actor=Actor(kind="person", id=user.id), at=house.clock.now())
        write = CreatePanel(panel=house.ids.new(), agent="sales", template=read_template(template))
        panel = (await house.funnel.write(write, origin)).panel
        await house.funnel.write(Ship(panel=panel, collection="sales", rows=SALES), origin)
        done = await house.calculators.run(PersonReader(user), panel, origin)
        assert (done.status, done.message) == ("complete", None)
        view = await house.facade.panel(PersonReader(user), panel)
    finally:
        await running.close()
    rows = view.collections["commissions"].rows or []
    assert [row.values for row in rows] == [
        {"seller": "Ana", "sold": 250.5, "commission": 12.53},
        {"seller": "Bia", "sold": 160, "commission": 8},
        {"seller": "Caio", "sold": 0, "commission": 0},
    ]
    numbers = view.states["numbers"].content
    assert numbers is not None
    assert numbers.model_dump()["values"] == {"total": 20.53}
