"""One transaction on PostgreSQL: all its verbs, by subject."""

from .alerts import AlertSql
from .conversations import ConversationSql
from .hooks import HookSql
from .jobs import JobSql
from .panels import PanelSql
from .people import PeopleSql
from .receipts import ReceiptSql
from .retention import RetentionSql


class PostgresTx(RetentionSql, PanelSql, ReceiptSql, PeopleSql, ConversationSql, HookSql, AlertSql, JobSql):
    """Implements `ports.Tx`."""
