"""The HTTP API under /api, and the web app it serves."""
