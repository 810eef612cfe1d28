"""What is true of a panel: templates, rows, whose value is whose, history, limits. Pure values and functions.

Knows no clock, no database, no framework and no model.
"""
