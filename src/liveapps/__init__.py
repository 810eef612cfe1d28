"""Live Apps: an AI agent's answer becomes a persistent panel that people operate."""

__version__ = "0.1.0"
