"""The only way in: closed writes, one pure decision, one funnel.

Knows no HTTP, no MCP and no SQL.
"""
