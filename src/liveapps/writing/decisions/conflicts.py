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
