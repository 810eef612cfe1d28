"""One transaction on SQLite: all its verbs, by subject."""

from .conversations import ConversationSql
from .panels import PanelSql
from .people import PeopleSql


class SqliteTx(PanelSql, PeopleSql, ConversationSql):
    """Implements `ports.Tx`."""
