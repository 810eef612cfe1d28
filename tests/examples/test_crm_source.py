"""The demo's CRM: a real MCP server over a real database, seen the way the product sees it."""

import shutil
import sys
from collections.abc import AsyncGenerator, Generator
from contextlib import asynccontextmanager
from datetime import date
from pathlib import Path
from typing import Any

import pytest

from examples.crm import database
from liveapps.acting.extract import extract
from liveapps.adapters.mcp_client import McpSources
from liveapps.panels.extracts import FromStructured
from liveapps.panels.sources import Source
from liveapps.ports import RawResult
from tests.support.clock import FixedClock
from tests.support.serving import served

PROGRAM = Path(__file__).parents[2] / "examples" / "crm" / "server.py"
TODAY = date(2026, 11, 30)
AT_ROWS = FromStructured(path="rows", total="total", truncated="truncated")
BRAZIL = {"country": "Brazil"}


@pytest.fixture(scope="module")
def built(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("crm") / "crm.db"
    database.prepare(path, TODAY)
    return path


@pytest.fixture(scope="module")
def address(built: Path) -> Generator[str]:
    """The server over HTTP, for tests that only read."""
    with served(PROGRAM, "--db", str(built), "--today", TODAY.isoformat()) as url:
        yield url


@pytest.fixture
def crm_file(built: Path, tmp_path: Path) -> Path:
    return Path(shutil.copy(built, tmp_path / "crm.db"))


@asynccontextmanager
async def opened(transport: dict[str, Any]) -> AsyncGenerator[McpSources]:
    tools = McpSources([Source.model_validate({"name": "crm", "transport": transport})], clock=FixedClock())
    try:
        await tools.start()
        yield tools
    finally:
        await tools.close()


def over_http(url: str) -> Any:
    return opened({"kind": "http", "url": url})


def over_stdio(path: Path) -> Any:
    """The server as a program, started from a folder that is not the project's."""
    args = [str(PROGRAM), "--db", str(path), "--today", TODAY.isoformat()]
    return opened({"kind": "stdio", "command": sys.executable, "args": args, "cwd": str(path.parent)})


def rows_of(result: RawResult) -> list[dict[str, Any]]:
    rows = extract(result, AT_ROWS, tool="crm").rows
    assert rows is not None
    return rows


async def companies(tools: McpSources, **where: str) -> list[str]:
    return [row["company"] for row in rows_of(await tools.call("crm.list_customers", where))]


async def test_the_lists_only_read_and_the_rest_needs_a_grant(address: str) -> None:
    async with over_http(address) as tools:
        powers = {name: tool.power for name in tools.names() if (tool := tools.describe(name))}
    assert powers == {
        "crm.list_customers": "read",
        "crm.list_invoices": "read",
        "crm.sales_by_month": "read",
        "crm.sales_by_country": "read",
        "crm.best_sellers": "read",
        "crm.about_this_data": "read",
        "crm.register_contact": "domain",
        "crm.change_world": "domain",
    }


async def test_the_customers_of_brazil_come_complete_with_stable_ids(crm_file: Path) -> None:
    async with over_stdio(crm_file) as tools:
        result = await tools.call("crm.list_customers", BRAZIL)
    found = extract(result, AT_ROWS, tool="crm.list_customers")
    assert (found.declared, found.truncated) == (5, False)
    assert [(row["customer_id"], row["company"], row["state"]) for row in rows_of(result)] == [
        ("C-1", "Embraer - Empresa Brasileira de Aeronáutica S.A.", "SP"),
        ("C-10", "Woodstock Discos", "SP"),
        ("C-11", "Banco do Brasil S.A.", "SP"),
        ("C-12", "Riotur", "RJ"),
        ("C-13", "Fernanda Ramos", "DF"),
    ]
    assert rows_of(result)[0] == {
        "customer_id": "C-1",
        "company": "Embraer - Empresa Brasileira de Aeronáutica S.A.",
        "contact": "Luís Gonçalves",
        "city": "São José dos Campos",
        "state": "SP",
        "country": "Brazil",
        "email": "luisg@embraer.com.br",
        "phone": "+55 (12) 3923-5555",
        "revenue": 39.62,
        "invoices": 7,
        "last_invoice": "2026-07-12",
    }


async def test_filters_ignore_case_and_accents(address: str) -> None:
    async with over_http(address) as tools:
        assert await companies(tools, city="sao paulo") == ["Woodstock Discos", "Banco do Brasil S.A."]
        assert await companies(tools, state="rj", country="BRAZIL") == ["Riotur"]
        assert await companies(tools, city="Atlantis") == []


async def test_a_shorter_page_says_that_it_is_cut(address: str) -> None:
    async with over_http(address) as tools:
        result = await tools.call("crm.list_customers", {"limit": 10})
    found = extract(result, AT_ROWS, tool="crm.list_customers")
    assert (len(rows_of(result)), found.declared, found.truncated) == (10, 59, True)
    assert result.structured is not None
    assert result.structured["truncated"] is True


async def test_a_longer_window_holds_the_invoices_of_a_shorter_one(address: str) -> None:
    async with over_http(address) as tools:
        week, month, ever = [
            {row["invoice_id"] for row in rows_of(await tools.call("crm.list_invoices", {"days": days}))}
            for days in (7, 30, 3_660)
        ]
    assert 0 < len(week) < len(month) < len(ever) == 412
    assert week < month < ever


async def test_the_numbers_of_a_period_are_those_of_its_months(address: str) -> None:
    async with over_http(address) as tools:
        result = await tools.call("crm.sales_by_month", {"months": 12})
        longer = await tools.call("crm.sales_by_month", {"months": 24})
    months = rows_of(result)
    assert [months[0]["month"], months[-1]["month"], len(months)] == ["2025-12", "2026-11", 12]
    metrics = extract(result, FromStructured(path="metrics"), tool="crm.sales_by_month").value
    assert metrics is not None
    assert metrics["revenue"] == pytest.approx(sum(row["revenue"] for row in months))
    assert metrics["invoices"] == sum(row["invoices"] for row in months)
    assert metrics["average_ticket"] == round(metrics["revenue"] / metrics["invoices"], 2)
    previous = extract(result, FromStructured(path="previous"), tool="crm.sales_by_month").value
    assert previous is not None
    assert previous["invoices"] == sum(row["invoices"] for row in rows_of(longer)[:12])


async def test_sales_are_the_same_however_they_are_grouped(address: str) -> None:
    async with over_http(address) as tools:
        invoices = rows_of(await tools.call("crm.list_invoices", {"days": 365}))
        countries = rows_of(await tools.call("crm.sales_by_country", {"days": 365}))
        genres = rows_of(await tools.call("crm.best_sellers", {"by": "genre", "days": 365, "limit": 500}))
    total = pytest.approx(sum(row["total"] for row in invoices))
    assert sum(row["revenue"] for row in countries) == total
    assert sum(row["revenue"] for row in genres) == total


async def test_the_world_changes_four_times_and_embraer_stays(crm_file: Path) -> None:
    async with over_stdio(crm_file) as tools:
        for _ in range(4):
            before = {row["customer_id"]: row for row in rows_of(await tools.call("crm.list_customers", BRAZIL))}
            said = (await tools.call("crm.change_world", {})).structured
            after = {row["customer_id"]: row for row in rows_of(await tools.call("crm.list_customers", BRAZIL))}
            assert said is not None
            inserted, changed, deleted = (said[part]["customer_id"] for part in ("inserted", "changed", "deleted"))
            assert after.keys() - before.keys() == {inserted}
            assert before.keys() - after.keys() == {deleted}
            assert after[inserted]["invoices"] == 1
            assert after[changed]["email"] == said["changed"]["email"] != before[changed]["email"]
            assert {name for name in before.keys() & after.keys() if before[name] != after[name]} == {changed}
            assert "C-1" in after
        left = await companies(tools, **BRAZIL)
        invoices = rows_of(await tools.call("crm.list_invoices", {"days": 3_660}))
        assert sum(row["invoices"] for row in rows_of(await tools.call("crm.sales_by_month", {"months": 60}))) == len(
            invoices
        )
        refused = await tools.call("crm.change_world", {})
        assert refused.is_error
        assert refused.text.startswith("No Brazilian customer is left that may go.")
        assert await companies(tools, **BRAZIL) == left


async def test_the_first_change_touches_three_customers_of_sao_paulo(crm_file: Path) -> None:
    async with over_stdio(crm_file) as tools:
        said = (await tools.call("crm.change_world", {"locale": "pt-BR"})).structured
        assert said is not None
        assert (
            said["sentence"] == "Entrou Padaria Aurora, mudou o e-mail de Banco do Brasil S.A. e saiu Woodstock Discos."
        )
        assert await companies(tools, state="SP") == [
            "Embraer - Empresa Brasileira de Aeronáutica S.A.",
            "Banco do Brasil S.A.",
            "Padaria Aurora",
        ]


async def test_a_contact_is_registered_for_a_customer_who_exists(crm_file: Path) -> None:
    async with over_stdio(crm_file) as tools:
        done = await tools.call("crm.register_contact", {"customer_id": "C-1", "note": "Ligou hoje."})
        lost = await tools.call("crm.register_contact", {"customer_id": "C-999", "note": "Ligou hoje."})
    assert done.structured is not None
    assert (done.structured["customer_id"], done.structured["note"]) == ("C-1", "Ligou hoje.")
    assert lost.is_error
    assert lost.text == 'There is no customer "C-999". Take the customer_id from list_customers.'


async def test_the_server_also_runs_as_a_module_of_the_project(crm_file: Path) -> None:
    args = ["-m", "examples.crm.server", "--db", str(crm_file)]
    async with opened(
        {"kind": "stdio", "command": sys.executable, "args": args, "cwd": str(PROGRAM.parents[2])}
    ) as tools:
        assert len(await companies(tools, **BRAZIL)) == 5


@pytest.mark.parametrize("today", [date(2026, 11, 30), date(2027, 1, 1), date(2028, 2, 29), date(2012, 1, 1)])
def test_the_newest_invoice_is_less_than_a_week_old_and_the_move_is_told(tmp_path: Path, today: date) -> None:
    path = tmp_path / "crm.db"
    database.prepare(path, today)
    connection = database.connect(path)
    about = database.about(connection)
    first = connection.execute("SELECT date FROM invoices WHERE id = 1").fetchone()["date"]
    connection.close()
    assert 0 <= (today - about.newest_invoice).days < 7
    assert (date.fromisoformat(first) - date(2007, 1, 1)).days == 7 * about.weeks_moved
    assert about.note == f"Chinook sample data, in US$. Invoice dates were moved forward by {about.weeks_moved} weeks."


def test_a_file_that_grew_old_is_moved_on_and_keeps_what_changed(tmp_path: Path) -> None:
    path = tmp_path / "crm.db"
    database.prepare(path, TODAY)
    connection = database.connect(path)
    with connection:
        connection.execute("DELETE FROM customers WHERE id = 10")
    connection.close()
    database.prepare(path, date(2027, 2, 15))
    connection = database.connect(path)
    about, left = database.about(connection), connection.execute("SELECT count(*) FROM customers").fetchone()[0]
    connection.close()
    assert 0 <= (date(2027, 2, 15) - about.newest_invoice).days < 7
    assert left == 58
