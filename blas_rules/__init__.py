"""Derivative rules of BLAS and LAPACK routines."""
