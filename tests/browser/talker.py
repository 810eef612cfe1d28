"""An agent that does what the words ask for, so that a test can see the chat at any moment of an answer."""

import asyncio
import threading

from liveapps.adapters.offline_agent.runtime import OfflineAgent
from liveapps.panels.errors import Refusal
from liveapps.ports import AgentTools, RunSink, Turn

MARKDOWN = """## Resumo do mês

A receita **subiu 12 %** em novembro. Veja a [nota](https://example.com/nota) e os pontos:

- Clientes novos: `42`
- *Tickets* em aberto: 7

| Região | Receita | Variação |
|---|---:|---:|
| Sudeste | R$ 1.234,50 | +12 % |
| Sul | R$ 980,00 | -3 % |

```sql
SELECT region, sum(revenue)
FROM sales
GROUP BY region;
```

> A meta do trimestre ainda depende do Sul.
"""


class Talker:
    """Writes at "devagar" until it is stopped, fails at "falhe", writes markdown at "resumo", waits for the test at
    "espere", and calls several tools at "passos". Any other words are the offline agent's.
    """

    def __init__(self) -> None:
        self._offline = OfflineAgent()
        self.failures = 0
        self.may_answer = threading.Event()

    async def run(self, turn: Turn, tools: AgentTools, sink: RunSink) -> None:
        text = turn.text or ""
        if "devagar" in text:
            await _slowly(sink)
        elif "falhe" in text:
            self.failures += 1
            if self.failures == 1:
                raise Refusal("model_busy", "The model has too much to do.", "Try again in a minute.")
            await sink.say("Agora deu certo.")
        elif "resumo" in text:
            await _written(sink)
        elif "espere" in text:
            while not self.may_answer.is_set():
                await asyncio.sleep(0.05)
            await sink.say("Esperei.")
        elif "passos" in text:
            for country in ("Brazil", "Canada", "Chile"):
                await tools.call("crm.list_customers", {"country": country})
            await sink.say("Comparei três países.")
        else:
            await self._offline.run(turn, tools, sink)


async def _slowly(sink: RunSink) -> None:
    await sink.say("Contando: ")
    for number in range(1_000):
        await sink.say(f"{number} ")
        await asyncio.sleep(0.1)


async def _written(sink: RunSink) -> None:
    for place in range(0, len(MARKDOWN), 7):
        await sink.say(MARKDOWN[place : place + 7])
        await asyncio.sleep(0.01)
