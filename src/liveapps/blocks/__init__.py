"""What can be shown: one file per kind of block, and the one catalogue that lists them.

Knows nothing of the rest of the project: a block does not know where its rows live, who may see
them or which tool fetched them.
"""
