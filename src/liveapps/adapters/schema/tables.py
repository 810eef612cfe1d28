"""The tables as they are now. `workspace` leads every key, so that the data can be spread by it.

Ids are UUIDv7 as text, times ISO-8601 in UTC as text, documents JSON text that comes back letter by letter. Only what
a database looks into while it slices rows is kept in its own form of JSON.
"""

import sqlalchemy as sa
from sqlalchemy.dialects.postgresql import JSONB

from liveapps.panels.row_keys import NUMBER_COLUMNS, TEXT_COLUMNS

metadata = sa.MetaData(
    naming_convention={
        "ix": "ix_%(table_name)s_%(column_0_N_name)s",
        "uq": "uq_%(table_name)s_%(column_0_N_name)s",
        "pk": "pk_%(table_name)s",
    }
)

Text = sa.Text().with_variant(sa.Text(collation="C"), "postgresql")
"""Compared by code point on every database: one order everywhere, and no upgrade of a system library changes it."""
Json = sa.JSON()
Sliced = sa.JSON().with_variant(JSONB(), "postgresql")
Real: sa.Double[float] = sa.Double()


STAGES = (
    *("workspace", "panel", "collection", "trashed_at", "stage", "private", "owner", "position"),
    "unconfirmed_since",
)
ROW_KEYS = (
    *("workspace", "panel", "collection", "trashed_at", "private", "owner", "position", "stage", "id"),
    *TEXT_COLUMNS,
    *NUMBER_COLUMNS,
)


IN_TRASH = sa.text("trashed_at IS NOT NULL")


def _key(*names: str) -> list[sa.Column[str]]:
    return [sa.Column(name, Text, primary_key=True) for name in ("workspace", *names)]


def _table(name: str, *parts: sa.schema.SchemaItem, wide: bool = False) -> sa.Table:
    """SQLite keeps a table together with its key, unless its records are `wide`: then the key is an index."""
    return sa.Table(name, metadata, *parts, sqlite_with_rowid=wide)


def _text(name: str, *, null: bool = False) -> sa.Column[str]:
    return sa.Column(name, Text, nullable=null)


def _whole(name: str) -> sa.Column[int]:
    return sa.Column(name, sa.Integer, nullable=False)


def _json(name: str, *, null: bool = False) -> sa.Column[object]:
    return sa.Column(name, Json, nullable=null)


# What who creates panels locks, so that two at once cannot pass the limit of an agent. SQLite needs no such row.
agent_lock = _table("agent_lock", *_key("agent"))

panel = _table(
    "panel",
    *_key("id"),
    _text("agent"),
    _text("owner"),
    _json("template"),
    _whole("template_version"),
    _whole("version"),
    _text("created_at"),
    _text("updated_at"),
    _text("trashed_at", null=True),
    sa.Index(None, "workspace", "agent"),
)

block_state = _table(
    "block_state",
    *_key("panel", "target"),
    _json("content", null=True),
    _json("freshness", null=True),
)

# The keys stand before the document: a database that scans them need not read past it.
panel_row = _table(
    "panel_row",
    *_key("panel", "id"),
    _text("collection"),
    _text("match_key", null=True),
    _text("stage", null=True),
    _text("owner", null=True),
    _whole("private"),
    sa.Column("position", Real, nullable=False),
    _text("unconfirmed_since", null=True),
    _text("trashed_at", null=True),
    _whole("version"),
    *(_text(name, null=True) for name in TEXT_COLUMNS),
    *(sa.Column(name, Real, nullable=True) for name in NUMBER_COLUMNS),
    sa.Column("other_keys", Sliced, nullable=False),
    # The row as lists give it, and what else there is of it.
    _json("body"),
    _json("kept"),
    sa.Index(None, "workspace", "panel", "collection", "match_key", unique=True),
    sa.Index(None, "workspace", "panel", "collection", "position"),
    sa.Index("ix_panel_row_stages", *STAGES),
    sa.Index(None, "workspace", "trashed_at", sqlite_where=IN_TRASH, postgresql_where=IN_TRASH),
    # All that a slice is made by, beside each other. PostgreSQL refuses long texts in an index.
    sa.Index("ix_panel_row_keys", *ROW_KEYS).ddl_if(dialect="sqlite"),
    wide=True,
)

annotation = _table(
    "annotation",
    *_key("panel", "row", "id"),
    _text("text"),
    _json("by"),
    _text("at"),
)

notice = _table(
    "notice",
    *_key("person", "id"),
    _text("panel"),
    _text("row", null=True),
    _text("text"),
    _json("alert", null=True),
    _json("by"),
    _text("at"),
    _text("read_at", null=True),
)

panel_version = _table(
    "panel_version",
    *_key("panel"),
    sa.Column("version", sa.Integer, primary_key=True),
    _text("kind"),
    _json("origin"),
    _json("targets"),
    _json("states"),
    _json("template", null=True),
    _whole("row_count"),
)

row_version = _table(
    "row_version",
    *_key("panel", "row"),
    sa.Column("version", sa.Integer, primary_key=True),
    _text("collection"),
    _json("before", null=True),
    sa.Index(None, "workspace", "panel", "version"),
)

idempotency = _table(
    "idempotency",
    *_key("scope", "key"),
    _text("request_hash"),
    _text("receipt"),
    _text("at"),
)

endpoint = _table(
    "endpoint",
    *_key("id"),
    _text("panel"),
    _text("hook"),
    _text("sealed"),
    _text("opened_by"),
    _text("opened_at"),
    sa.Index(None, "workspace", "panel", "hook", unique=True),
)

delivery = _table(
    "delivery",
    *_key("endpoint", "id"),
    _text("key", null=True),
    _text("digest", null=True),
    _text("at"),
    _text("outcome"),
    _text("code", null=True),
    _text("message", null=True),
    _text("path", null=True),
    _text("body", null=True),
    _text("receipt", null=True),
    sa.Index(None, "workspace", "endpoint", "key", unique=True),
)

alert_state = _table("alert_state", *_key("panel", "alert"), _json("state"))

alert_follower = _table("alert_follower", *_key("panel", "alert", "person"), _whole("by_email"))

job = _table(
    "job",
    *_key("id"),
    _text("kind"),
    _json("task"),
    _text("key", null=True),
    # The key again while the job waits, so that the database lets only one wait under it.
    _text("waiting_key", null=True),
    _text("status"),
    _text("run_at"),
    _whole("attempts"),
    _text("holder", null=True),
    _text("lease_until", null=True),
    _text("error", null=True),
    _text("created_at"),
    _text("ended_at", null=True),
    sa.Index(None, "workspace", "waiting_key", unique=True),
    sa.Index(None, "workspace", "status", "run_at"),
)

lease = _table("lease", *_key("name"), _text("holder"), _text("until"))

tool_grant = _table("tool_grant", *_key("panel", "tool"), _text("by"), _text("at"))

person = _table(
    "person",
    *_key("id"),
    _text("login"),
    _text("name"),
    _text("role"),
    _json("teams"),
    _text("locale"),
    _text("email", null=True),
    _text("password_hash", null=True),
    sa.Index(None, "workspace", "login", unique=True),
)

session = _table(
    "session",
    *_key("token_hash"),
    _text("person"),
    _text("created_at"),
    _text("expires_at"),
)

api_token = _table(
    "api_token",
    *_key("id"),
    _text("token_hash"),
    _text("person"),
    _text("name"),
    _text("created_at"),
    sa.Index(None, "workspace", "token_hash", unique=True),
)

thread = _table(
    "thread",
    *_key("id"),
    _text("agent"),
    _text("owner"),
    _text("title"),
    _text("created_at"),
    _text("updated_at"),
    _whole("pinned"),
    _whole("seen"),
    _text("deleted_at", null=True),
    # What a search looks through.
    _text("words"),
    sa.Index(None, "workspace", "owner"),
)

message = _table(
    "message",
    *_key("thread", "id"),
    _whole("seq"),
    _text("run", null=True),
    _text("at"),
    _json("body"),
    # The earlier attempt of which it is part now.
    sa.Column("attempt", sa.Integer, nullable=True),
    _text("words", null=True),
)

run = _table(
    "run",
    *_key("id"),
    _text("thread"),
    _text("agent"),
    _text("status"),
    _text("started_at"),
    _text("ended_at", null=True),
    _json("error", null=True),
    # Until when the server that works on it is taken to live.
    _text("alive_until", null=True),
    _whole("stop_asked"),
    _text("trace", null=True),
    _json("usage"),
    sa.Index(None, "workspace", "thread"),
    sa.Index(None, "workspace", "status"),
    sa.Index(None, "workspace", "started_at"),
    sa.Index(None, "workspace", "agent", "started_at"),
)

run_event = _table(
    "run_event",
    *_key("run"),
    sa.Column("seq", sa.Integer, primary_key=True),
    _json("event"),
)

approval = _table(
    "approval",
    *_key("id"),
    _text("thread"),
    _json("body"),
    sa.Index(None, "workspace", "thread"),
)

answer = _table(
    "answer",
    *_key("id"),
    _text("thread"),
    _json("body"),
    sa.Column("attempt", sa.Integer, nullable=True),
    sa.Index(None, "workspace", "thread"),
)

attachment = _table(
    "attachment",
    *_key("id"),
    _text("owner"),
    _text("thread", null=True),
    _whole("size"),
    _text("at"),
    # What is known of the file, what was read in it, and its bytes.
    _json("about"),
    _json("read"),
    sa.Column("content", sa.LargeBinary, nullable=False),
    sa.Index(None, "workspace", "owner"),
    sa.Index(None, "workspace", "thread"),
    sa.Index(None, "workspace", "at"),
    wide=True,
)

agent_key = _table(
    "agent_key",
    *_key("agent"),
    _text("sealed"),
    _text("set_by"),
    _text("set_at"),
)

host_session = _table(
    "host_session",
    *_key("id"),
    _text("person"),
    _text("conversation"),
    _text("opened_at"),
    _text("last_at"),
    sa.Index(None, "workspace", "person", "conversation", unique=True),
)

host_call = _table(
    "host_call",
    *_key("session", "id"),
    _text("at"),
    _json("body"),
)

host_event = _table(
    "host_event",
    *_key("session", "id"),
    _text("at"),
    _text("told_at", null=True),
    _json("body"),
)

proposal = _table(
    "proposal",
    *_key("person", "id"),
    _text("panel"),
    _text("row", null=True),
    _text("created_at"),
    _json("body"),
)

reading = _table(
    "reading",
    *_key("id"),
    _text("run", null=True),
    _text("panel", null=True),
    _text("tool"),
    _text("at"),
    # When the call began, for as long as it has not ended.
    _text("open_since", null=True),
    _json("body"),
    sa.Index(None, "workspace", "run"),
    sa.Index(None, "workspace", "open_since"),
)
