"""NumPy and SciPy in compiled functions: how much of them there is, and what it takes."""
