"""Alembic's entry: runs the revisions on the connection it is given."""

from alembic import context
from sqlalchemy import Connection

from liveapps.adapters.schema.tables import metadata

connection = context.config.attributes["connection"]
if not isinstance(connection, Connection):
    raise TypeError("revisions run on a connection handed over by the caller")
context.configure(connection=connection, target_metadata=metadata, render_as_batch=True)
with context.begin_transaction():
    context.run_migrations()
