"""The same rows and the same panel for every arm."""

from typing import Any

STAGES = ("new", "talking", "won")
COUNTRIES = ("Brasil", "Portugal", "Angola", "Chile", "França", "Japão", "Canadá", "Índia")


def row(number: int) -> dict[str, Any]:
    """About 280 bytes of JSON, as a customer of a CRM."""
    return {
        "code": f"C-{number:06}",
        "company": f"Empresa de Serviços número {number} Ltda.",
        "email": f"contato{number}@empresa{number % 97}.com.br",
        "city": f"Cidade {number % 53}",
        "country": COUNTRIES[number % len(COUNTRIES)],
        "revenue": round(number * 7.31 % 90_000, 2),
        "invoices": number % 40,
        "due": f"2026-{number % 12 + 1:02}-{number % 28 + 1:02}",
    }


def rows(count: int) -> list[dict[str, Any]]:
    return [row(number) for number in range(count)]


def changed(count: int) -> list[dict[str, Any]]:
    """The same list with every tenth row changed."""
    return [{**one, "revenue": one["revenue"] + 1} if i % 10 == 0 else one for i, one in enumerate(rows(count))]


def template(mode: str) -> dict[str, Any]:
    types = {"email": "email", "revenue": "money", "invoices": "number", "due": "date"}
    fields: list[dict[str, Any]] = [{"id": name, "title": name, "type": types.get(name, "text")} for name in row(0)]
    options = [{"id": stage, "title": stage} for stage in STAGES]
    fields.append({"id": "stage", "title": "Etapa", "type": "stage", "role": "stage", "options": options})
    return {
        "title": "Bench",
        "collections": [{"id": "rows", "title": "Rows", "rows": mode, "key": ["code"], "fields": fields}],
        "tabs": [{"id": "tab", "title": "Tab", "blocks": [{"kind": "table", "id": "grid", "of": "rows"}]}],
    }
