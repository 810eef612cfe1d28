"""Pressing a button: a tool runs directly, if its power or a grant allows it. The template never authorises."""

from typing import Any, cast

from liveapps.blocks.action_buttons import ActionButtonsBlock, Button
from liveapps.panels.errors import Refusal, not_found
from liveapps.panels.origin import Origin
from liveapps.panels.panel import Panel
from liveapps.panels.powers import ROW_TOOL, Power
from liveapps.panels.receipts import Receipt
from liveapps.people.policy import PersonReader, Reader
from liveapps.people.users import User
from liveapps.ports import Clock, RawResult, Store, Tools
from liveapps.reading.facade import Facade
from liveapps.reading.views_of import button_can
from liveapps.writing.funnel import Funnel
from liveapps.writing.writes import MoveCard, PatchRow

from .executor import Executor
from .receipts import Pressed


class Presser:
    def __init__(
        self, facade: Facade, funnel: Funnel, executor: Executor, tools: Tools, store: Store, clock: Clock
    ) -> None:
        self._facade = facade
        self._funnel = funnel
        self._executor = executor
        self._tools = tools
        self._store = store
        self._clock = clock

    async def press(
        self,
        reader: Reader,
        panel: str,
        block: str,
        button: str,
        row: str | None,
        origin: Origin,
        key: str | None,
    ) -> Pressed:
        """Raises Refusal `tool_not_granted` (naming whom to ask), or what the tool itself is refused with."""
        head = await self._facade.head(reader, panel)
        found = _find_button(head, block, button)
        stamped = origin.model_copy(update={"door": "button"})
        if found.tool == ROW_TOOL:
            receipt = await self._update_row(head, found, row, stamped, key)
            return Pressed(tool=found.tool, sentence="", receipt=receipt)
        at_most = await self._allowed_power(head, found)
        call = await self._executor.run(found.tool, found.arguments, actor=origin.actor, panel=head.id, at_most=at_most)
        return Pressed(tool=found.tool, sentence=_sentence(call.result), reading=call.reading.id)

    async def grant(self, user: User, panel: str, tool: str) -> None:
        """Lets the buttons of one panel run one tool. Raises Refusal `forbidden` unless a boss asks."""
        head = await self._grantable(user, panel)
        if self._tools.describe(tool) is None:
            raise not_found("tool_not_found", "tool", tool, self._tools.names())
        await self._store.write(lambda tx: tx.grant(head.id, tool, user.id, self._clock.now()))

    async def revoke(self, user: User, panel: str, tool: str) -> None:
        head = await self._grantable(user, panel)
        await self._store.write(lambda tx: tx.revoke(head.id, tool))

    async def _grantable(self, user: User, panel: str) -> Panel:
        head = await self._facade.head(PersonReader(user), panel)
        if user.role not in ("boss", "admin"):
            raise Refusal("forbidden", "Only an agent boss grants tools.", "Ask an agent boss.", panel=panel)
        return head

    async def _allowed_power(self, panel: Panel, button: Button) -> Power | None:
        """None where the tool was granted: then it may do what it does."""
        grants = await self._store.read(lambda tx: tx.grants(panel.id))
        can = button_can(button.tool, grants, self._tools)
        if can.press:
            return None if button.tool in grants else "row_write"
        if can.why == "tool_not_found":
            raise not_found("tool_not_found", "tool", button.tool, self._tools.names())
        people = await self._store.read(lambda tx: tx.users())
        bosses = [user.name for user in people if user.role in ("boss", "admin")]
        raise Refusal(
            "tool_not_granted",
            f'"{button.tool}" acts outside this panel, and nobody has allowed it here.',
            f"Ask {', '.join(bosses) or 'an agent boss'} to allow it for this panel.",
            tool=button.tool,
            button=button.id,
            ask=bosses,
        )

    async def _update_row(
        self, panel: Panel, button: Button, row: str | None, origin: Origin, key: str | None
    ) -> Receipt:
        """The one write tool that authorises itself: it can do no more than the person at the board."""
        collection = button.arguments.get("collection")
        if not isinstance(collection, str):
            raise not_found("collection_not_found", "collection", "", (one.id for one in panel.template.collections))
        if row is None:
            raise Refusal(
                "row_id_required",
                f'"{button.label}" changes one row, and none was chosen.',
                "Choose a row and press again.",
                button=button.id,
            )
        stage = button.arguments.get("stage")
        values: dict[str, Any] = button.arguments.get("set") or {}
        if stage is not None:
            move = MoveCard(panel=panel.id, collection=collection, row=row, stage=str(stage))
            moved = await self._funnel.write(move, origin, key=None if values else key)
            if not values:
                return moved
        return await self._funnel.write(
            PatchRow(panel=panel.id, collection=collection, row=row, set=values), origin, key=key
        )


def _find_button(panel: Panel, block: str, button: str) -> Button:
    found = panel.template.block(block)
    buttons = found.buttons if isinstance(found, ActionButtonsBlock) else []
    for one in buttons:
        if one.id == button:
            return one
    raise not_found("button_not_found", "button", button, (one.id for one in buttons))


def _sentence(result: RawResult) -> str:
    """What the tool said it did: a `sentence` of its structured output, else the first line of its text."""
    structured: object = result.structured
    if isinstance(structured, dict):
        said = cast("dict[str, object]", structured).get("sentence")
        if isinstance(said, str):
            return said[:300]
    lines = result.text.strip().splitlines()
    return lines[0][:300] if lines else ""
