"""A server that speaks the protocols of model providers, with answers that were written before."""

from . import chat, messages, responses
from .script import Asked, Call, Reply, Step
from .server import Provider, Wire, provider

__all__ = ["Asked", "Call", "Provider", "Reply", "Step", "Wire", "chat", "messages", "provider", "responses"]
