"""Giving a panel to another agent to read, or taking it back: a redesign of its audience and of nothing else."""

from liveapps.panels.panel import Panel
from liveapps.panels.template import read_template

from .writes import ChangeTemplate


def given_to(panel: Panel, agent: str) -> ChangeTemplate:
    before = panel.template.audience.agents
    return _with_agents(panel, before if agent in before else [*before, agent])


def taken_from(panel: Panel, agent: str) -> ChangeTemplate:
    return _with_agents(panel, [one for one in panel.template.audience.agents if one != agent])


def _with_agents(panel: Panel, agents: list[str]) -> ChangeTemplate:
    """Raises Refusal `invalid_template` for what is no id of an agent. Holds only on the template it was made from."""
    template = panel.template.model_dump(mode="json")
    template["audience"]["agents"] = agents
    return ChangeTemplate(panel=panel.id, template=read_template(template), based_on=panel.template_version)
