"""Hearing that the tools of a source changed: older servers tell whoever is connected, newer ones whoever asked."""

from collections.abc import Awaitable, Callable
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from fastmcp.client import Client
    from mcp.client.session import IncomingMessage, MessageHandlerFnT

Told = Callable[[], Awaitable[None]]


def hears_of_tools(told: Told) -> "MessageHandlerFnT":
    from mcp.types import ToolListChangedNotification

    async def hear(message: "IncomingMessage") -> None:
        if isinstance(message, ToolListChangedNotification):
            await told()

    return hear


async def listen_for_tools(client: "Client[Any]", told: Told) -> None:
    """Asks to be told, and passes it on until the server ends it. What ends without a word may have been missed."""
    from mcp import MCPError
    from mcp.client.subscriptions import ListenNotSupportedError, SubscriptionLost, listen

    try:
        async with listen(client.session, tools_list_changed=True) as changes:
            async for _ in changes:
                await told()
    except (ListenNotSupportedError, MCPError):
        return
    except SubscriptionLost:
        await told()
