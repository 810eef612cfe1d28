"""Any life of a panel, compared step by step with a model of whose value it is and who sees it."""

import asyncio
from collections.abc import Coroutine
from pathlib import Path
from typing import Any, ClassVar, TypeVar

from hypothesis import HealthCheck, Phase, settings
from hypothesis import strategies as st
from hypothesis.stateful import (
    RuleBasedStateMachine,
    initialize,
    invariant,
    precondition,
    rule,
    run_state_machine_as_test,
)

from liveapps.panels.errors import Refusal
from liveapps.panels.limits import Limits
from liveapps.panels.origin import Actor, Origin
from liveapps.panels.receipts import Receipt
from liveapps.reading.views import PanelView
from liveapps.writing import writes as w
from tests.proof.keeping import shown
from tests.proof.ownership_looks import MINE, OPEN, ROLES, TEMPLATE, WORD, count, everything, expected, shared, told
from tests.proof.ownership_model import ANCHOR, OF_THE_PANEL, STAGE, Board, Card, Writer
from tests.support.world import STAGES, World, make_world

T = TypeVar("T")
Rows = dict[str, tuple[dict[str, Any], str | None]]
"""What a list brings, by code: values and a stage."""
people = st.sampled_from(sorted(ROLES))
writers = st.sampled_from([*sorted(ROLES), "the agent"])
collections = st.sampled_from([OPEN, MINE])
fields = st.sampled_from(["company", OF_THE_PANEL, ANCHOR])
stages = st.sampled_from([stage["id"] for stage in STAGES])
numbers = st.integers(0, 5)
picks = st.integers(0, 99)
lists = st.dictionaries(
    numbers, st.tuples(st.sets(fields, max_size=2), st.one_of(st.none(), stages)), min_size=1, max_size=4
)


class Ownership(RuleBasedStateMachine):
    """One life of one panel. All lives are led in one house."""

    loop: ClassVar[asyncio.AbstractEventLoop]
    world: ClassVar[World]

    def __init__(self) -> None:
        super().__init__()
        self.board = Board()
        self.notes: dict[str, list[tuple[str, str]]] = {}
        self.said: dict[str, str] = {}
        """The row that each text was said of: nothing is said twice."""
        self.steps = self.words = 0
        self.may = False
        """Whether the card that was picked last is there for who acts on it."""

    def do(self, work: Coroutine[Any, Any, T]) -> T:
        return self.loop.run_until_complete(work)

    @initialize()
    def create(self) -> None:
        making = w.CreatePanel(panel=self.world.house.ids.new(), agent="sales", template=TEMPLATE)
        self.panel = self.do(self.world.write(making, "ana")).panel
        self.ids = {login: self.do(self.world.person(login)).id for login in ROLES}
        self.board.remember(1)
        for to in (OPEN, MINE):
            rows: Rows = {f"C-{number}": ({"company": self._word()}, "new") for number in range(2)}
            self._ship("a source", to, rows, whole=True, proven=True)
            for number, by in enumerate(("ana", "carla", "the agent"), 2):
                self._add(by, to, number, {OF_THE_PANEL}, "talking")

    def teardown(self) -> None:
        self.do(self.world.write(w.TrashPanel(panel=self.panel), "bia"))

    # What happens

    @rule(by=writers, to=collections, number=numbers, names=st.sets(fields), stage=st.one_of(st.none(), stages))
    def add(self, by: str, to: str, number: int, names: set[str], stage: str | None) -> None:
        self._add(by, to, number, names, stage)

    def _add(self, by: str, to: str, number: int, names: set[str], stage: str | None) -> None:
        origin, writer = self._who(by)
        code = f"C-{number}"
        values = {"code": code, **{name: self._word() for name in sorted(names)}}
        private = to == MINE and writer.by_hand
        same = [
            one for one in self.board.cards.values() if (one.collection, one.code, one.private) == (to, code, private)
        ]
        taken = any(one.owner == writer.id or not private for one in same)
        receipt = self._write(w.AddRow(panel=self.panel, collection=to, values=values, stage=stage), origin)
        if isinstance(receipt, Refusal):
            assert taken
            assert receipt.code == "duplicate_key"
            return
        assert not taken
        (name,) = receipt.added
        owner = writer.id if writer.by_hand else None
        self._hear(name, values)
        self.board.add(Card(name, to, code, owner=owner, private=private), values, stage, writer)
        self.board.remember(receipt.version)

    @rule(by=writers, pick=picks, name=fields, empty=st.booleans())
    def patch(self, by: str, pick: int, name: str, empty: bool) -> None:
        value = None if empty else self._word()
        card, origin, writer = self._card(by, pick)
        receipt = self._on_row(card, origin, w.PatchRow, set={name: value})
        if card is not None and receipt is not None:
            self._hear(card.id, {name: value})
            card.state(name, value, writer)
            self.board.remember(receipt.version)

    @rule(by=writers, pick=picks, name=fields, of=picks)
    def repeat_a_value(self, by: str, pick: int, name: str, of: int) -> None:
        """Says of a row what is there or proposed already: that changes nothing but the waiting suggestion."""
        card, origin, writer = self._card(by, pick)
        known = [] if card is None else [card.values.get(name), card.beside.get(name), card.turned_down.get(name)]
        value = known[of % len(known)] if known else None
        receipt = self._on_row(card, origin, w.PatchRow, set={name: value})
        if card is not None and receipt is not None:
            card.state(name, value, writer)
            self.board.remember(receipt.version)

    @precondition(lambda self: any(card.holders for card in self.board.cards.values()))
    @rule(
        by=st.sampled_from(["the agent", "a source"]),
        pick=picks,
        stage=stages,
        then=st.sampled_from(["nothing", "accepted", "turned down", "turned down and said again"]),
    )
    def dispute(self, by: str, pick: int, stage: str, then: str) -> None:
        """Somebody else says another value of a field that a person holds, and another stage; a person decides."""
        held = [card for card in self.board.cards.values() if card.holders - {"code"} and self._sees(card, by)]
        card = held[pick % len(held)] if held else None
        if card is None or card.in_trash:
            return
        name, value = sorted(card.holders - {"code"})[0], self._word()
        self._say(by, card, name, value, stage)
        for waiting in [] if then == "nothing" else sorted(card.beside):
            self._settle("dora", card, waiting, accept=then == "accepted")
        if then == "turned down and said again":
            self._say(by, card, name, value, stage)

    def _say(self, by: str, card: Card, name: str, value: str, stage: str) -> None:
        self._hear(card.id, {name: value})
        if by == "a source":
            self._ship(by, card.collection, {card.code: ({name: value}, stage)}, whole=False, proven=False)
            return
        origin, writer = self._who(by)
        self.may = True
        for kind, asked in ((w.PatchRow, {"set": {name: value}}), (w.MoveCard, {"stage": stage})):
            receipt = self._on_row(card, origin, kind, **asked)
            assert receipt is not None
            if kind is w.PatchRow:
                card.state(name, value, writer)
            else:
                card.move(stage, writer)
            self.board.remember(receipt.version)

    @rule(by=writers, pick=picks, stage=st.one_of(st.none(), stages))
    def move(self, by: str, pick: int, stage: str | None) -> None:
        card, origin, writer = self._card(by, pick)
        receipt = self._on_row(card, origin, w.MoveCard, stage=stage)
        if card is not None and receipt is not None:
            card.move(stage, writer)
            assert not writer.by_hand or card.stage == stage
            self.board.remember(receipt.version)

    @rule(by=writers, pick=picks)
    def annotate(self, by: str, pick: int) -> None:
        card, origin, writer = self._card(by, pick)
        text = self._word()
        receipt = self._on_row(card, origin, w.Annotate, text=text)
        if card is not None and receipt is not None:
            self._hear(card.id, {"": text})
            self.notes.setdefault(card.id, []).append((text, writer.id))
            self.board.remember(receipt.version)

    @precondition(lambda self: sum(card.in_trash for card in self.board.cards.values()) < 4)
    @rule(by=people, pick=picks)
    def remove(self, by: str, pick: int) -> None:
        card, origin, _ = self._card(by, pick)
        receipt = self._on_row(card, origin, w.RemoveRow)
        if card is not None and receipt is not None:
            card.in_trash = True
            self.board.remember(receipt.version)

    @precondition(lambda self: any(card.in_trash for card in self.board.cards.values()))
    @rule(by=people, pick=picks)
    def bring_back(self, by: str, pick: int) -> None:
        card, origin, _ = self._card(by, pick, in_trash=True)
        receipt = self._on_row(card, origin, w.RestoreRow)
        if card is not None and receipt is not None:
            card.in_trash = False
            self.board.remember(receipt.version)

    @precondition(lambda self: any(card.beside for card in self.board.cards.values()))
    @rule(by=writers, pick=picks, accept=st.booleans())
    def settle(self, by: str, pick: int, accept: bool) -> None:
        waiting = [card for card in self.board.cards.values() if card.beside]
        card = waiting[pick % len(waiting)]
        self._settle(by, card, sorted(card.beside)[pick % len(card.beside)], accept=accept)

    def _settle(self, by: str, card: Card, name: str, *, accept: bool) -> None:
        origin, writer = self._who(by)
        asked = w.SettleSuggestion(panel=self.panel, collection=card.collection, row=card.id, field=name, accept=accept)
        receipt = self._write(asked, origin)
        if isinstance(receipt, Refusal):
            there = self._sees(card, by) and not card.in_trash
            assert receipt.code == ("forbidden" if there else "row_not_found")
            assert not (there and writer.by_hand)
            return
        assert writer.by_hand
        card.settle(name, accept, writer)
        self.board.remember(receipt.version)

    @rule(
        by=st.sampled_from(["a source", "carla"]),
        to=collections,
        brings=lists,
        whole=st.booleans(),
        proven=st.booleans(),
    )
    def ship(self, by: str, to: str, brings: dict[int, tuple[set[str], str | None]], whole: bool, proven: bool) -> None:
        """A list comes from a tool, or a person sends it."""
        rows: Rows = {}
        for number, (names, stage) in brings.items():
            rows[f"C-{number}"] = ({name: self._word() for name in sorted(names)}, stage)
        self._ship(by, to, rows, whole=whole, proven=proven)

    def _ship(self, by: str, to: str, rows: Rows, *, whole: bool, proven: bool) -> None:
        origin, writer = self._who(by)
        if by != "a source":
            origin, writer = origin.model_copy(update={"door": "import"}), Writer(writer.id, "import", by_hand=False)
        living = {name for name, card in self.board.cards.items() if not card.in_trash}
        stages_before = {name: card.stage for name, card in self.board.cards.items()}
        receipt = self.do(
            self.world.write(
                w.Ship(
                    panel=self.panel,
                    collection=to,
                    rows=[{"code": code, **values, STAGE: stage} for code, (values, stage) in rows.items()],
                    mode="complete" if whole else "partial",
                    declared_count=len(rows) + (0 if proven else 3) if whole else None,
                ),
                origin,
            )
        )
        new = self.board.ship(to, rows, writer)
        assert len(receipt.added) == len(new)
        for name, code in zip(receipt.added, new, strict=True):
            values, stage = rows[code]
            self.board.add(Card(name, to, code), {"code": code, **values}, stage, writer)
        for code, (values, _) in rows.items():
            card = self.board.public(to, code)
            assert card is not None
            self._hear(card.id, values)
        if whole and proven:
            for card in self.board.cards.values():
                if card.collection == to and not card.private and card.code not in rows:
                    card.missing(origin.at)
        assert (self._status(to) == "complete") == (whole and proven)
        # Whatever a list says, by these rules it removes no row, and moves no card that stood somewhere.
        assert living <= {name for name, card in self.board.cards.items() if not card.in_trash}
        for name, stage in stages_before.items():
            assert stage is None or self.board.cards[name].stage == stage
        self.board.remember(receipt.version)

    @rule(by=people, pick=picks)
    def go_back(self, by: str, pick: int) -> None:
        version = sorted(self.board.then)[-1 - pick % min(8, len(self.board.then))]
        origin, _ = self._who(by)
        receipt = self._write(w.RestoreVersion(panel=self.panel, version=version), origin)
        if isinstance(receipt, Refusal):
            assert (receipt.code, by) == ("forbidden", "carla")
            return
        assert by != "carla"
        self.board.go_back(version, {name for name, card in self.board.cards.items() if self._sees(card, by)})
        self.board.remember(receipt.version)

    # What must hold after each step

    @invariant()
    def everybody_sees_the_cards_that_are_theirs_to_see_as_the_rules_leave_them(self) -> None:
        for login, view in zip(ROLES, self.do(self._views()), strict=True):
            assert view is not None
            cards = {card.id: card for card in self._theirs(login)}
            seen = self.do(self.world.whole(view))[1]
            wanted = {name: expected(card, len(self.notes.get(name, []))) for name, card in cards.items()}
            assert {name: told(row) for name, row in seen.items()} == wanted
            for name, collection in view.collections.items():
                count(collection, [card for card in cards.values() if card.collection == name])

    @invariant()
    def nobody_learns_of_a_private_row_by_any_way_of_reading(self) -> None:
        """One reader after the other, and what all share."""
        self.steps += 1
        login = sorted(ROLES)[self.steps % len(ROLES)]
        hidden = {name for name, card in self.board.cards.items() if not self._sees(card, login)}
        self._find_nothing_of(hidden, self.do(everything(self.world, login, self.panel, self._theirs(login))))
        private = {name for name, card in self.board.cards.items() if card.private}
        self._find_nothing_of(private, self.do(shared(self.world, login, self.panel)))

    @invariant()
    def notes_only_add(self) -> None:
        if not self.notes:
            return
        name = sorted(self.notes)[self.steps % len(self.notes)]
        found = self.do(self.world.running.store.read(lambda tx: tx.annotations(self.panel, name)))
        assert [(note.text, note.by.id) for note in found] == self.notes[name]

    # How these rules ask and look

    def _who(self, by: str) -> tuple[Origin, Writer]:
        self.world.clock.forward(minutes=1)
        if by == "the agent":
            origin = self.world.agent_origin()
        elif by == "a source":
            actor = Actor(kind="system", id="refresh")
            origin = Origin(door="refresh", actor=actor, at=self.world.clock.now(), tool="crm.list")
        else:
            origin = self.do(self.world.origin(by))
        return origin, Writer(origin.actor.id, origin.door, by_hand=origin.by_hand)

    def _write(self, write: w.Write, origin: Origin) -> Receipt | Refusal:
        try:
            return self.do(self.world.write(write, origin))
        except Refusal as refused:
            return refused

    def _card(self, by: str, pick: int, *, in_trash: bool = False) -> tuple[Card | None, Origin, Writer]:
        """Mostly a card that is there for this writer, now and then any other; None while there is none."""
        origin, writer = self._who(by)
        cards = list(self.board.cards.values())
        there = [card for card in cards if self._sees(card, by) and card.in_trash == in_trash]
        chosen = there if there and pick < 85 else cards
        card = chosen[pick % len(chosen)] if chosen else None
        self.may = card in there
        return card, origin, writer

    def _on_row(self, card: Card | None, origin: Origin, kind: type[w.RowWrite], **asked: Any) -> Receipt | None:
        """The receipt, or None where the row is not there for this writer: then it answers like one that never was."""
        name = card.id if card else "nowhere"
        collection = card.collection if card else OPEN
        answer = self._write(kind(panel=self.panel, collection=collection, row=name, **asked), origin)
        if isinstance(answer, Receipt):
            assert self.may
            return answer
        assert not self.may, answer.message
        missing = self._write(kind(panel=self.panel, collection=collection, row="never was", **asked), origin)
        assert isinstance(missing, Refusal)
        assert str(answer.envelope()).replace(name, "never was") == str(missing.envelope())
        return None

    def _sees(self, card: Card, by: str) -> bool:
        return not card.private or ROLES.get(by) == "admin" or card.owner == self.ids.get(by, "")

    def _theirs(self, login: str) -> list[Card]:
        return list(self.board.visible(self.ids[login], everything=ROLES[login] == "admin").values())

    def _word(self) -> str:
        """A text that is said only once."""
        self.words += 1
        return f"{WORD}{self.words}x"

    def _hear(self, row: str, values: dict[str, Any]) -> None:
        self.said.update({str(value): row for name, value in values.items() if value is not None and name != "code"})

    def _status(self, collection: str) -> str | None:
        state = self.do(self.world.view(self.panel, "dora")).states[collection]
        return state.freshness.status if state.freshness else None

    async def _views(self) -> list[PanelView | None]:
        return [await shown(self.world, self.panel, login) for login in ROLES]

    def _find_nothing_of(self, rows: set[str], text: str) -> None:
        words = {word for word, row in self.said.items() if row in rows}
        assert [one for one in rows | words if one in text] == []


# The same examples each time: what fails here fails everywhere, and is told at once, as it was found.
PROFILE = settings(
    derandomize=True,
    database=None,
    deadline=None,
    phases=[Phase.generate],
    max_examples=30,
    stateful_step_count=35,
    suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large],
)


def test_in_any_life_of_a_panel_each_value_stays_with_whom_it_belongs_to(tmp_path: Path) -> None:
    loop = asyncio.new_event_loop()
    world = loop.run_until_complete(make_world(tmp_path, limits=Limits(panels_per_agent=10_000)))
    Ownership.loop, Ownership.world = loop, world
    try:
        for login, role in ROLES.items():
            loop.run_until_complete(world.person(login, role))
        run_state_machine_as_test(Ownership, settings=PROFILE)
    finally:
        loop.run_until_complete(world.running.close())
        loop.close()
