"""One transaction on PostgreSQL: all its verbs, by subject."""

from .conversations import ConversationSql
from .hooks import HookSql
from .panels import PanelSql
from .people import PeopleSql
from .receipts import ReceiptSql


class PostgresTx(PanelSql, ReceiptSql, PeopleSql, ConversationSql, HookSql):
    """Implements `ports.Tx`."""
