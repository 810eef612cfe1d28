"""What the CRM can be asked. Answers are typed; each list says how many rows there are in all."""

import sqlite3
from datetime import date, timedelta
from typing import Literal, TypeVar

from pydantic import BaseModel, Field

R = TypeVar("R", bound=BaseModel)

BestOf = Literal["artist", "album", "genre", "track", "employee"]

NAMES: dict[BestOf, str] = {
    "artist": "artists.name",
    "album": "albums.title",
    "genre": "genres.name",
    "track": "tracks.name",
    "employee": "employees.first_name || ' ' || employees.last_name",
}


class CustomerRow(BaseModel):
    customer_id: str = Field(description='Stable id, such as "C-1".')
    company: str = Field(description="The company, or the person's name when there is none.")
    contact: str
    city: str | None
    state: str | None
    country: str | None
    email: str
    phone: str | None
    revenue: float = Field(description="Sum of all invoices, in US$.")
    invoices: int
    last_invoice: str | None = Field(description="Date of the newest invoice, YYYY-MM-DD.")


class InvoiceRow(BaseModel):
    invoice_id: str
    date: str
    customer: str
    city: str | None
    country: str | None
    total: float


class MonthRow(BaseModel):
    month: str = Field(description="YYYY-MM.")
    revenue: float
    invoices: int


class CountryRow(BaseModel):
    country: str
    revenue: float
    invoices: int
    customers: int


class BestRow(BaseModel):
    name: str
    revenue: float
    units: int


class Customers(BaseModel):
    rows: list[CustomerRow]
    total: int = Field(description="How many rows match; more than were sent when `truncated`.")
    truncated: bool


class Invoices(BaseModel):
    rows: list[InvoiceRow]
    total: int
    truncated: bool


class Countries(BaseModel):
    rows: list[CountryRow]
    total: int
    truncated: bool = False


class Best(BaseModel):
    rows: list[BestRow]
    total: int
    truncated: bool


class SalesNumbers(BaseModel):
    """`average_ticket` is null for a period without invoices."""

    revenue: float
    invoices: int
    average_ticket: float | None
    customers: int


class SalesByMonth(BaseModel):
    """`metrics` of the months in `rows`, `previous` of as many months before them."""

    rows: list[MonthRow]
    metrics: SalesNumbers
    previous: SalesNumbers
    total: int
    truncated: bool = False


def customers(
    crm: sqlite3.Connection, country: str | None, city: str | None, state: str | None, limit: int
) -> Customers:
    found = crm.execute(
        """
        SELECT 'C-' || customers.id AS customer_id,
               coalesce(company, first_name || ' ' || last_name) AS company,
               first_name || ' ' || last_name AS contact, city, state, country, email, phone,
               coalesce(sum(total_cents), 0) / 100.0 AS revenue,
               count(invoices.id) AS invoices, max(date) AS last_invoice
        FROM customers LEFT JOIN invoices ON invoices.customer_id = customers.id
        WHERE (:country IS NULL OR fold(country) = fold(:country))
          AND (:city IS NULL OR fold(city) = fold(:city))
          AND (:state IS NULL OR fold(state) = fold(:state))
        GROUP BY customers.id ORDER BY customers.id
        """,
        {"country": country, "city": city, "state": state},
    ).fetchall()
    return Customers(rows=_rows(CustomerRow, found[:limit]), total=len(found), truncated=len(found) > limit)


def invoices(crm: sqlite3.Connection, since: date, country: str | None, limit: int) -> Invoices:
    found = crm.execute(
        """
        SELECT 'I-' || invoices.id AS invoice_id, date, coalesce(company, first_name || ' ' || last_name) AS customer,
               city, country, total_cents / 100.0 AS total
        FROM invoices JOIN customers ON customers.id = invoices.customer_id
        WHERE date > :since AND (:country IS NULL OR fold(country) = fold(:country))
        ORDER BY date DESC, invoices.id DESC
        """,
        {"since": since.isoformat(), "country": country},
    ).fetchall()
    return Invoices(rows=_rows(InvoiceRow, found[:limit]), total=len(found), truncated=len(found) > limit)


def sales_by_month(crm: sqlite3.Connection, today: date, months: int) -> SalesByMonth:
    """The current month counts as the last one. A month without sales is a row of zeros, not a gap."""
    wanted = [_month(today, back) for back in range(2 * months - 1, -1, -1)]
    sold = crm.execute(
        """
        SELECT substr(date, 1, 7) AS month, sum(total_cents) / 100.0 AS revenue, count(*) AS invoices
        FROM invoices WHERE month BETWEEN ? AND ? GROUP BY month
        """,
        (wanted[months], wanted[-1]),
    ).fetchall()
    by_month = {row.month: row for row in _rows(MonthRow, sold)}
    rows = [by_month.get(month, MonthRow(month=month, revenue=0, invoices=0)) for month in wanted[months:]]
    return SalesByMonth(
        rows=rows,
        metrics=_numbers(crm, wanted[months], wanted[-1]),
        previous=_numbers(crm, wanted[0], wanted[months - 1]),
        total=len(rows),
    )


def sales_by_country(crm: sqlite3.Connection, since: date) -> Countries:
    found = crm.execute(
        """
        SELECT country, sum(total_cents) / 100.0 AS revenue, count(*) AS invoices,
               count(DISTINCT customer_id) AS customers
        FROM invoices JOIN customers ON customers.id = invoices.customer_id
        WHERE date > ? GROUP BY country ORDER BY revenue DESC, country
        """,
        (since.isoformat(),),
    ).fetchall()
    return Countries(rows=_rows(CountryRow, found), total=len(found))


def best_sellers(crm: sqlite3.Connection, since: date, by: BestOf, limit: int) -> Best:
    found = crm.execute(
        f"""
        SELECT {NAMES[by]} AS name, sum(price_cents * quantity) / 100.0 AS revenue, sum(quantity) AS units
        FROM invoice_lines
        JOIN invoices ON invoices.id = invoice_id JOIN customers ON customers.id = invoices.customer_id
        JOIN employees ON employees.id = employee_id
        JOIN tracks ON tracks.id = track_id JOIN genres ON genres.id = genre_id
        JOIN albums ON albums.id = album_id JOIN artists ON artists.id = artist_id
        WHERE date > ? GROUP BY 1 ORDER BY revenue DESC, name
        """,  # noqa: S608 (the name comes from the closed list above)
        (since.isoformat(),),
    ).fetchall()
    return Best(rows=_rows(BestRow, found[:limit]), total=len(found), truncated=len(found) > limit)


def days_before(today: date, days: int) -> date:
    return today - timedelta(days=days)


def _rows(model: type[R], found: list[sqlite3.Row]) -> list[R]:
    return [model(**dict(row)) for row in found]


def _month(today: date, back: int) -> str:
    year, month = divmod(today.year * 12 + today.month - 1 - back, 12)
    return f"{year:04d}-{month + 1:02d}"


def _numbers(crm: sqlite3.Connection, first: str, last: str) -> SalesNumbers:
    cents, count, buyers = crm.execute(
        """
        SELECT coalesce(sum(total_cents), 0), count(*), count(DISTINCT customer_id)
        FROM invoices WHERE substr(date, 1, 7) BETWEEN ? AND ?
        """,
        (first, last),
    ).fetchone()
    ticket = round(cents / count / 100, 2) if count else None
    return SalesNumbers(revenue=cents / 100, invoices=count, average_ticket=ticket, customers=buyers)
