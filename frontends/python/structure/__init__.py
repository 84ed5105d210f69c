"""NumPy's structural functions: arrays joined, split, moved, padded and compared, and what is computed along an axis."""
