"""Sparse Jacobians and Hessians."""
