"""IR text with loops over matrices."""
