"""The head of a panel: small, and the row that a write locks."""

from datetime import datetime

from liveapps.blocks.base import Model

from .template import Template


class Panel(Model):
    """`version` rises by one with each write that changed something; `template_version` with each redesign."""

    id: str
    agent: str
    owner: str
    template: Template
    version: int = 0
    template_version: int = 1
    created_at: datetime
    updated_at: datetime
    trashed_at: datetime | None = None
