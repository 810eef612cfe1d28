"""What happens without anyone asking: jobs that a write left for later. Knows no door, no driver and no chat."""
