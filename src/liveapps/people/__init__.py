"""Who may what: users, teams, roles, and policy as pure functions."""
