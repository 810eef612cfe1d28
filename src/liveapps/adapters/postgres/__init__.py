"""The store on PostgreSQL, for several workers and machines: one transaction each, the panel's row as the lock.

Kept so that databases that speak its dialect stay possible: no advisory locks, no triggers, nothing left in a session.
"""
