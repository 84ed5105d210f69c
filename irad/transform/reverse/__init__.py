"""Reverse mode: the two sweeps, step by step."""
