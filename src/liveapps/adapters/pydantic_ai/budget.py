"""What a run has taken so far, against its limits. Counted here, run by run: what a library counts may grow with the
thread until no run is left any."""

import json
import time
from collections import Counter
from typing import Literal

from liveapps.blocks.base import JsonObject
from liveapps.conversation.agents import Agent
from liveapps.panels.errors import Code, Refusal

LETTERS_PER_TOKEN = 4
"""A guess, for while an answer is on its way and for providers that do not count."""
SAME_CALLS = 2
"""How often one call, to the letter, is made in a run."""

What = Literal["requests", "tokens", "tool_calls", "seconds"]
_CODES: dict[What, Code] = {
    "requests": "run_limit_requests",
    "tokens": "run_limit_tokens",
    "tool_calls": "run_limit_tool_calls",
    "seconds": "run_limit_seconds",
}
_SAID: dict[What, str] = {
    "requests": "asked its model {limit} times",
    "tokens": "used {limit} tokens",
    "tool_calls": "used its tools {limit} times",
    "seconds": "took {limit} seconds",
}


class Budget:
    def __init__(self, agent: Agent, calls: list[tuple[str, JsonObject]]) -> None:
        """`calls` are those that this run made before it paused for a decision."""
        self._agent = agent
        self._limits = agent.limits
        self._ends_at = time.monotonic() + agent.limits.seconds
        self._requests = 0
        self._tokens = 0
        self._calls = len(calls)
        self._same = Counter(_letters(name, arguments) for name, arguments in calls)

    @property
    def seconds_left(self) -> float:
        return self._ends_at - time.monotonic()

    def ask(self) -> None:
        """Before each request to the model. Raises Refusal when a limit is reached."""
        if self._requests >= self._limits.requests:
            raise self.reached("requests")
        if self._tokens >= self._limits.tokens:
            raise self.reached("tokens")
        if self.seconds_left <= 0:
            raise self.reached("seconds")
        self._requests += 1

    def hears(self, letters: int) -> None:
        """While an answer is on its way: it may not go on for ever."""
        if self._tokens + letters // LETTERS_PER_TOKEN >= self._limits.tokens:
            raise self.reached("tokens")

    def heard(self, tokens: int) -> None:
        self._tokens += tokens

    def use(self) -> None:
        """Before each use of a tool. Raises Refusal when the limit is reached."""
        if self._calls >= self._limits.tool_calls:
            raise self.reached("tool_calls")
        self._calls += 1

    def is_repeated(self, name: str, arguments: JsonObject) -> bool:
        """Whether this call, to the letter, was made as often as it may be."""
        letters = _letters(name, arguments)
        self._same[letters] += 1
        return self._same[letters] > SAME_CALLS

    def reached(self, what: What) -> Refusal:
        limit = getattr(self._limits, what)
        return Refusal(
            _CODES[what],
            f'Agent "{self._agent.name}" {_SAID[what].format(limit=limit)} for one answer, which is its limit.',
            f"Ask for less at once, or ask an agent boss to raise limits.{what} of this agent.",
            agent=self._agent.id,
            limit=limit,
        )


def _letters(name: str, arguments: JsonObject) -> str:
    return json.dumps([name, arguments], sort_keys=True)
