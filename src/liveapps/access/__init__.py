"""Signing in and out, sessions and API tokens: who someone is. What they may do is `people/policy.py`."""
