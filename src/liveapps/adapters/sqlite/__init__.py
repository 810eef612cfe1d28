"""The store on one SQLite file: one writer thread that batches, readers on their own snapshots."""
