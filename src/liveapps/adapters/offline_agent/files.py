"""What can be done with a file without a model: show its rows, and say so."""

from liveapps.conversation.readings import Reading
from liveapps.panels.numbers import show_number
from liveapps.panels.origin import Locale
from liveapps.ports import AgentTools, RunSink, Turn

WHOLE: dict[Locale, str] = {
    "pt-BR": "Li {count} linhas de {name}.",
    "en": "I read {count} rows of {name}.",
}
FIRST: dict[Locale, str] = {
    "pt-BR": "Li as primeiras {kept} das {count} linhas de {name}.",
    "en": "I read the first {kept} of the {count} rows of {name}.",
}
KEPT: dict[Locale, str] = {
    "pt-BR": "Guardei o arquivo. Nesta demonstração, sem modelo, leio tabelas (CSV e planilhas), não textos.",
    "en": "I kept the file. In this demo, without a model, I read tables (CSV and spreadsheets), not texts.",
}
REST: dict[Locale, str] = {
    "pt-BR": "Sem modelo, não entendi o resto do pedido. A tabela acima se recorta por palavras ou por cliques.",
    "en": "Without a model, I did not understand the rest. The table above can be cut by words or by clicks.",
}


async def show_files(turn: Turn, tools: AgentTools, sink: RunSink) -> None:
    for reading in turn.files:
        await sink.say(_told(reading, turn.locale))
        await tools.show_reading(reading, {"kind": "table"}, _title(reading, turn.files))


def _told(reading: Reading, locale: Locale) -> str:
    kept, count = len(reading.rows), reading.row_count or 0
    words = WHOLE if kept == count else FIRST
    shown = {"kept": show_number(kept, locale), "count": show_number(count, locale)}
    return words[locale].format(name=reading.file, **shown)


def _title(reading: Reading, files: list[Reading]) -> str:
    """Without its ending; with the sheet where the file has several."""
    name = (reading.file or "").rpartition(".")[0] or reading.file or ""
    has_others = sum(one.file == reading.file for one in files) > 1
    return f"{name} · {reading.arguments['sheet']}"[:120] if has_others else name[:120]
