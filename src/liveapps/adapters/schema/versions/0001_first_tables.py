"""First tables"""

import sqlalchemy as sa
from alembic import op
from sqlalchemy.dialects.postgresql import JSONB

revision = "0001"
down_revision = None
branch_labels = None
depends_on = None

Text = sa.Text().with_variant(sa.Text(collation="C"), "postgresql")
Json = sa.JSON()
Sliced = sa.JSON().with_variant(JSONB(), "postgresql")
TEXT_KEYS = [f"text_{place}" for place in range(1, 9)]
NUMBER_KEYS = [f"number_{place}" for place in range(1, 9)]
STAGES = [
    *("workspace", "panel", "collection", "trashed_at", "stage", "private", "owner", "position"),
    "unconfirmed_since",
]
ROW_KEYS = ["workspace", "panel", "collection", "trashed_at", "private", "owner", "position", "stage", "id"]


def upgrade() -> None:
    op.create_table(
        "agent_lock",
        sa.Column("workspace", Text, nullable=False),
        sa.Column("agent", Text, nullable=False),
        sa.PrimaryKeyConstraint("workspace", "agent", name=op.f("pk_agent_lock")),
        sqlite_with_rowid=False,
    )
    op.create_table(
        "annotation",
        sa.Column("workspace", Text, nullable=False),
        sa.Column("panel", Text, nullable=False),
        sa.Column("row", Text, nullable=False),
        sa.Column("id", Text, nullable=False),
        sa.Column("text", Text, nullable=False),
        sa.Column("by", Json, nullable=False),
        sa.Column("at", Text, nullable=False),
        sa.PrimaryKeyConstraint("workspace", "panel", "row", "id", name=op.f("pk_annotation")),
        sqlite_with_rowid=False,
    )
    op.create_table(
        "answer",
        sa.Column("workspace", Text, nullable=False),
        sa.Column("id", Text, nullable=False),
        sa.Column("thread", Text, nullable=False),
        sa.Column("body", Json, nullable=False),
        sa.Column("attempt", sa.Integer(), nullable=True),
        sa.PrimaryKeyConstraint("workspace", "id", name=op.f("pk_answer")),
        sqlite_with_rowid=False,
    )
    with op.batch_alter_table("answer", schema=None) as batch_op:
        batch_op.create_index(batch_op.f("ix_answer_workspace_thread"), ["workspace", "thread"], unique=False)

    op.create_table(
        "api_token",
        sa.Column("workspace", Text, nullable=False),
        sa.Column("id", Text, nullable=False),
        sa.Column("token_hash", Text, nullable=False),
        sa.Column("person", Text, nullable=False),
        sa.Column("name", Text, nullable=False),
        sa.Column("created_at", Text, nullable=False),
        sa.PrimaryKeyConstraint("workspace", "id", name=op.f("pk_api_token")),
        sqlite_with_rowid=False,
    )
    with op.batch_alter_table("api_token", schema=None) as batch_op:
        batch_op.create_index(batch_op.f("ix_api_token_workspace_token_hash"), ["workspace", "token_hash"], unique=True)

    op.create_table(
        "block_state",
        sa.Column("workspace", Text, nullable=False),
        sa.Column("panel", Text, nullable=False),
        sa.Column("target", Text, nullable=False),
        sa.Column("content", Json, nullable=True),
        sa.Column("freshness", Json, nullable=True),
        sa.PrimaryKeyConstraint("workspace", "panel", "target", name=op.f("pk_block_state")),
        sqlite_with_rowid=False,
    )
    op.create_table(
        "delivery",
        sa.Column("workspace", Text, nullable=False),
        sa.Column("endpoint", Text, nullable=False),
        sa.Column("id", Text, nullable=False),
        sa.Column("key", Text, nullable=True),
        sa.Column("digest", Text, nullable=True),
        sa.Column("at", Text, nullable=False),
        sa.Column("outcome", Text, nullable=False),
        sa.Column("code", Text, nullable=True),
        sa.Column("message", Text, nullable=True),
        sa.Column("path", Text, nullable=True),
        sa.Column("body", Text, nullable=True),
        sa.Column("receipt", Text, nullable=True),
        sa.PrimaryKeyConstraint("workspace", "endpoint", "id", name=op.f("pk_delivery")),
        sqlite_with_rowid=False,
    )
    with op.batch_alter_table("delivery", schema=None) as batch_op:
        batch_op.create_index(
            batch_op.f("ix_delivery_workspace_endpoint_key"), ["workspace", "endpoint", "key"], unique=True
        )

    op.create_table(
        "endpoint",
        sa.Column("workspace", Text, nullable=False),
        sa.Column("id", Text, nullable=False),
        sa.Column("panel", Text, nullable=False),
        sa.Column("hook", Text, nullable=False),
        sa.Column("sealed", Text, nullable=False),
        sa.Column("opened_by", Text, nullable=False),
        sa.Column("opened_at", Text, nullable=False),
        sa.PrimaryKeyConstraint("workspace", "id", name=op.f("pk_endpoint")),
        sqlite_with_rowid=False,
    )
    with op.batch_alter_table("endpoint", schema=None) as batch_op:
        batch_op.create_index(
            batch_op.f("ix_endpoint_workspace_panel_hook"), ["workspace", "panel", "hook"], unique=True
        )

    op.create_table(
        "idempotency",
        sa.Column("workspace", Text, nullable=False),
        sa.Column("scope", Text, nullable=False),
        sa.Column("key", Text, nullable=False),
        sa.Column("request_hash", Text, nullable=False),
        sa.Column("receipt", Text, nullable=False),
        sa.Column("at", Text, nullable=False),
        sa.PrimaryKeyConstraint("workspace", "scope", "key", name=op.f("pk_idempotency")),
        sqlite_with_rowid=False,
    )
    op.create_table(
        "message",
        sa.Column("workspace", Text, nullable=False),
        sa.Column("thread", Text, nullable=False),
        sa.Column("id", Text, nullable=False),
        sa.Column("seq", sa.Integer(), nullable=False),
        sa.Column("run", Text, nullable=True),
        sa.Column("at", Text, nullable=False),
        sa.Column("body", Json, nullable=False),
        sa.Column("attempt", sa.Integer(), nullable=True),
        sa.Column("words", Text, nullable=True),
        sa.PrimaryKeyConstraint("workspace", "thread", "id", name=op.f("pk_message")),
        sqlite_with_rowid=False,
    )
    op.create_table(
        "notice",
        sa.Column("workspace", Text, nullable=False),
        sa.Column("person", Text, nullable=False),
        sa.Column("id", Text, nullable=False),
        sa.Column("panel", Text, nullable=False),
        sa.Column("row", Text, nullable=True),
        sa.Column("text", Text, nullable=False),
        sa.Column("alert", Json, nullable=True),
        sa.Column("by", Json, nullable=False),
        sa.Column("at", Text, nullable=False),
        sa.Column("read_at", Text, nullable=True),
        sa.PrimaryKeyConstraint("workspace", "person", "id", name=op.f("pk_notice")),
        sqlite_with_rowid=False,
    )
    op.create_table(
        "panel",
        sa.Column("workspace", Text, nullable=False),
        sa.Column("id", Text, nullable=False),
        sa.Column("agent", Text, nullable=False),
        sa.Column("owner", Text, nullable=False),
        sa.Column("template", Json, nullable=False),
        sa.Column("template_version", sa.Integer(), nullable=False),
        sa.Column("version", sa.Integer(), nullable=False),
        sa.Column("created_at", Text, nullable=False),
        sa.Column("updated_at", Text, nullable=False),
        sa.Column("trashed_at", Text, nullable=True),
        sa.PrimaryKeyConstraint("workspace", "id", name=op.f("pk_panel")),
        sqlite_with_rowid=False,
    )
    with op.batch_alter_table("panel", schema=None) as batch_op:
        batch_op.create_index(batch_op.f("ix_panel_workspace_agent"), ["workspace", "agent"], unique=False)

    op.create_table(
        "panel_row",
        sa.Column("workspace", Text, nullable=False),
        sa.Column("panel", Text, nullable=False),
        sa.Column("id", Text, nullable=False),
        sa.Column("collection", Text, nullable=False),
        sa.Column("match_key", Text, nullable=True),
        sa.Column("stage", Text, nullable=True),
        sa.Column("owner", Text, nullable=True),
        sa.Column("private", sa.Integer(), nullable=False),
        sa.Column("position", sa.Double(), nullable=False),
        sa.Column("unconfirmed_since", Text, nullable=True),
        sa.Column("trashed_at", Text, nullable=True),
        sa.Column("version", sa.Integer(), nullable=False),
        *(sa.Column(name, Text, nullable=True) for name in TEXT_KEYS),
        *(sa.Column(name, sa.Double(), nullable=True) for name in NUMBER_KEYS),
        sa.Column("other_keys", Sliced, nullable=False),
        sa.Column("body", Json, nullable=False),
        sa.Column("kept", Json, nullable=False),
        sa.PrimaryKeyConstraint("workspace", "panel", "id", name=op.f("pk_panel_row")),
        sqlite_with_rowid=True,
    )
    with op.batch_alter_table("panel_row", schema=None) as batch_op:
        batch_op.create_index(
            batch_op.f("ix_panel_row_workspace_panel_collection_match_key"),
            ["workspace", "panel", "collection", "match_key"],
            unique=True,
        )
        batch_op.create_index(
            batch_op.f("ix_panel_row_workspace_panel_collection_position"),
            ["workspace", "panel", "collection", "position"],
            unique=False,
        )
        batch_op.create_index(
            "ix_panel_row_stages",
            STAGES,
            unique=False,
        )
        batch_op.create_index(
            batch_op.f("ix_panel_row_workspace_trashed_at"),
            ["workspace", "trashed_at"],
            unique=False,
            sqlite_where=sa.text("trashed_at IS NOT NULL"),
            postgresql_where=sa.text("trashed_at IS NOT NULL"),
        )
    if op.get_bind().dialect.name == "sqlite":
        op.create_index("ix_panel_row_keys", "panel_row", [*ROW_KEYS, *TEXT_KEYS, *NUMBER_KEYS])

    op.create_table(
        "panel_version",
        sa.Column("workspace", Text, nullable=False),
        sa.Column("panel", Text, nullable=False),
        sa.Column("version", sa.Integer(), nullable=False),
        sa.Column("kind", Text, nullable=False),
        sa.Column("origin", Json, nullable=False),
        sa.Column("targets", Json, nullable=False),
        sa.Column("states", Json, nullable=False),
        sa.Column("template", Json, nullable=True),
        sa.Column("row_count", sa.Integer(), nullable=False),
        sa.PrimaryKeyConstraint("workspace", "panel", "version", name=op.f("pk_panel_version")),
        sqlite_with_rowid=False,
    )
    op.create_table(
        "person",
        sa.Column("workspace", Text, nullable=False),
        sa.Column("id", Text, nullable=False),
        sa.Column("login", Text, nullable=False),
        sa.Column("name", Text, nullable=False),
        sa.Column("role", Text, nullable=False),
        sa.Column("teams", Json, nullable=False),
        sa.Column("locale", Text, nullable=False),
        sa.Column("email", Text, nullable=True),
        sa.Column("password_hash", Text, nullable=True),
        sa.PrimaryKeyConstraint("workspace", "id", name=op.f("pk_person")),
        sqlite_with_rowid=False,
    )
    with op.batch_alter_table("person", schema=None) as batch_op:
        batch_op.create_index(batch_op.f("ix_person_workspace_login"), ["workspace", "login"], unique=True)

    op.create_table(
        "reading",
        sa.Column("workspace", Text, nullable=False),
        sa.Column("id", Text, nullable=False),
        sa.Column("run", Text, nullable=True),
        sa.Column("panel", Text, nullable=True),
        sa.Column("tool", Text, nullable=False),
        sa.Column("at", Text, nullable=False),
        sa.Column("open_since", Text, nullable=True),
        sa.Column("body", Json, nullable=False),
        sa.PrimaryKeyConstraint("workspace", "id", name=op.f("pk_reading")),
        sqlite_with_rowid=False,
    )
    with op.batch_alter_table("reading", schema=None) as batch_op:
        batch_op.create_index(batch_op.f("ix_reading_workspace_run"), ["workspace", "run"], unique=False)
        batch_op.create_index(batch_op.f("ix_reading_workspace_open_since"), ["workspace", "open_since"], unique=False)

    op.create_table(
        "row_version",
        sa.Column("workspace", Text, nullable=False),
        sa.Column("panel", Text, nullable=False),
        sa.Column("row", Text, nullable=False),
        sa.Column("version", sa.Integer(), nullable=False),
        sa.Column("collection", Text, nullable=False),
        sa.Column("before", Json, nullable=True),
        sa.PrimaryKeyConstraint("workspace", "panel", "row", "version", name=op.f("pk_row_version")),
        sqlite_with_rowid=False,
    )
    with op.batch_alter_table("row_version", schema=None) as batch_op:
        batch_op.create_index(
            batch_op.f("ix_row_version_workspace_panel_version"), ["workspace", "panel", "version"], unique=False
        )

    op.create_table(
        "run",
        sa.Column("workspace", Text, nullable=False),
        sa.Column("id", Text, nullable=False),
        sa.Column("thread", Text, nullable=False),
        sa.Column("agent", Text, nullable=False),
        sa.Column("status", Text, nullable=False),
        sa.Column("started_at", Text, nullable=False),
        sa.Column("ended_at", Text, nullable=True),
        sa.Column("error", Json, nullable=True),
        sa.Column("alive_until", Text, nullable=True),
        sa.Column("stop_asked", sa.Integer(), nullable=False),
        sa.Column("trace", Text, nullable=True),
        sa.Column("usage", Json, nullable=False),
        sa.PrimaryKeyConstraint("workspace", "id", name=op.f("pk_run")),
        sqlite_with_rowid=False,
    )
    with op.batch_alter_table("run", schema=None) as batch_op:
        batch_op.create_index(
            batch_op.f("ix_run_workspace_agent_started_at"), ["workspace", "agent", "started_at"], unique=False
        )
        batch_op.create_index(batch_op.f("ix_run_workspace_started_at"), ["workspace", "started_at"], unique=False)
        batch_op.create_index(batch_op.f("ix_run_workspace_status"), ["workspace", "status"], unique=False)
        batch_op.create_index(batch_op.f("ix_run_workspace_thread"), ["workspace", "thread"], unique=False)

    op.create_table(
        "run_event",
        sa.Column("workspace", Text, nullable=False),
        sa.Column("run", Text, nullable=False),
        sa.Column("seq", sa.Integer(), nullable=False),
        sa.Column("event", Json, nullable=False),
        sa.PrimaryKeyConstraint("workspace", "run", "seq", name=op.f("pk_run_event")),
        sqlite_with_rowid=False,
    )
    op.create_table(
        "session",
        sa.Column("workspace", Text, nullable=False),
        sa.Column("token_hash", Text, nullable=False),
        sa.Column("person", Text, nullable=False),
        sa.Column("created_at", Text, nullable=False),
        sa.Column("expires_at", Text, nullable=False),
        sa.PrimaryKeyConstraint("workspace", "token_hash", name=op.f("pk_session")),
        sqlite_with_rowid=False,
    )
    op.create_table(
        "thread",
        sa.Column("workspace", Text, nullable=False),
        sa.Column("id", Text, nullable=False),
        sa.Column("agent", Text, nullable=False),
        sa.Column("owner", Text, nullable=False),
        sa.Column("title", Text, nullable=False),
        sa.Column("created_at", Text, nullable=False),
        sa.Column("updated_at", Text, nullable=False),
        sa.Column("pinned", sa.Integer(), nullable=False),
        sa.Column("seen", sa.Integer(), nullable=False),
        sa.Column("deleted_at", Text, nullable=True),
        sa.Column("words", Text, nullable=False),
        sa.PrimaryKeyConstraint("workspace", "id", name=op.f("pk_thread")),
        sqlite_with_rowid=False,
    )
    with op.batch_alter_table("thread", schema=None) as batch_op:
        batch_op.create_index(batch_op.f("ix_thread_workspace_owner"), ["workspace", "owner"], unique=False)

    op.create_table(
        "tool_grant",
        sa.Column("workspace", Text, nullable=False),
        sa.Column("panel", Text, nullable=False),
        sa.Column("tool", Text, nullable=False),
        sa.Column("by", Text, nullable=False),
        sa.Column("at", Text, nullable=False),
        sa.PrimaryKeyConstraint("workspace", "panel", "tool", name=op.f("pk_tool_grant")),
        sqlite_with_rowid=False,
    )
    op.create_table(
        "alert_follower",
        sa.Column("workspace", Text, nullable=False),
        sa.Column("panel", Text, nullable=False),
        sa.Column("alert", Text, nullable=False),
        sa.Column("person", Text, nullable=False),
        sa.Column("by_email", sa.Integer(), nullable=False),
        sa.PrimaryKeyConstraint("workspace", "panel", "alert", "person", name=op.f("pk_alert_follower")),
        sqlite_with_rowid=False,
    )
    op.create_table(
        "alert_state",
        sa.Column("workspace", Text, nullable=False),
        sa.Column("panel", Text, nullable=False),
        sa.Column("alert", Text, nullable=False),
        sa.Column("state", Json, nullable=False),
        sa.PrimaryKeyConstraint("workspace", "panel", "alert", name=op.f("pk_alert_state")),
        sqlite_with_rowid=False,
    )
    op.create_table(
        "job",
        sa.Column("workspace", Text, nullable=False),
        sa.Column("id", Text, nullable=False),
        sa.Column("kind", Text, nullable=False),
        sa.Column("task", Json, nullable=False),
        sa.Column("key", Text, nullable=True),
        sa.Column("waiting_key", Text, nullable=True),
        sa.Column("status", Text, nullable=False),
        sa.Column("run_at", Text, nullable=False),
        sa.Column("attempts", sa.Integer(), nullable=False),
        sa.Column("holder", Text, nullable=True),
        sa.Column("lease_until", Text, nullable=True),
        sa.Column("error", Text, nullable=True),
        sa.Column("created_at", Text, nullable=False),
        sa.Column("ended_at", Text, nullable=True),
        sa.PrimaryKeyConstraint("workspace", "id", name=op.f("pk_job")),
        sqlite_with_rowid=False,
    )
    with op.batch_alter_table("job", schema=None) as batch_op:
        batch_op.create_index(batch_op.f("ix_job_workspace_waiting_key"), ["workspace", "waiting_key"], unique=True)
        batch_op.create_index(
            batch_op.f("ix_job_workspace_status_run_at"), ["workspace", "status", "run_at"], unique=False
        )

    op.create_table(
        "lease",
        sa.Column("workspace", Text, nullable=False),
        sa.Column("name", Text, nullable=False),
        sa.Column("holder", Text, nullable=False),
        sa.Column("until", Text, nullable=False),
        sa.PrimaryKeyConstraint("workspace", "name", name=op.f("pk_lease")),
        sqlite_with_rowid=False,
    )
    op.create_table(
        "approval",
        sa.Column("workspace", Text, nullable=False),
        sa.Column("id", Text, nullable=False),
        sa.Column("thread", Text, nullable=False),
        sa.Column("body", Json, nullable=False),
        sa.PrimaryKeyConstraint("workspace", "id", name=op.f("pk_approval")),
        sqlite_with_rowid=False,
    )
    with op.batch_alter_table("approval", schema=None) as batch_op:
        batch_op.create_index(batch_op.f("ix_approval_workspace_thread"), ["workspace", "thread"], unique=False)
    op.create_table(
        "attachment",
        sa.Column("workspace", Text, nullable=False),
        sa.Column("id", Text, nullable=False),
        sa.Column("owner", Text, nullable=False),
        sa.Column("thread", Text, nullable=True),
        sa.Column("size", sa.Integer(), nullable=False),
        sa.Column("at", Text, nullable=False),
        sa.Column("about", Json, nullable=False),
        sa.Column("read", Json, nullable=False),
        sa.Column("content", sa.LargeBinary(), nullable=False),
        sa.PrimaryKeyConstraint("workspace", "id", name=op.f("pk_attachment")),
        sqlite_with_rowid=True,
    )
    with op.batch_alter_table("attachment", schema=None) as batch_op:
        batch_op.create_index(batch_op.f("ix_attachment_workspace_owner"), ["workspace", "owner"], unique=False)
    with op.batch_alter_table("attachment", schema=None) as batch_op:
        batch_op.create_index(batch_op.f("ix_attachment_workspace_thread"), ["workspace", "thread"], unique=False)
    with op.batch_alter_table("attachment", schema=None) as batch_op:
        batch_op.create_index(batch_op.f("ix_attachment_workspace_at"), ["workspace", "at"], unique=False)
    op.create_table(
        "agent_key",
        sa.Column("workspace", Text, nullable=False),
        sa.Column("agent", Text, nullable=False),
        sa.Column("sealed", Text, nullable=False),
        sa.Column("set_by", Text, nullable=False),
        sa.Column("set_at", Text, nullable=False),
        sa.PrimaryKeyConstraint("workspace", "agent", name=op.f("pk_agent_key")),
        sqlite_with_rowid=False,
    )
    op.create_table(
        "host_session",
        sa.Column("workspace", Text, nullable=False),
        sa.Column("id", Text, nullable=False),
        sa.Column("person", Text, nullable=False),
        sa.Column("conversation", Text, nullable=False),
        sa.Column("opened_at", Text, nullable=False),
        sa.Column("last_at", Text, nullable=False),
        sa.PrimaryKeyConstraint("workspace", "id", name=op.f("pk_host_session")),
        sqlite_with_rowid=False,
    )
    with op.batch_alter_table("host_session", schema=None) as batch_op:
        batch_op.create_index(
            batch_op.f("ix_host_session_workspace_person_conversation"),
            ["workspace", "person", "conversation"],
            unique=True,
        )
    op.create_table(
        "host_call",
        sa.Column("workspace", Text, nullable=False),
        sa.Column("session", Text, nullable=False),
        sa.Column("id", Text, nullable=False),
        sa.Column("at", Text, nullable=False),
        sa.Column("body", Json, nullable=False),
        sa.PrimaryKeyConstraint("workspace", "session", "id", name=op.f("pk_host_call")),
        sqlite_with_rowid=False,
    )
    op.create_table(
        "host_event",
        sa.Column("workspace", Text, nullable=False),
        sa.Column("session", Text, nullable=False),
        sa.Column("id", Text, nullable=False),
        sa.Column("at", Text, nullable=False),
        sa.Column("told_at", Text, nullable=True),
        sa.Column("body", Json, nullable=False),
        sa.PrimaryKeyConstraint("workspace", "session", "id", name=op.f("pk_host_event")),
        sqlite_with_rowid=False,
    )
    op.create_table(
        "proposal",
        sa.Column("workspace", Text, nullable=False),
        sa.Column("person", Text, nullable=False),
        sa.Column("id", Text, nullable=False),
        sa.Column("panel", Text, nullable=False),
        sa.Column("row", Text, nullable=True),
        sa.Column("created_at", Text, nullable=False),
        sa.Column("body", Json, nullable=False),
        sa.PrimaryKeyConstraint("workspace", "person", "id", name=op.f("pk_proposal")),
        sqlite_with_rowid=False,
    )


def downgrade() -> None:
    op.drop_table("proposal")
    op.drop_table("host_event")
    op.drop_table("host_call")
    op.drop_table("host_session")
    op.drop_table("agent_key")
    op.drop_table("attachment")
    op.drop_table("approval")
    op.drop_table("lease")
    with op.batch_alter_table("job", schema=None) as batch_op:
        batch_op.drop_index(batch_op.f("ix_job_workspace_status_run_at"))
        batch_op.drop_index(batch_op.f("ix_job_workspace_waiting_key"))

    op.drop_table("job")
    op.drop_table("alert_state")
    op.drop_table("alert_follower")
    op.drop_table("tool_grant")
    with op.batch_alter_table("thread", schema=None) as batch_op:
        batch_op.drop_index(batch_op.f("ix_thread_workspace_owner"))

    op.drop_table("thread")
    op.drop_table("session")
    op.drop_table("run_event")
    with op.batch_alter_table("run", schema=None) as batch_op:
        batch_op.drop_index(batch_op.f("ix_run_workspace_thread"))
        batch_op.drop_index(batch_op.f("ix_run_workspace_status"))

    op.drop_table("run")
    with op.batch_alter_table("row_version", schema=None) as batch_op:
        batch_op.drop_index(batch_op.f("ix_row_version_workspace_panel_version"))

    op.drop_table("row_version")
    with op.batch_alter_table("reading", schema=None) as batch_op:
        batch_op.drop_index(batch_op.f("ix_reading_workspace_run"))
        batch_op.drop_index(batch_op.f("ix_reading_workspace_open_since"))

    op.drop_table("reading")
    with op.batch_alter_table("person", schema=None) as batch_op:
        batch_op.drop_index(batch_op.f("ix_person_workspace_login"))

    op.drop_table("person")
    op.drop_table("panel_version")
    with op.batch_alter_table("panel_row", schema=None) as batch_op:
        batch_op.drop_index(batch_op.f("ix_panel_row_workspace_trashed_at"))
        batch_op.drop_index("ix_panel_row_stages")
        batch_op.drop_index(batch_op.f("ix_panel_row_workspace_panel_collection_position"))
        batch_op.drop_index(batch_op.f("ix_panel_row_workspace_panel_collection_match_key"))

    op.drop_table("panel_row")
    with op.batch_alter_table("panel", schema=None) as batch_op:
        batch_op.drop_index(batch_op.f("ix_panel_workspace_agent"))

    op.drop_table("panel")
    op.drop_table("notice")
    op.drop_table("message")
    op.drop_table("idempotency")
    with op.batch_alter_table("endpoint", schema=None) as batch_op:
        batch_op.drop_index(batch_op.f("ix_endpoint_workspace_panel_hook"))

    op.drop_table("endpoint")
    with op.batch_alter_table("delivery", schema=None) as batch_op:
        batch_op.drop_index(batch_op.f("ix_delivery_workspace_endpoint_key"))

    op.drop_table("delivery")
    op.drop_table("block_state")
    with op.batch_alter_table("api_token", schema=None) as batch_op:
        batch_op.drop_index(batch_op.f("ix_api_token_workspace_token_hash"))

    op.drop_table("api_token")
    with op.batch_alter_table("answer", schema=None) as batch_op:
        batch_op.drop_index(batch_op.f("ix_answer_workspace_thread"))

    op.drop_table("answer")
    op.drop_table("annotation")
    op.drop_table("agent_lock")
