"""Tools that live in MCP servers, over stdio or streamable HTTP, behind the port `Tools`.

Must not know who asks nor what the rows are for: it fetches an answer, bounded in time and size.
"""

from .sources import McpSources

__all__ = ["McpSources"]
