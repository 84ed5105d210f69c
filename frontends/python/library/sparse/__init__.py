"""Sparse matrices of `scipy.sparse`."""
