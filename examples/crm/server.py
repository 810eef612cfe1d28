"""The demo's CRM as an MCP server: `python examples/crm/server.py --db PATH`, over stdio or, with --http, over HTTP."""

import argparse
import sqlite3
import sys
from collections.abc import Generator
from contextlib import contextmanager
from datetime import date
from pathlib import Path
from typing import Annotated, Literal

if __package__ in (None, ""):  # run as a file, from any folder
    sys.path[0] = str(Path(__file__).resolve().parents[2])

from fastmcp import FastMCP
from fastmcp.exceptions import ToolError
from pydantic import Field

from examples.crm import changes, database, reports

Days = Annotated[int, Field(ge=1, le=3_660, description="How many days back, today included.")]
Limit = Annotated[int, Field(ge=1, le=20_000, description="The most rows to send.")]
Country = Annotated[str | None, Field(description='As in the data, such as "Brazil".')]

READS = {"readOnlyHint": True, "idempotentHint": True, "openWorldHint": False}


def crm_server(path: Path, today: date | None = None) -> FastMCP:
    """`today` fixes the day, for tests; left out, it is the day of each call."""
    mcp: FastMCP = FastMCP("crm", mask_error_details=True)

    def day() -> date:
        return today or date.today()

    @contextmanager
    def crm() -> Generator[sqlite3.Connection]:
        """One transaction: all of it or nothing."""
        connection = database.connect(path)
        try:
            with connection:
                yield connection
        except changes.NotPossible as refusal:
            raise ToolError(str(refusal)) from None
        finally:
            connection.close()

    @mcp.tool(annotations=READS)
    def list_customers(
        country: Country = None, city: str | None = None, state: str | None = None, limit: Limit = 2_000
    ) -> reports.Customers:
        """Customers with what they bought, in US$. Filters ignore case and accents."""
        with crm() as connection:
            return reports.customers(connection, country, city, state, limit)

    @mcp.tool(annotations=READS)
    def list_invoices(days: Days = 365, country: Country = None, limit: Limit = 2_000) -> reports.Invoices:
        """Invoices of the last days, newest first, in US$."""
        with crm() as connection:
            return reports.invoices(connection, reports.days_before(day(), days), country, limit)

    @mcp.tool(annotations=READS)
    def sales_by_month(months: Annotated[int, Field(ge=1, le=60)] = 12) -> reports.SalesByMonth:
        """Revenue (US$) and invoices of each of the last months, this one included, and the period's key numbers."""
        with crm() as connection:
            return reports.sales_by_month(connection, day(), months)

    @mcp.tool(annotations=READS)
    def sales_by_country(days: Days = 365) -> reports.Countries:
        """Revenue (US$), invoices and customers of each country in the last days."""
        with crm() as connection:
            return reports.sales_by_country(connection, reports.days_before(day(), days))

    @mcp.tool(annotations=READS)
    def best_sellers(
        by: reports.BestOf = "artist", days: Days = 365, limit: Annotated[int, Field(ge=1, le=500)] = 10
    ) -> reports.Best:
        """What sold best in the last days, in US$."""
        with crm() as connection:
            return reports.best_sellers(connection, reports.days_before(day(), days), by, limit)

    @mcp.tool(annotations=READS)
    def about_this_data() -> database.About:
        """Where the data comes from, its currency, and how far its dates were moved."""
        with crm() as connection:
            return database.about(connection)

    @mcp.tool(annotations={"readOnlyHint": False, "destructiveHint": False})
    def register_contact(customer_id: str, note: str) -> changes.ContactRegistered:
        """Notes a contact with a customer."""
        with crm() as connection:
            return changes.register_contact(connection, day(), customer_id, note)

    @mcp.tool(annotations={"readOnlyHint": False, "destructiveHint": True})
    def change_world(locale: Literal["pt-BR", "en"] = "pt-BR") -> changes.WorldChanged:
        """Demo only: a Brazilian customer comes, one changes its e-mail, one goes."""
        with crm() as connection:
            return changes.change_world(connection, day(), locale)

    return mcp


def main() -> None:
    options = argparse.ArgumentParser(description=__doc__)
    options.add_argument("--db", type=Path, required=True, help="the SQLite file; built when it is not there")
    options.add_argument("--http", metavar="HOST:PORT", help="serve streamable HTTP there, at /mcp")
    options.add_argument("--today", type=date.fromisoformat, help="the day to take for today (YYYY-MM-DD)")
    given = options.parse_args()
    database.prepare(given.db, given.today or date.today())
    mcp = crm_server(given.db, given.today)
    if given.http:
        host, _, port = given.http.rpartition(":")
        mcp.run("http", show_banner=False, host=host, port=int(port), log_level="WARNING")
    else:
        mcp.run("stdio", show_banner=False, log_level="WARNING")


if __name__ == "__main__":
    main()
