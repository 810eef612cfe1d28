"""Where people reach things in the web app."""

from dataclasses import dataclass


@dataclass(frozen=True)
class Addresses:
    """`base` is the address of the web app, without a slash at its end."""

    base: str

    def panel(self, panel: str) -> str:
        return f"{self.base}/panels/{panel}"

    def proposal(self, proposal: str) -> str:
        return f"{self.base}/decide/{proposal}"
