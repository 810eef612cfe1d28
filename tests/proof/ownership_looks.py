"""The panel of the ownership model, and every way in which one reader of it is told something."""

from collections import Counter
from typing import Any

from liveapps.panels.rows import Row
from liveapps.panels.slices import Slice
from liveapps.panels.template import read_template
from liveapps.people.policy import PersonReader
from liveapps.people.users import Role
from liveapps.reading.views import CollectionView, RowsPage
from tests.proof.ownership_model import ANCHOR, ANCHOR_DOORS, OF_THE_PANEL, STAGE, Card
from tests.support.world import STAGES, World

ROLES: dict[str, Role] = {"ana": "user", "bia": "boss", "carla": "user", "dora": "admin"}
"""Ana owns the panel; Dora, as an admin, sees every row."""
OPEN, MINE = "open", "mine"
"""In the first list everybody sees what people add, in the second only who added it."""
FIELDS: list[dict[str, Any]] = [
    {"id": "code", "title": "Código", "type": "text"},
    {"id": "company", "title": "Empresa", "type": "text"},
    {"id": OF_THE_PANEL, "title": "Próximo passo", "type": "text", "belongs_to": "panel"},
    {"id": ANCHOR, "title": "Cliente", "type": "text", "anchor": {"doors": list(ANCHOR_DOORS)}},
    {"id": STAGE, "title": "Etapa", "type": "stage", "role": "stage", "options": STAGES},
]
TEMPLATE = read_template(
    {
        "title": "Carteira",
        "collections": [
            {"id": name, "title": name, "key": ["code"], "fields": FIELDS, "private_rows": name == MINE}
            for name in (OPEN, MINE)
        ],
        "tabs": [
            {"id": name, "title": name, "blocks": [{"kind": "kanban", "id": f"{name}_board", "of": name}]}
            for name in (OPEN, MINE)
        ],
    }
)


WORD = "palavra"
"""How every text begins that is said here."""


def told(row: Row) -> dict[str, Any]:
    """What the rules of ownership say of a row, as the house tells it."""
    moved = row.stage_moved_by
    return {
        "values": row.values,
        "facts": {name: (fact.door, fact.by.id) for name, fact in row.facts.items()},
        "stage": (row.stage, (moved.door, moved.by.id) if moved else None),
        "beside": {name: one.value for name, one in row.suggestions.items()},
        "turned down": row.dismissed,
        "owner": (row.owner, row.private),
        "missing since": row.unconfirmed_since,
        "notes": row.notes,
    }


def expected(card: Card, notes: int) -> dict[str, Any]:
    """The same, as the rules have it."""
    return {
        "values": card.values,
        "facts": card.facts,
        "stage": (card.stage, card.moved),
        "beside": card.beside,
        "turned down": card.turned_down,
        "owner": (card.owner, card.private),
        "missing since": card.missing_since,
        "notes": notes,
    }


def count(view: CollectionView, cards: list[Card]) -> None:
    assert view.count == len(cards)
    assert view.unconfirmed == sum(card.missing_since is not None for card in cards)
    assert view.without_stage == sum(card.stage is None for card in cards)


async def everything(world: World, login: str, panel: str, cards: list[Card]) -> str:
    """All that one reader is given, in every way there is, as one text. `cards` are those that are theirs to see, and
    are counted on the way."""
    facade, reader = world.house.facade, PersonReader(world.people[login])
    texts = [(await facade.panel_json(reader, panel)).decode()]
    for name in (OPEN, MINE):
        mine = [card for card in cards if card.collection == name]
        found = await facade.rows_json(reader, panel, name, Slice(group=STAGE, search=WORD), 100, None, True)
        _count_found(RowsPage.model_validate_json(found), mine)
        texts += [found.decode(), (await facade.export(reader, panel, name, Slice(), "pt-BR"))[1].decode()]
        texts.append((await facade.trash(reader, panel, name, 100)).model_dump_json())
    versions = await facade.versions(reader, panel, None, 100)
    texts += [one.model_dump_json() for one in versions]
    for one in versions[:3]:
        texts.append((await facade.version(reader, panel, one.version)).model_dump_json())
    texts.append((await facade.compare(reader, panel, 1, (await facade.head(reader, panel)).version)).model_dump_json())
    return "\n".join(texts)


async def shared(world: World, login: str, panel: str) -> str:
    """What is given to all alike, whoever asks: to agents, and to calculators."""
    facade = world.house.facade
    context = await facade.context(PersonReader(world.people[login]), panel)
    return f"{context}\n{await facade.public_values(panel)}"


def _count_found(page: RowsPage, cards: list[Card]) -> None:
    there = Counter(card.stage for card in cards if any(name != "code" for name in card.values))
    assert page.total == len(cards)
    assert {group.value: group.count for group in page.groups} == there
    assert page.matching == sum(there.values())
