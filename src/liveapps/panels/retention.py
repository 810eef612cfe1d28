"""How long things are kept. What is older is forgotten for good, at the latest a day later."""

from datetime import datetime, timedelta
from typing import Annotated

from pydantic import BeforeValidator, ConfigDict
from pydantic import Field as Constraint

from liveapps.blocks.base import Model

from .errors import Refusal


def _for_ever(raw: object) -> object:
    """A configuration file has no word for nothing."""
    return None if raw == "for_ever" else raw


Days = Annotated[Annotated[int, Constraint(ge=1, le=36_500)] | None, BeforeValidator(_for_ever)]


class Retention(Model):
    """Days for each kind of thing; None is for ever."""

    model_config = ConfigDict(use_attribute_docstrings=True)

    versions_days: Days = 365
    """Earlier versions of a panel: to look at, compare and restore. The newest always stays."""
    trash_days: Days = 30
    """Rows and panels in the trash and deleted conversations, with all that belongs to them."""
    attachments_days: Days = 30
    """Files that people brought into conversations. What was read from them stays as long as what tools answered."""
    deliveries_days: Days = 30
    """What outside systems sent to webhooks; the same delivery is recognised for as long."""
    readings_days: Days = 90
    """What tools answered."""
    jobs_days: Days = 14
    """Jobs that have ended."""
    idempotency_days: Days = 7
    """How long the repeat of a write under its idempotency key is recognised."""
    notices_days: Days = 180
    """What people were told."""
    hosts_days: Days = 30
    """What assistants in other hosts called and proposed, and what was done in widgets."""


def kept_since(days: int | None, now: datetime) -> datetime | None:
    """Things before this moment may be forgotten; None when nothing ever is."""
    return None if days is None else now - timedelta(days=days)


def forgotten_version(version: int, oldest: int, days: int | None) -> Refusal:
    """A version that was there, and whose history is no longer kept."""
    return Refusal(
        "version_not_found",
        f"Version {version} is no longer kept: {_rule(days)}, and the oldest version there is {oldest}.",
        f"Choose version {oldest} or a later one: GET /api/panels/{{panel}}/versions.",
        version=version,
        oldest=oldest,
        kept_days=days,
    )


def _rule(days: int | None) -> str:
    return "the history before it was cleared" if days is None else f"history is kept for {days} days"
