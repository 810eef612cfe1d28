"""Why a sentence goes to the agent."""

from typing import Literal

Reason = Literal[
    "nothing_said",
    "too_long",
    "action",
    "question",
    "answer",
    "unknown_words",
    "no_field",
    "ambiguous",
    "limited",
    "contradiction",
]
"""`action` asks for something to be done, `question` for a judgement or a figure; `answer` may answer what the
agent has just asked; `unknown_words` has words that
neither the language nor the table explains, or in an order that says nothing; `no_field` needs a kind of field that the
table has not; `ambiguous` has several meanings; `limited` cuts again a list already cut to its first rows;
`contradiction` says or undoes the same thing twice."""


class Doubt(Exception):
    def __init__(self, reason: Reason) -> None:
        super().__init__(reason)
        self.reason: Reason = reason
