"""One turn of an agent that runs on a model: ask, use the tools it calls, ask again, until it has answered."""

import asyncio
import time

from pydantic_ai.direct import model_request
from pydantic_ai.exceptions import AgentRunError, UserError
from pydantic_ai.messages import InstructionPart, ModelRequest, ToolCallPart, ToolReturnPart
from pydantic_ai.models import ModelRequestParameters
from pydantic_ai.settings import ModelSettings

from liveapps.blocks.base import JsonObject
from liveapps.conversation.agents import Agent, TriedOut
from liveapps.conversation.threads import Called, Said
from liveapps.panels.errors import Refusal
from liveapps.ports import AgentTools, Clock, RunSink, Turn
from liveapps.talking.agent_keys import AgentKeys
from liveapps.talking.instructions import instructions

from .asking import Asker
from .budget import Budget
from .building import opened
from .failures import nothing_said, refusal_of
from .history import messages_of
from .toolset import REPEATED, UNREADABLE, Toolset, arguments_of, written

TRY_SECONDS = 30.0
TRY_TOKENS = 16
"""The least that every provider takes."""


class ModelAgent:
    """Implements `ports.AgentRuntime` and `ports.Models`."""

    def __init__(self, keys: AgentKeys, clock: Clock) -> None:
        self._keys = keys
        self._clock = clock

    async def run(self, turn: Turn, tools: AgentTools, sink: RunSink) -> None:
        key = await self._keys.needed(turn.agent)
        toolset = Toolset(tools.offers())
        budget = Budget(turn.agent, _made_before(turn))
        messages = messages_of(turn, self._clock.now())
        parameters = ModelRequestParameters(
            function_tools=toolset.definitions,
            instruction_parts=[InstructionPart(content=instructions(turn.agent, turn.locale))],
        )
        async with opened(turn.agent, key, turn.agent.limits.seconds) as model:
            asker = Asker(turn.agent, model, parameters, budget, sink)
            while True:
                answer = await asker.ask(messages)
                if not answer.tool_calls:
                    break
                # One after the other, in the order they were written: a call that waits for a person ends the turn
                # before the next one is made.
                returns = [await _use(call, tools, toolset, budget) for call in answer.tool_calls]
                messages += [answer, ModelRequest(parts=returns)]
                asker.said = True
        if not asker.said:
            raise nothing_said()

    async def try_out(self, agent: Agent) -> TriedOut:
        key, started = await self._keys.needed(agent), time.monotonic()
        try:
            async with opened(agent, key, TRY_SECONDS) as model, asyncio.timeout(TRY_SECONDS):
                answer = await model_request(
                    model,
                    [ModelRequest.user_text_prompt("Answer with the one word: ready")],
                    model_settings=ModelSettings(max_tokens=TRY_TOKENS, max_retries=0),
                )
        except TimeoutError:
            raise Refusal(
                "model_timeout",
                f'The model of agent "{agent.name}" did not answer within {TRY_SECONDS:.0f} seconds.',
                "Try again, and look at the address and the model in the configuration.",
                agent=agent.id,
            ) from None
        except (AgentRunError, UserError) as error:
            raise refusal_of(error, agent) from error
        return TriedOut(
            model=agent.model,
            seconds=time.monotonic() - started,
            input_tokens=answer.usage.input_tokens,
            output_tokens=answer.usage.output_tokens,
        )


async def _use(call: ToolCallPart, tools: AgentTools, toolset: Toolset, budget: Budget) -> ToolReturnPart:
    """Whatever comes of the call is told to the model; only a pause and a limit end the turn."""
    budget.use()
    name, arguments = toolset.name_of(call), arguments_of(call)
    if name is None:
        told = toolset.unknown()
    elif arguments is None:
        told = UNREADABLE
    elif budget.is_repeated(name, arguments):
        told = REPEATED
    else:
        told = await tools.use(name, arguments)
    content = written(told, call.tool_name)
    return ToolReturnPart(tool_name=call.tool_name, content=content, tool_call_id=call.tool_call_id)


def _made_before(turn: Turn) -> list[tuple[str, JsonObject]]:
    """The calls since the person spoke, when the run goes on after a decision: a pause gives no new limits."""
    if turn.text is not None:
        return []
    bodies = [message.body for message in turn.history]
    spoke = max((place for place, body in enumerate(bodies) if isinstance(body, Said)), default=-1)
    return [(body.tool, body.arguments) for body in bodies[spoke + 1 :] if isinstance(body, Called)]
