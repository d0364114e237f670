"""The MCP server: the memory tools, search, the injection, and entries as resources, for any client.

The `mcp` library is imported by the modules that speak the protocol, never by this package alone.
"""
