"""Who comes in. Each door authenticates, builds a write and its origin from the request, and nothing else."""
