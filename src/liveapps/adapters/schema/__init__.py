"""The tables, and the revisions that bring an older data file up to them. Shared by all databases."""

HEAD = "0001"
"""The revision this version of the code reads and writes."""
