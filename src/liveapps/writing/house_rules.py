"""What an installation lays down for all its panels."""

from liveapps.blocks.base import Model
from liveapps.panels.limits import Limits
from liveapps.panels.retention import Retention


class HouseRules(Model):
    """`calculators` and `agents` are the ids of those it has."""

    limits: Limits = Limits()
    retention: Retention = Retention()
    calculators: list[str] = []
    agents: list[str] = []
