"""What can go wrong with a provider, as refusals: a code, plain words and a next step, never the provider's text."""

from pydantic_ai import exceptions as theirs

from liveapps.conversation.agents import Agent
from liveapps.panels.errors import Code, Refusal

ASK_BOSS = "Ask an agent boss to look at the agent's model: Installation, Agents."
AGAIN = "Ask again in a few minutes."
TRANSIENT: tuple[type[Exception], ...] = (
    theirs.ModelRateLimitError,
    theirs.ModelUnavailableError,
    theirs.ModelServerError,
    theirs.ModelConnectionError,
)
"""What may go well a moment later."""

_SAID: tuple[tuple[type[Exception], Code, str, str], ...] = (
    (theirs.ModelAuthenticationError, "model_key_refused", "The provider refused the key of {name}.", ASK_BOSS),
    (
        theirs.ModelNotFoundError,
        "model_not_found",
        "The provider does not know {model}, or its address is wrong.",
        ASK_BOSS,
    ),
    (theirs.ModelQuotaExceededError, "model_quota_spent", "The credit at the provider of {name} is used up.", ASK_BOSS),
    (theirs.ModelRateLimitError, "model_busy", "The provider of {name} takes no more requests now.", AGAIN),
    (theirs.ModelTimeoutError, "model_timeout", "The model of {name} did not answer in time.", AGAIN),
    (theirs.ModelRequestTimeout, "model_timeout", "The model of {name} did not answer in time.", AGAIN),
    (
        theirs.ModelContextWindowExceededError,
        "model_rejected",
        "The conversation is longer than {model} can read.",
        "Start a new conversation.",
    ),
    (
        theirs.ModelRequestRejectedError,
        "model_rejected",
        "The provider refused what was asked of {model}.",
        "Start a new conversation. If it happens again, ask an agent boss.",
    ),
    (
        theirs.ContentFilterError,
        "model_rejected",
        "The provider's content filter stopped {model}.",
        "Ask in other words.",
    ),
)
"""The first that fits counts."""


def refusal_of(error: Exception, agent: Agent) -> Refusal:
    names = {"name": f'agent "{agent.name}"', "model": f'the model "{agent.model}"'}
    facts = {"agent": agent.id, "model": agent.model} | _status(error)
    for kind, code, message, step in _SAID:
        if isinstance(error, kind):
            return Refusal(code, message.format(**names), step, **facts)
    message = f"The provider of {names['name']} cannot be reached, or its answer cannot be read."
    return Refusal("model_unavailable", message, AGAIN, **facts)


def _status(error: Exception) -> dict[str, object]:
    """What helps whoever looks after the agent: numbers, and no text of the provider."""
    facts: dict[str, object] = {}
    if isinstance(error, theirs.ModelHTTPError):
        facts["status"] = error.status_code
    if isinstance(error, theirs.ModelAPIError) and error.retry_after is not None:
        facts["retry_after_seconds"] = round(error.retry_after)
    return facts


def cut() -> Refusal:
    return Refusal(
        "answer_cut",
        "The connection to the model broke off: what was said so far is not the whole answer.",
        "Ask it to go on, or ask again.",
    )


def too_long() -> Refusal:
    return Refusal(
        "answer_cut",
        "The model stopped at the length that it may write at once: this is not the whole answer.",
        "Ask it to go on, or ask for less at once.",
    )


def nothing_said() -> Refusal:
    return Refusal("answer_empty", "The model answered nothing.", "Ask again, in other words.")
