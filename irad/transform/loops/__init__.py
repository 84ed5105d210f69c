"""Loops in the reverse sweep: run again, taped, skipped, or left out."""
