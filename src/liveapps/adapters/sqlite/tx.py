"""One transaction on SQLite: all its verbs, by subject."""

from .agents import AgentSql
from .alerts import AlertSql
from .attachments import AttachmentSql
from .conversations import ConversationSql
from .hooks import HookSql
from .hosts import HostSql
from .jobs import JobSql
from .panels import PanelSql
from .people import PeopleSql
from .retention import RetentionSql


class SqliteTx(
    RetentionSql, PanelSql, PeopleSql, ConversationSql, AttachmentSql, AgentSql, HostSql, HookSql, AlertSql, JobSql
):
    """Implements `ports.Tx`."""
