"""Generators of random numbers: NumPy's and Python's, whose objects stay in Python."""
