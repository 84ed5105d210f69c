"""Functions of `scipy.linalg` that are made of those of `numpy.linalg`, or of loops."""
