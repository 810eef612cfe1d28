"""One turn of the offline agent."""

from liveapps.conversation.agents import Intent
from liveapps.conversation.readings import Reading
from liveapps.panels.origin import Locale
from liveapps.ports import AgentTools, RunSink, Turn

from .files import KEPT, REST, show_files
from .words import Understood, find_intent, match_value, unexplained, words_of

LOST: dict[Locale, str] = {
    "pt-BR": "Esta é a demonstração offline, sem modelo: não entendi o pedido. Isto é o que sei fazer:",
    "en": "This is the offline demo, without a model: I did not understand that. This is what I can do:",
}
NOTHING: dict[Locale, str] = {
    "pt-BR": "Não há nenhuma linha para isso.",
    "en": "There are no rows for that.",
}


class OfflineAgent:
    """Implements `ports.AgentRuntime`."""

    async def run(self, turn: Turn, tools: AgentTools, sink: RunSink) -> None:
        await show_files(turn, tools, sink)
        if not turn.text:
            if not turn.files:
                await sink.say(KEPT[turn.locale])
            return
        found = await self._understand(turn, tools)
        if found is None and turn.files:
            await sink.say(REST[turn.locale])
            return
        if found is None:
            await sink.say(LOST[turn.locale])
            await sink.suggest(turn.agent.chips.get(turn.locale, []))
            return
        reading = await tools.call(found.intent.tool, found.arguments)
        await self._answer(turn, tools, sink, found, reading)

    async def _understand(self, turn: Turn, tools: AgentTools) -> Understood | None:
        """None as soon as one word of weight is left over: half an answer would pretend."""
        said = find_intent(words_of(turn.text or ""), turn.agent.intents)
        if said is None:
            return None
        intent, words = said
        found = Understood(intent, dict(intent.arguments))
        if unexplained(words) and intent.vocabulary:
            words = await self._read_values(found, words, tools)
        return None if unexplained(words) else found

    async def _read_values(self, found: Understood, words: list[str], tools: AgentTools) -> list[str]:
        """Values named in the sentence become arguments, looked up among those the data has now."""
        everything = await tools.look_up(found.intent.tool, dict(found.intent.arguments))
        for vocabulary in found.intent.vocabulary:
            known = {str(row[vocabulary.field]) for row in everything.rows if row.get(vocabulary.field)}
            said = {value: value for value in known}
            said |= {word: value for word, value in vocabulary.words.items() if value in known}
            match = match_value(words, said)
            if match is not None:
                name, value, words = match
                found.arguments[vocabulary.argument] = value
                found.values.append(name)
        return words

    async def _answer(self, turn: Turn, tools: AgentTools, sink: RunSink, found: Understood, reading: Reading) -> None:
        if not reading.row_count:
            await sink.say(NOTHING[turn.locale])
            return
        reply = found.intent.reply[turn.locale]
        await sink.say(reply.format(count=reading.row_count, values=", ".join(found.values)).strip())
        title = _title(found.intent, turn.locale, found.values)
        await tools.show_reading(reading, found.intent.block, title)


def _title(intent: Intent, locale: Locale, values: list[str]) -> str:
    named = f" · {', '.join(values)}" if values else ""
    return intent.title[locale] + named
