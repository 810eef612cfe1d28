"""Dates and moments: kept as ISO text, read and shown in a locale and a time zone."""

import re
from datetime import UTC, date, datetime, time, timedelta
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

from .errors import Refusal
from .origin import Locale

_NAMES = (
    *("Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"),
    *("January", "February", "March", "April", "May", "June"),
    *("July", "August", "September", "October", "November", "December"),
)
"""Short and long; modulo 12 they fall on the same month."""
_ISO = re.compile(r"[0-9]{4}-[0-9]{2}-[0-9]{2}(?:[T ].+)?")
_NUMERIC = re.compile(r"([0-9]{1,2})([/.-])([0-9]{1,2})\2([0-9]{4})(?:,? +(.+))?")
_NAMED = re.compile(rf"({'|'.join(_NAMES)}) ([0-9]{{1,2}}), ([0-9]{{4}})(?:,? +(.+))?", re.IGNORECASE)
_TIME = re.compile(r"([0-9]{1,2}):([0-9]{2})(?::([0-9]{2}))?(?: ?([AaPp])[Mm])?")


def zone_of(time_zone: str) -> ZoneInfo:
    """Raises Refusal `invalid_input` for a name that is no IANA time zone."""
    try:
        return ZoneInfo(time_zone)
    except (ZoneInfoNotFoundError, ValueError, OSError):
        raise Refusal(
            "invalid_input",
            f'There is no time zone "{time_zone}".',
            'Use an IANA name such as "America/Sao_Paulo" or "UTC".',
            time_zone=time_zone,
        ) from None


def today(now: datetime, time_zone: str) -> date:
    """The date on the wall at `now` (aware), not the date in UTC."""
    return now.astimezone(zone_of(time_zone)).date()


def next_midnight(now: datetime, time_zone: str) -> datetime:
    """When the next date begins in the time zone, in UTC. Where clocks skip midnight, the first moment after it."""
    tomorrow = today(now, time_zone) + timedelta(days=1)
    return datetime.combine(tomorrow, time(), zone_of(time_zone)).astimezone(UTC)


def read_date(text: str, locale: Locale, time_zone: str) -> str:
    """ "YYYY-MM-DD". A moment with an offset becomes the date it is in the time zone. Raises ValueError."""
    moment = _read(text, locale)
    if isinstance(moment, datetime):
        moment = moment.astimezone(zone_of(time_zone)).date() if moment.tzinfo else moment.date()
    return moment.isoformat()


def read_moment(text: str, locale: Locale, time_zone: str) -> str:
    """ "YYYY-MM-DDTHH:MM:SSZ". Without an offset the text is local to the time zone; a date is its midnight.

    Raises ValueError.
    """
    moment = _read(text, locale)
    if not isinstance(moment, datetime):
        moment = datetime.combine(moment, time())
    if moment.tzinfo is None:
        moment = moment.replace(tzinfo=zone_of(time_zone))
    return moment.astimezone(UTC).strftime("%Y-%m-%dT%H:%M:%SZ").rjust(20, "0")


def local_date(moment: str, time_zone: str) -> str:
    """The date, as ISO text, on which a stored moment falls in the time zone."""
    try:
        return datetime.fromisoformat(moment).astimezone(zone_of(time_zone)).date().isoformat()
    except OverflowError:
        # "0001-01-01T00:00:00Z" is how many programs write "no date": west of Greenwich it is before the first year.
        return moment[:10]


def _read(text: str, locale: Locale) -> date | datetime:
    text = text.strip()
    if _ISO.fullmatch(text):
        return date.fromisoformat(text) if len(text) == 10 else datetime.fromisoformat(text)
    if written := _NUMERIC.fullmatch(text):
        first, _, second, year, clock = written.groups()
        day, month = (first, second) if locale == "pt-BR" else (second, first)
        return _at(date(int(year), int(month), int(day)), clock)
    if locale == "en" and (named := _NAMED.fullmatch(text)):
        name, day, year, clock = named.groups()
        return _at(date(int(year), _NAMES.index(name.capitalize()) % 12 + 1, int(day)), clock)
    raise ValueError("not a date")


def _at(day: date, clock: str | None) -> date | datetime:
    if clock is None:
        return day
    written = _TIME.fullmatch(clock.strip())
    if written is None:
        raise ValueError("not a time of day")
    hour, half = int(written[1]), (written[4] or "").lower()
    if half:
        if not 1 <= hour <= 12:
            raise ValueError("not a time of day")
        hour = hour % 12 + (12 if half == "p" else 0)
    return datetime.combine(day, time(hour, int(written[2]), int(written[3] or 0)))


def show_date(day: date, locale: Locale) -> str:
    if locale == "pt-BR":
        return f"{day.day:02}/{day.month:02}/{day.year:04}"
    return f"{_NAMES[day.month - 1]} {day.day}, {day.year}"


def show_moment(moment: datetime, locale: Locale, time_zone: str) -> str:
    """To the minute, in the time zone."""
    local = moment.astimezone(zone_of(time_zone))
    if locale == "pt-BR":
        return f"{show_date(local.date(), locale)} {local:%H:%M}"
    return f"{show_date(local.date(), locale)}, {local.hour % 12 or 12}:{local:%M} {'AM' if local.hour < 12 else 'PM'}"
