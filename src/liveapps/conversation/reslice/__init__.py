"""The re-slice language: "só os de São Paulo, ordenados por receita" as a slice, without a model.

It knows two small lexicons, one grammar and the table before it; it never guesses. Pure: no clock, no I/O.
"""

from .doubt import Reason
from .understanding import understand

__all__ = ["Reason", "understand"]
