"""Agent runs and what people do with their answers. A run belongs to the server, not to a request."""
