"""One request to a model: what it says goes to the person as it comes, and what goes wrong becomes a refusal."""

import asyncio
import logging
import time
import warnings
from collections.abc import AsyncGenerator, Generator
from contextlib import AsyncExitStack, aclosing, asynccontextmanager, contextmanager, suppress

from pydantic_ai.direct import model_request_stream
from pydantic_ai.exceptions import AgentRunError, ModelAPIError, UnexpectedModelBehavior, UserError
from pydantic_ai.messages import (
    ModelMessage,
    ModelResponse,
    ModelResponseStreamEvent,
    PartDeltaEvent,
    PartStartEvent,
    TextPart,
    TextPartDelta,
    ToolCallPart,
    ToolCallPartDelta,
)
from pydantic_ai.models import Model, ModelRequestParameters, StreamedResponse
from pydantic_ai.settings import ModelSettings

from liveapps.conversation.agents import Agent
from liveapps.conversation.usage import ModelUse
from liveapps.ports import RunSink

from .budget import LETTERS_PER_TOKEN, Budget
from .failures import TRANSIENT, cut, refusal_of, too_long

log = logging.getLogger("liveapps.models")

WAITS = (1.0, 4.0)
"""Seconds before the second and the third try, when the provider does not say how long to wait."""
SETTINGS = ModelSettings(max_retries=0)
"""The tries are counted here: a client library's own would be waited for without anyone knowing."""


class Asker:
    """`said` tells whether the person has been told anything yet."""

    def __init__(
        self, agent: Agent, model: Model, parameters: ModelRequestParameters, budget: Budget, sink: RunSink
    ) -> None:
        self._agent = agent
        self._model = model
        self._parameters = parameters
        self._budget = budget
        self._sink = sink
        self.said = False

    async def ask(self, messages: list[ModelMessage]) -> ModelResponse:
        """Tries again what may go well a moment later, as long as nothing of the answer was told.

        Raises Refusal.
        """
        for wait in (*WAITS, None):
            hearing = _Hearing()
            try:
                return await self._once(messages, hearing)
            except (AgentRunError, UserError) as error:
                if hearing.said:
                    log.warning("agent %s: %s broke off", self._agent.id, self._agent.model)
                    raise cut() from error
                refusal = refusal_of(error, self._agent)
                log.warning("agent %s: %s: %s %s", self._agent.id, self._agent.model, refusal.code, refusal.facts)
                pause = self._pause(error, wait)
                if pause is None:
                    raise refusal from error
            await asyncio.sleep(pause)
        raise AssertionError("the last try returns or raises")

    def _pause(self, error: Exception, wait: float | None) -> float | None:
        """How long to wait before another try; None when another one makes no sense, or would come too late."""
        if wait is None or not isinstance(error, TRANSIENT):
            return None
        asked = error.retry_after if isinstance(error, ModelAPIError) else None
        pause = wait if asked is None else asked
        return pause if pause < self._budget.seconds_left else None

    async def _once(self, messages: list[ModelMessage], hearing: "_Hearing") -> ModelResponse:
        self._budget.ask()
        response = await self._timed(messages, hearing)
        if response.finish_reason is None:
            raise ModelAPIError(self._agent.model, "the stream ended without saying why")
        if response.finish_reason == "length" and not response.tool_calls:
            raise too_long()
        return response

    async def _timed(self, messages: list[ModelMessage], hearing: "_Hearing") -> ModelResponse:
        """What it took is counted however it ends."""
        started, response = time.monotonic(), None
        try:
            async with self._in_time():
                response = await self._hear(messages, hearing)
                return response
        finally:
            await self._count(response, hearing, time.monotonic() - started)

    @asynccontextmanager
    async def _in_time(self) -> AsyncGenerator[None]:
        try:
            async with asyncio.timeout(self._budget.seconds_left):
                yield
        except TimeoutError:
            raise self._budget.reached("seconds") from None

    async def _hear(self, messages: list[ModelMessage], hearing: "_Hearing") -> ModelResponse:
        asked = model_request_stream(
            self._model, messages, model_settings=SETTINGS, model_request_parameters=self._parameters
        )
        async with AsyncExitStack() as opened:
            with _reading():
                stream = await opened.enter_async_context(asked)
            async for event in await opened.enter_async_context(aclosing(_events(stream))):
                text = hearing.hear(event)
                self._budget.hears(hearing.letters)
                if text:
                    self.said = True
                    await self._sink.say(text)
            return stream.get()

    async def _count(self, response: ModelResponse | None, hearing: "_Hearing", seconds: float) -> None:
        use = _use(self._agent, response, hearing)
        self._budget.heard(use.input_tokens + use.output_tokens)
        await self._sink.used(use, seconds, failed=response is None)


class _Hearing:
    """What has come of an answer so far."""

    def __init__(self) -> None:
        self.letters = 0
        self.said = False
        self._in_text = False

    def hear(self, event: ModelResponseStreamEvent) -> str:
        """The text in it that is for the person."""
        match event:
            case PartStartEvent(part=TextPart(content=text)):
                return self._text(("\n\n" if self.said and text else "") + text)
            case PartDeltaEvent(delta=TextPartDelta(content_delta=text)):
                return self._text(text)
            case PartStartEvent(part=ToolCallPart() as call):
                self.letters += len(call.args_as_json_str())
            case PartDeltaEvent(delta=ToolCallPartDelta(args_delta=str() as letters)):
                self.letters += len(letters)
            case _:
                pass
        return ""

    def _text(self, text: str) -> str:
        self.letters += len(text)
        self.said = self.said or bool(text.strip())
        return text


@contextmanager
def _reading() -> Generator[None]:
    """What is no event of the protocol breaks in the library in many ways: here they are one."""
    try:
        yield
    except (ValueError, TypeError, LookupError, AttributeError) as unreadable:
        raise UnexpectedModelBehavior("the stream cannot be read") from unreadable


async def _events(stream: StreamedResponse) -> AsyncGenerator[ModelResponseStreamEvent]:
    with _reading():
        async for event in stream:
            yield event


def _use(agent: Agent, response: ModelResponse | None, hearing: _Hearing) -> ModelUse:
    """By the provider's count; where it gives none, what was heard is guessed from its letters."""
    guessed = ModelUse(model=agent.model, output_tokens=hearing.letters // LETTERS_PER_TOKEN)
    if response is None or not response.usage.total_tokens:
        return guessed
    usage = response.usage
    return ModelUse(
        model=agent.model,
        input_tokens=usage.input_tokens,
        output_tokens=usage.output_tokens,
        cached_tokens=usage.cache_read_tokens,
        cost=_cost(agent, response),
    )


def _cost(agent: Agent, response: ModelResponse) -> float | None:
    """In US dollars, by the price list that comes with the library; None for other addresses and unknown models."""
    if agent.base_url is not None:
        return None
    with suppress(LookupError, ValueError, AssertionError), warnings.catch_warnings():
        warnings.simplefilter("ignore")
        return float(response.cost().total_price)
    return None
