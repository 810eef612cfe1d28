"""What a tool of an agent is: a name, a sentence, the arguments it takes, and what it does."""

from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from typing import Generic, TypeVar

from pydantic import BaseModel, ConfigDict, ValidationError

from liveapps.blocks.base import JsonObject
from liveapps.panels.errors import Refusal
from liveapps.ports import Offer, Told

from .kit import Kit
from .schemas import schema_of


class Arguments(BaseModel):
    """What a model writes: unknown names are refused, while "5" counts as 5."""

    model_config = ConfigDict(frozen=True, extra="forbid")


A = TypeVar("A", bound=Arguments)


@dataclass(frozen=True)
class AgentTool(Generic[A]):
    name: str
    description: str
    takes: type[A]
    does: Callable[[Kit, A], Awaitable[Told]]
    with_template: bool = False

    def offer(self) -> Offer:
        return Offer(self.name, self.description, schema_of(self.takes, with_template=self.with_template))

    async def use(self, kit: Kit, arguments: JsonObject) -> Told:
        """Raises Refusal."""
        return await self.does(kit, self._read(arguments))

    def _read(self, arguments: JsonObject) -> A:
        try:
            return self.takes.model_validate(arguments)
        except ValidationError as wrong:
            raise self._misread(wrong) from None

    def _misread(self, wrong: ValidationError) -> Refusal:
        """Pydantic says which values are valid where one of a list was expected."""
        problems = [
            {"at": ".".join(str(part) for part in one["loc"]), "problem": one["msg"]}
            for one in wrong.errors(include_url=False, include_context=False, include_input=False)
        ]
        first = problems[0]
        names = ", ".join(self.takes.model_fields)
        return Refusal(
            "invalid_input",
            f'"{self.name}" cannot be called like this: {first["at"] or "arguments"}: {first["problem"]}.',
            f"Mend what facts.problems names and call {self.name} again. Its arguments are: {names}.",
            tool=self.name,
            problems=problems[:20],
        )
