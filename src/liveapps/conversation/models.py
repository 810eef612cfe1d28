"""The closed list of providers, and what an agent's model string says."""

from dataclasses import dataclass

from liveapps.panels.errors import Refusal

from .agents import Agent


@dataclass(frozen=True)
class Provider:
    """`variables` are the usual names of its key in the environment, the first that is set counts. One that does not
    `need_key` is a server of one's own."""

    name: str
    variables: tuple[str, ...]
    needs_key: bool = True


PROVIDERS = {
    one.name: one
    for one in (
        Provider("openai", ("OPENAI_API_KEY",)),
        Provider("openai-chat", ("OPENAI_API_KEY",)),
        Provider("anthropic", ("ANTHROPIC_API_KEY",)),
        Provider("google", ("GOOGLE_API_KEY", "GEMINI_API_KEY")),
        Provider("ollama", ("OLLAMA_API_KEY",), needs_key=False),
    )
}
"""`openai` speaks the Responses API, `openai-chat` Chat Completions: that is what other servers mostly speak."""


@dataclass(frozen=True)
class ModelName:
    provider: Provider
    name: str


def model_of(agent: Agent) -> ModelName:
    """Raises Refusal `model_not_configured` when the string names no provider of the list, or no model."""
    provider, _, name = agent.model.partition(":")
    if provider in PROVIDERS and name.strip():
        return ModelName(PROVIDERS[provider], name.strip())
    said = f'"{agent.model}" is no model' if agent.model else "it names none"
    raise Refusal(
        "model_not_configured",
        f'Agent "{agent.name}" runs on a model, and {said}.',
        f'Write model = "provider:name" for it in the configuration; the provider is one of: {", ".join(PROVIDERS)}.',
        agent=agent.id,
        model=agent.model,
        choices=list(PROVIDERS),
    )


def variables_of(agent: Agent, model: ModelName) -> tuple[str, ...]:
    """Where the environment may hold the key. A provider's usual variable is its own: what it holds is not sent to
    another address unless the configuration names it."""
    if agent.key_env is not None:
        return (agent.key_env,)
    return model.provider.variables if agent.base_url is None else ()
