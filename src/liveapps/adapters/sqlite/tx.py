"""One transaction on SQLite: all its verbs, by subject."""

from .alerts import AlertSql
from .conversations import ConversationSql
from .hooks import HookSql
from .jobs import JobSql
from .panels import PanelSql
from .people import PeopleSql
from .retention import RetentionSql


class SqliteTx(RetentionSql, PanelSql, PeopleSql, ConversationSql, HookSql, AlertSql, JobSql):
    """Implements `ports.Tx`."""
