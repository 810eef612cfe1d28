"""What a run asked of models: how often, how many tokens, what it cost. Never what was said."""

from collections.abc import Iterable

from liveapps.blocks.base import Model


class ModelUse(Model):
    """Requests to one model. `input_tokens` include those read from a cache; `cost` is in US dollars, None when the
    price is not known."""

    model: str
    requests: int = 1
    input_tokens: int = 0
    output_tokens: int = 0
    cached_tokens: int = 0
    cost: float | None = None


def totals(uses: Iterable[ModelUse]) -> list[ModelUse]:
    """One entry per model, in the order they were first asked. A cost is given only when each of its parts is known."""
    found: dict[str, ModelUse] = {}
    for use in uses:
        before = found.get(use.model)
        found[use.model] = use if before is None else _sum(before, use)
    return list(found.values())


def _sum(one: ModelUse, other: ModelUse) -> ModelUse:
    return ModelUse(
        model=one.model,
        requests=one.requests + other.requests,
        input_tokens=one.input_tokens + other.input_tokens,
        output_tokens=one.output_tokens + other.output_tokens,
        cached_tokens=one.cached_tokens + other.cached_tokens,
        cost=None if one.cost is None or other.cost is None else one.cost + other.cost,
    )
