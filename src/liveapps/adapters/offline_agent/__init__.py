"""An agent without a model: rules over closed vocabularies taken from the data.

It answers what it can, and otherwise shows what it can do. It never pretends to understand.
"""
