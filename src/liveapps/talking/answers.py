"""What people do with an answer without the model: slice it, by clicks or words, fetch it again, save it."""

from liveapps.acting.executor import Executor
from liveapps.conversation.answers import Answer
from liveapps.conversation.reslice import understand
from liveapps.conversation.threads import Answered, Message, Said, Sliced
from liveapps.conversation.threads import Shown as ShownMessage
from liveapps.conversation.views import Ask, Saved, SavePreview, SaveTo, Understood
from liveapps.panels.errors import Refusal, gone
from liveapps.panels.fields import Field
from liveapps.panels.origin import Actor, Locale, Origin
from liveapps.panels.slices import Slice
from liveapps.panels.slicing import apply_slice, check_slice
from liveapps.panels.sources import ToolPolicy
from liveapps.panels.values import today
from liveapps.people.policy import PersonReader
from liveapps.people.users import User
from liveapps.ports import Clock, Ids, Store, Tools, Tx
from liveapps.reading.facade import Facade
from liveapps.writing.funnel import Funnel

from .answering import shown_again
from .looking import CHAT_ZONE
from .saving import Plan, plan_save
from .threads import own_thread


class Answers:
    def __init__(
        self,
        store: Store,
        facade: Facade,
        funnel: Funnel,
        executor: Executor,
        tools: Tools,
        policies: dict[str, ToolPolicy],
        clock: Clock,
        ids: Ids,
    ) -> None:
        self._store = store
        self._facade = facade
        self._funnel = funnel
        self._executor = executor
        self._tools = tools
        self._policies = policies
        self._clock = clock
        self._ids = ids

    async def open(self, user: User, answer: str) -> Answer:
        """Raises Refusal `block_not_found` for an answer of someone else's thread, too."""
        return await self._store.read(lambda tx: _own_answer(tx, user, answer))

    async def understand(
        self, user: User, answer: str, text: str, current: Slice | None, locale: Locale
    ) -> Understood | Ask:
        """What the words mean for this answer, cut as it is `current` on the screen, before anything is done.

        Raises Refusal `field_not_found` or `invalid_slice` when it cannot be cut so.
        """

        async def body(tx: Tx) -> tuple[Answer, list[Message]]:
            found = await _own_answer(tx, user, answer)
            return found, await tx.messages(found.thread)

        found, messages = await self._store.read(body)
        check_slice(current or found.slice, found.fields)
        return understand(
            text,
            fields=found.fields,
            rows=found.rows,
            current=current or found.slice,
            locale=locale,
            today=today(self._clock.now(), CHAT_ZONE),
            time_zone=CHAT_ZONE,
            nouns=[found.block.title.partition("·")[0].strip()],
            asked=_has_asked(messages),
        )

    async def slice(self, user: User, answer: str, asked: Slice, words: str | None) -> Answer:
        """Keeps how the person looks at the answer, so that the agent can be told. Rows never change.

        Raises Refusal `field_not_found` or `invalid_slice`.
        """
        found = await self.open(user, answer)
        shown = self._indexes(found, asked)
        cut = found.model_copy(update={"slice": asked})
        said = (
            None
            if words is None
            else Message(
                id=self._ids.new(),
                thread=found.thread,
                seq=0,
                at=self._clock.now(),
                body=Sliced(answer=found.id, words=words, slice=asked, shown=len(shown), total=len(found.rows)),
            )
        )

        async def body(tx: Tx) -> Answer:
            await _own_answer(tx, user, answer)
            await tx.save_answer(cut)
            if said is not None:
                await tx.append_message(said)
            return cut

        return await self._store.write(body)

    def _indexes(self, answer: Answer, asked: Slice) -> list[int]:
        day = today(self._clock.now(), CHAT_ZONE)
        return apply_slice(asked, answer.rows, answer.fields, today=day, time_zone=CHAT_ZONE)

    async def refetch(self, user: User, answer: str, days: int | None) -> Answer:
        """The same tool again, perhaps over another window; the answer is a new block, the old one stays.

        Raises Refusal `no_refresh` when the server does not know where the answer came from, `tool_not_read_only`
        when that tool does more than read.
        """
        found = await self.open(user, answer)
        arguments = _window(found, days)
        source = found.provenance
        assert source is not None
        policy = self._policies.get(source.tool, ToolPolicy())
        actor = Actor(kind="person", id=user.id, name=user.name)
        call = await self._executor.run(source.tool, arguments, actor=actor, extract=policy.extract, at_most="read")
        shown = shown_again(found, call.reading, policy, self._executor.describe(source.tool))
        new = found.model_copy(
            update={
                "id": self._ids.new(),
                "at": self._clock.now(),
                "run": None,
                "rows": shown.rows,
                "fields": shown.fields,
                "provenance": shown.provenance,
                "slice": _still_fits(found.slice, shown.fields),
            }
        )
        message = Message(id=self._ids.new(), thread=new.thread, seq=0, at=new.at, body=ShownMessage(answer=new.id))

        async def body(tx: Tx) -> Answer:
            await own_thread(tx, user, new.thread)
            await tx.save_answer(new)
            await tx.append_message(message)
            return new

        return await self._store.write(body)

    async def preview(self, user: User, answer: str, to: SaveTo, locale: Locale) -> SavePreview:
        """What saving would do, without doing it."""
        plan = await self._plan(user, answer, to, locale)
        matching = await self._matching(plan)
        return SavePreview(
            template=plan.template,
            tab=plan.tab,
            collection=plan.collection,
            new_rows=len(plan.rows) - matching,
            matching_rows=matching,
            not_saved=plan.not_saved,
            refresh_tool=plan.refresh_tool,
        )

    async def save(self, user: User, answer: str, to: SaveTo, origin: Origin, key: str | None) -> Saved:
        """Each write has a key derived from the caller's, so that a repeat saves nothing twice."""
        plan = await self._plan(user, answer, to, origin.locale)
        stamped = plan.stamp(origin)
        shape, receipt = plan.shape(), None
        if shape is not None:
            receipt = await self._funnel.write(shape, stamped, key=f"{key}.shape" if key else None)
        panel = receipt.panel if receipt else plan.panel
        data = plan.data(panel)
        if data is not None:
            receipt = await self._funnel.write(data, stamped, key=f"{key}.data" if key else None)
        assert receipt is not None
        return Saved(panel=panel, tab=plan.tab, receipt=receipt, not_saved=plan.not_saved)

    async def _plan(self, user: User, answer: str, to: SaveTo, locale: Locale) -> Plan:
        found = await self.open(user, answer)
        thread = await self._store.read(lambda tx: own_thread(tx, user, found.thread))
        head = None if to.kind == "new_panel" else await self._facade.head(PersonReader(user), to.panel)
        shown = self._indexes(found, found.slice) if found.rows else []
        extract = self._policies.get(found.provenance.tool, ToolPolicy()).extract if found.provenance else None
        refresher = self._tools.describe(found.provenance.tool) if found.provenance else None
        return plan_save(found, shown, to, head, thread.agent, self._ids.new(), refresher, extract, locale)

    async def _matching(self, plan: Plan) -> int:
        collection, keys = plan.collection, plan.keys()
        if collection is None or plan.new_panel:
            return 0
        return len(await self._store.read(lambda tx: tx.rows_by_key(plan.panel, collection, keys)))


def _has_asked(messages: list[Message]) -> bool:
    """Whether the last thing said in the thread is a question of the agent."""
    said = [one.body for one in messages if isinstance(one.body, Said | Sliced | Answered)]
    return bool(said) and isinstance(said[-1], Answered) and said[-1].text.rstrip(" \n*_").endswith("?")


async def _own_answer(tx: Tx, user: User, answer: str) -> Answer:
    found = await tx.answer(answer)
    thread = await tx.thread(found.thread) if found else None
    if found is None or thread is None or thread.owner != user.id:
        raise gone("block_not_found", "answer", answer, "Open the thread to see its answers.")
    return found


def _still_fits(slice: Slice, fields: list[Field]) -> Slice:
    """A cut by a column that did not come again is taken off."""
    try:
        check_slice(slice, fields)
    except Refusal:
        return Slice()
    return slice


def _window(answer: Answer, days: int | None) -> dict[str, object]:
    source = answer.provenance
    if source is None:
        raise Refusal(
            "no_refresh",
            "The server does not know which tool these rows came from.",
            "Ask the agent again.",
            answer=answer.id,
        )
    if days is None:
        return source.arguments
    if source.window is None or days not in source.window.days:
        choices = source.window.days if source.window else []
        raise Refusal(
            "invalid_input",
            f'"{source.tool}" cannot be asked for {days} days.',
            f"Choose one of: {', '.join(map(str, choices))}." if choices else "Fetch it again without days.",
            days=days,
            choices=choices,
        )
    return {**source.arguments, source.window.argument: days}
