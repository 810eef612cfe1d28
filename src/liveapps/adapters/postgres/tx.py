"""One transaction on PostgreSQL: all its verbs, by subject."""

from .agents import AgentSql
from .alerts import AlertSql
from .attachments import AttachmentSql
from .conversations import ConversationSql
from .hooks import HookSql
from .hosts import HostSql
from .jobs import JobSql
from .panels import PanelSql
from .people import PeopleSql
from .receipts import ReceiptSql
from .retention import RetentionSql


class PostgresTx(
    RetentionSql,
    PanelSql,
    ReceiptSql,
    PeopleSql,
    ConversationSql,
    AttachmentSql,
    AgentSql,
    HostSql,
    HookSql,
    AlertSql,
    JobSql,
):
    """Implements `ports.Tx`."""
