"""Speed, as ratios in one run: the raw database, a thin HTTP app over it, and the product with everything on.

Nothing here is a test: `make bench-smoke` only checks that the arms do the same job.
"""
