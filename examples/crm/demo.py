"""The demo: `python -m examples.crm.demo`. Makes its data on the first start and finds it again on the next."""

import argparse
import asyncio
import contextlib
import sys
from datetime import UTC, date, datetime
from pathlib import Path

from examples.crm import database
from examples.crm.panel import commercial_panel
from liveapps.bootstrap import Running, build_house
from liveapps.panels.errors import Refusal
from liveapps.panels.origin import Actor, Origin
from liveapps.panels.sources import policies
from liveapps.panels.template import read_template
from liveapps.people.policy import PersonReader
from liveapps.serving import serve
from liveapps.settings import Settings, read_config
from liveapps.writing.writes import CreatePanel

HERE = Path(__file__).resolve().parent
ROOT = HERE.parents[1]
FIRST_TABS = ("sales_tab", "invoices_tab", "countries_tab", "code_tab")


def demo_settings(data: Path, host: str, port: int) -> Settings:
    file = read_config(HERE / "liveapps.toml", data)
    return Settings(data=data, host=host, port=port, demo=True, sources=file.sources, agents=file.agents)


async def prepare(running: Running, settings: Settings) -> None:
    """Users and panel, once. The customers' tab is left empty: saving an answer fills it."""
    house = running.house
    await house.accounts.create_user("ana", "Ana Souza", "user", None, ["Vendas"])
    boss = await house.accounts.create_user("bruno", "Bruno Lima", "boss", None, ["Vendas"])
    reader = PersonReader(boss)
    if await house.facade.heads(reader):
        return
    said = policies(settings.sources)
    customers, invoices, countries = (
        [field.model_dump(mode="json") for field in said[f"crm.{tool}"].fields]
        for tool in ("list_customers", "list_invoices", "sales_by_country")
    )
    with contextlib.closing(database.connect(settings.data / "crm.db")) as crm:
        weeks = database.about(crm).weeks_moved
    template = commercial_panel(customers, invoices, countries, weeks, ROOT if (ROOT / ".git").exists() else None)
    panel = house.ids.new()
    origin = Origin(door="system", actor=Actor(kind="person", id=boss.id, name=boss.name), at=datetime.now(UTC))
    create = CreatePanel(panel=panel, agent="commercial", template=read_template(template))
    await house.funnel.write(create, origin)
    await house.presser.grant(boss, panel, "crm.change_world")
    for tab in template["tabs"]:
        if tab["id"] in FIRST_TABS:
            await house.refresher.tab(reader, panel, tab["id"], origin)


def announce(settings: Settings) -> None:
    address = f"http://{settings.host}:{settings.port}"
    print(f"\n  Live Apps demo, offline, without a model\n\n  Business user   {address}/demo/sign-in/ana")
    print(f"  Agent boss      {address}/demo/sign-in/bruno\n\n  Data in {settings.data}. Ctrl+C stops.\n", flush=True)


def main() -> None:
    options = argparse.ArgumentParser(description=__doc__)
    options.add_argument("--data", type=Path, default=Path("data"), help="the folder where everything is kept")
    options.add_argument("--host", default="127.0.0.1", help="a loopback address")
    options.add_argument("--port", type=int, default=8350)
    given = options.parse_args()
    try:
        database.prepare(given.data / "crm.db", date.today())
        settings = demo_settings(given.data, given.host, given.port)
        asyncio.run(first_start(settings))
        announce(settings)
        serve(settings)
    except Refusal as refusal:
        print(f"{refusal.message}\n{refusal.next_step}", file=sys.stderr)
        raise SystemExit(2) from None


async def first_start(settings: Settings) -> None:
    running = build_house(settings)
    await running.start()
    try:
        await prepare(running, settings)
    finally:
        await running.close()


if __name__ == "__main__":
    main()
