"""Loops of known length: versions without bounds checks, short ones that are unrolled."""
