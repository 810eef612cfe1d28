"""Tools called without a model: the executor and its ledger, rows out of answers, refreshes, buttons and their gate.

Must not know the model, nor where a tool lives: it knows only the port `Tools`.
"""
