"""What functions of several parts of SciPy share."""
