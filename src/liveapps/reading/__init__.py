"""The only way out: every surface reads panels through here, and gets what its reader may see.

Knows no HTTP, no MCP and no SQL.
"""
