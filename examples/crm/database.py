"""The demo's data: the Chinook music shop as a SQLite file, with its invoices moved to the present.

Chinook ends in 2011. Invoices are moved by a whole number of weeks, so that the newest is less than a week
old and each keeps its day of the week; how far they were moved is recorded and told (see `about`).
"""

import gzip
import json
import os
import sqlite3
import unicodedata
from datetime import date, timedelta
from pathlib import Path
from typing import Any

from pydantic import BaseModel

DATA = Path(__file__).parent / "data" / "chinook.json.gz"

SCHEMA = """
CREATE TABLE employees (id INTEGER PRIMARY KEY, first_name TEXT, last_name TEXT, title TEXT);
CREATE TABLE customers (
    id INTEGER PRIMARY KEY AUTOINCREMENT, -- an id is never given twice
    first_name TEXT NOT NULL, last_name TEXT NOT NULL, company TEXT, city TEXT, state TEXT,
    country TEXT, phone TEXT, email TEXT NOT NULL, employee_id INTEGER REFERENCES employees);
CREATE TABLE invoices (
    id INTEGER PRIMARY KEY AUTOINCREMENT, customer_id INTEGER NOT NULL REFERENCES customers ON DELETE CASCADE,
    date TEXT NOT NULL, total_cents INTEGER NOT NULL);
CREATE TABLE artists (id INTEGER PRIMARY KEY, name TEXT);
CREATE TABLE genres (id INTEGER PRIMARY KEY, name TEXT);
CREATE TABLE albums (id INTEGER PRIMARY KEY, title TEXT, artist_id INTEGER REFERENCES artists);
CREATE TABLE tracks (
    id INTEGER PRIMARY KEY, name TEXT, album_id INTEGER REFERENCES albums, genre_id INTEGER REFERENCES genres);
CREATE TABLE invoice_lines (
    invoice_id INTEGER NOT NULL REFERENCES invoices ON DELETE CASCADE, track_id INTEGER NOT NULL REFERENCES tracks,
    price_cents INTEGER NOT NULL, quantity INTEGER NOT NULL);
CREATE TABLE contacts (
    id INTEGER PRIMARY KEY, customer_id INTEGER NOT NULL REFERENCES customers ON DELETE CASCADE,
    date TEXT NOT NULL, note TEXT NOT NULL);
CREATE TABLE facts (name TEXT PRIMARY KEY, number INTEGER NOT NULL);
CREATE INDEX invoices_of_customer ON invoices (customer_id);
CREATE INDEX lines_of_invoice ON invoice_lines (invoice_id);
"""


class About(BaseModel):
    """What a reader of these numbers must know of them."""

    name: str
    currency: str
    weeks_moved: int
    newest_invoice: date
    note: str


def prepare(path: Path, today: date) -> None:
    """Builds the file if it is not there; moves the invoices on if they have grown older than a week."""
    if not path.exists():
        path.parent.mkdir(parents=True, exist_ok=True)
        unfinished = path.with_suffix(f".{os.getpid()}.new")
        unfinished.unlink(missing_ok=True)
        _build(unfinished)
        unfinished.replace(path)
    with connect(path) as crm:
        _move_invoices(crm, today)
    crm.close()


def connect(path: Path) -> sqlite3.Connection:
    """`fold` in its SQL compares text without regard to case and accents."""
    crm = sqlite3.connect(path, timeout=10)
    crm.row_factory = sqlite3.Row
    crm.execute("PRAGMA foreign_keys = ON")
    crm.create_function("fold", 1, fold, deterministic=True)
    return crm


def fold(text: str | None) -> str | None:
    if text is None:
        return None
    apart = unicodedata.normalize("NFD", text)
    return "".join(letter for letter in apart if not unicodedata.combining(letter)).casefold().strip()


def about(crm: sqlite3.Connection) -> About:
    weeks = fact(crm, "weeks_moved")
    return About(
        name="Chinook",
        currency="USD",
        weeks_moved=weeks,
        newest_invoice=_newest(crm),
        note=f"Chinook sample data, in US$. Invoice dates were moved forward by {weeks} weeks.",
    )


def fact(crm: sqlite3.Connection, name: str) -> int:
    row = crm.execute("SELECT number FROM facts WHERE name = ?", (name,)).fetchone()
    return row["number"] if row else 0


def set_fact(crm: sqlite3.Connection, name: str, number: int) -> None:
    crm.execute("INSERT OR REPLACE INTO facts VALUES (?, ?)", (name, number))


def _build(path: Path) -> None:
    tables: dict[str, Any] = json.loads(gzip.decompress(DATA.read_bytes()))
    with connect(path) as crm:
        crm.executescript(SCHEMA)
        for name in ("employees", "customers", "invoices", "artists", "genres", "albums", "tracks", "invoice_lines"):
            columns: list[str] = tables[name]["columns"]
            places = ", ".join("?" for _ in columns)
            # Names come from the file beside this module, never from outside.
            crm.executemany(f"INSERT INTO {name} ({', '.join(columns)}) VALUES ({places})", tables[name]["rows"])  # noqa: S608
    crm.close()


def _move_invoices(crm: sqlite3.Connection, today: date) -> None:
    weeks = (today - _newest(crm)).days // 7
    if weeks:
        crm.execute("UPDATE invoices SET date = date(date, ?)", (f"{timedelta(weeks=weeks).days:+d} days",))
        set_fact(crm, "weeks_moved", fact(crm, "weeks_moved") + weeks)


def _newest(crm: sqlite3.Connection) -> date:
    return date.fromisoformat(crm.execute("SELECT max(date) FROM invoices").fetchone()[0])
