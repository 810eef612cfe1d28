"""Agents that run on a model, whoever provides it. Only this package knows pydantic-ai.

Importing pydantic-ai takes seconds and much memory, so only `lazy` is imported at start: the rest follows with the
first answer, in a thread. What pydantic-ai could keep (histories, limits, retries, approvals) is the house's own:
from it come only the models, one request at a time.
"""
