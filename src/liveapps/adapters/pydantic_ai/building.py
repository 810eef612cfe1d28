"""An agent's model, ready to be asked: provider, address and key."""

from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager

import httpx2
from pydantic_ai.models import Model
from pydantic_ai.profiles.openai import OpenAIModelProfile

from liveapps.conversation.agents import Agent
from liveapps.conversation.models import ModelName, model_of

CONNECT_SECONDS = 10.0
OLLAMA = "http://localhost:11434/v1"
NO_KEY = "none"
"""For servers of one's own that ask for no key: the client libraries insist on sending some."""
SAYS_WHY = OpenAIModelProfile(openai_chat_streaming_requires_finish_reason=True)
"""A stream that ends without saying why has been cut, however politely."""


@asynccontextmanager
async def opened(agent: Agent, key: str | None, seconds: float) -> AsyncGenerator[Model]:
    """The model with connections of its own while the block lasts. `seconds` bounds each wait for the server.

    Redirects are not followed: a key goes to the address that was configured, and to no other.
    """
    limit = httpx2.Timeout(seconds, connect=min(CONNECT_SECONDS, seconds))
    async with httpx2.AsyncClient(timeout=limit, follow_redirects=False) as http:
        yield _build(model_of(agent), agent.base_url, key, http)


def _build(model: ModelName, address: str | None, key: str | None, http: httpx2.AsyncClient) -> Model:
    """Each provider's code is imported only when an agent runs on it."""
    match model.provider.name:
        case "anthropic":
            from pydantic_ai.models.anthropic import AnthropicModel
            from pydantic_ai.providers.anthropic import AnthropicProvider

            at_anthropic = AnthropicProvider(api_key=key or NO_KEY, base_url=address, http_client=http)
            return AnthropicModel(model.name, provider=at_anthropic)
        case "google":
            from pydantic_ai.models.google import GoogleModel
            from pydantic_ai.providers.google import GoogleProvider

            return GoogleModel(model.name, provider=GoogleProvider(api_key=key, base_url=address, http_client=http))
        case "ollama":
            from pydantic_ai.models.ollama import OllamaModel
            from pydantic_ai.providers.ollama import OllamaProvider

            at_home = OllamaProvider(base_url=address or OLLAMA, api_key=key, http_client=http)
            return OllamaModel(model.name, provider=at_home, profile=SAYS_WHY)
        case _:
            return _openai(model, address, key, http)


def _openai(model: ModelName, address: str | None, key: str | None, http: httpx2.AsyncClient) -> Model:
    """OpenAI itself, or any address that speaks like it: what only OpenAI understands is not sent elsewhere."""
    from pydantic_ai.models.openai import OpenAIChatModel, OpenAIResponsesModel
    from pydantic_ai.providers.openai import OpenAIProvider
    from pydantic_ai.providers.openai_compatible import OpenAICompatibleProvider

    if address is None:
        provider = OpenAIProvider(api_key=key, http_client=http)
    else:
        provider = OpenAICompatibleProvider("own", base_url=address, api_key=key or NO_KEY, http_client=http)
    if model.provider.name == "openai":
        return OpenAIResponsesModel(model.name, provider=provider)
    return OpenAIChatModel(model.name, provider=provider, profile=SAYS_WHY)
