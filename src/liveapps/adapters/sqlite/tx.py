"""One transaction on SQLite: all its verbs, by subject."""

from .conversations import ConversationSql
from .hooks import HookSql
from .panels import PanelSql
from .people import PeopleSql


class SqliteTx(PanelSql, PeopleSql, ConversationSql, HookSql):
    """Implements `ports.Tx`."""
