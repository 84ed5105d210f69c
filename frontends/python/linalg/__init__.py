"""Linear algebra: calls of BLAS and LAPACK, the same as loops in plain Python, and rules where neither has a usable derivative.
"""
