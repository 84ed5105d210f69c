"""Loops in the reverse sweep: recomputed, taped, skipped, or left out."""
