"""What changes in the CRM: a contact is noted, and, for the demo, the world moves on by itself."""

import sqlite3
from dataclasses import dataclass
from datetime import date
from typing import Literal

from pydantic import BaseModel

from examples.crm.database import fact, set_fact

EMBRAER = 1
LEAVING = (10, 12, 13, 11)
"""Brazilian customers in the order in which they go. Embraer stays: it is the card that people move."""


class NotPossible(Exception):
    """The message says what to do instead."""


@dataclass(frozen=True)
class Newcomer:
    company: str
    first_name: str
    last_name: str
    city: str
    state: str
    phone: str
    email: str


NEWCOMERS = (
    Newcomer("Padaria Aurora", "Beatriz", "Nogueira", "Campinas", "SP", "+55 (19) 5550-0101", "beatriz@aurora.example"),
    Newcomer("Livraria Horizonte", "Caio", "Menezes", "Santos", "SP", "+55 (13) 5550-0102", "caio@horizonte.example"),
    Newcomer("Estúdio Maré", "Joana", "Barros", "Niterói", "RJ", "+55 (21) 5550-0103", "joana@mare.example"),
    Newcomer("Oficina Ipê", "Rafael", "Couto", "Goiânia", "GO", "+55 (62) 5550-0104", "rafael@ipe.example"),
)


class Inserted(BaseModel):
    customer_id: str
    company: str
    invoice_id: str


class Changed(BaseModel):
    customer_id: str
    company: str
    email_before: str
    email: str


class Deleted(BaseModel):
    customer_id: str
    company: str


class WorldChanged(BaseModel):
    inserted: Inserted
    changed: Changed
    deleted: Deleted
    sentence: str


class ContactRegistered(BaseModel):
    contact_id: int
    customer_id: str
    date: str
    note: str
    sentence: str


def change_world(crm: sqlite3.Connection, today: date, locale: Literal["pt-BR", "en"]) -> WorldChanged:
    """One Brazilian customer comes, one changes its e-mail, one goes: all of it or, if nobody can go, nothing."""
    turn = fact(crm, "changes")
    here = {row["id"]: row for row in crm.execute("SELECT * FROM customers WHERE country = 'Brazil' ORDER BY id")}
    leaver = next((customer for customer in LEAVING if customer in here), None)
    if leaver is None:
        raise NotPossible(
            "No Brazilian customer is left that may go. Stop the demo, delete its CRM file and start again."
        )
    staying = [customer for customer in here if customer != leaver]
    deleted = _delete(crm, here[leaver])
    changed = _change_email(crm, here[staying[(turn + 1) % len(staying)]], turn)
    inserted = _insert(crm, NEWCOMERS[turn % len(NEWCOMERS)], today)
    set_fact(crm, "changes", turn + 1)
    sentence = (
        f"Entrou {inserted.company}, mudou o e-mail de {changed.company} e saiu {deleted.company}"
        if locale == "pt-BR"
        else f"{inserted.company} came, the e-mail of {changed.company} changed, {deleted.company} left"
    ).removesuffix(".") + "."
    return WorldChanged(inserted=inserted, changed=changed, deleted=deleted, sentence=sentence)


def register_contact(crm: sqlite3.Connection, today: date, customer_id: str, note: str) -> ContactRegistered:
    row = crm.execute("SELECT * FROM customers WHERE 'C-' || id = ?", (customer_id,)).fetchone()
    if row is None:
        raise NotPossible(f'There is no customer "{customer_id}". Take the customer_id from list_customers.')
    if not note.strip():
        raise NotPossible("The note is empty. Say what was agreed.")
    added = crm.execute(
        "INSERT INTO contacts (customer_id, date, note) VALUES (?, ?, ?)", (row["id"], today.isoformat(), note.strip())
    )
    return ContactRegistered(
        contact_id=added.lastrowid or 0,
        customer_id=customer_id,
        date=today.isoformat(),
        note=note.strip(),
        sentence=f"Contact with {_name(row)} registered.",
    )


def _delete(crm: sqlite3.Connection, customer: sqlite3.Row) -> Deleted:
    crm.execute("DELETE FROM customers WHERE id = ?", (customer["id"],))
    return Deleted(customer_id=f"C-{customer['id']}", company=_name(customer))


def _change_email(crm: sqlite3.Connection, customer: sqlite3.Row, turn: int) -> Changed:
    before: str = customer["email"]
    email = f"compras{turn + 1}@{before.rpartition('@')[2]}"
    crm.execute("UPDATE customers SET email = ? WHERE id = ?", (email, customer["id"]))
    return Changed(customer_id=f"C-{customer['id']}", company=_name(customer), email_before=before, email=email)


def _insert(crm: sqlite3.Connection, newcomer: Newcomer, today: date) -> Inserted:
    customer = crm.execute(
        "INSERT INTO customers (company, first_name, last_name, city, state, country, phone, email, employee_id) "
        "VALUES (?, ?, ?, ?, ?, 'Brazil', ?, ?, 3)",
        (
            newcomer.company,
            newcomer.first_name,
            newcomer.last_name,
            newcomer.city,
            newcomer.state,
            newcomer.phone,
            newcomer.email,
        ),
    ).lastrowid
    tracks = crm.execute("SELECT id FROM tracks ORDER BY id LIMIT 6").fetchall()
    invoice = crm.execute(
        "INSERT INTO invoices (customer_id, date, total_cents) VALUES (?, ?, ?)",
        (customer, today.isoformat(), 99 * len(tracks)),
    ).lastrowid
    crm.executemany("INSERT INTO invoice_lines VALUES (?, ?, 99, 1)", [(invoice, track["id"]) for track in tracks])
    return Inserted(customer_id=f"C-{customer}", company=newcomer.company, invoice_id=f"I-{invoice}")


def _name(customer: sqlite3.Row) -> str:
    return customer["company"] or f"{customer['first_name']} {customer['last_name']}"
