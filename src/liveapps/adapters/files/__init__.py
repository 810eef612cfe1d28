"""Reads people's files in a process of its own, because a file can be made to harm who opens it."""
