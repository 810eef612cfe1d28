"""A write that was based on an older state: same field, refused; other fields, no matter."""

from liveapps.panels.errors import Refusal
from liveapps.panels.rows import Row

from ..known import Known


def refuse_stale(known: Known, row: Row, names: set[str], based_on: int | None) -> None:
    """Refuses when one of `names` changed after `based_on`, naming who changed it. "stage" names the stage."""
    for version, before in known.history:
        changed = set(before.before or {}) & {"stage"} | set((before.before or {}).get("values", {}))
        clash = sorted(changed & names)
        if not clash:
            continue
        field = clash[0]
        now = row.stage if field == "stage" else row.values.get(field)
        by = version.origin.actor
        raise Refusal(
            "version_conflict",
            f'"{field}" was changed by {by.name or by.id} after you read it.',
            "Read the row again, then send the change with the new version in based_on.",
            field=field,
            row=row.id,
            by=by.name or by.id,
            at=version.origin.at.isoformat(),
            current=now,
            current_version=row.version,
            based_on=based_on,
        )
    if names and based_on is not None and based_on < known.oldest - 1:
        raise _past_memory(known, row, based_on)


def _past_memory(known: Known, row: Row, based_on: int) -> Refusal:
    """The row has changed, and which of its fields did is no longer known: that a stale value wins must not be."""
    days = known.rules.retention.versions_days
    return Refusal(
        "version_conflict",
        f"The row has changed after version {based_on}, and its history is kept only from version {known.oldest} on.",
        "Read the row again, then send the change with the new version in based_on.",
        row=row.id,
        current_version=row.version,
        based_on=based_on,
        oldest=known.oldest,
        kept_days=days,
    )
