"""Checkpointed loops: their marks, and the arrays that they hand on."""
