"""Containers in compiled code: of fixed structure, lists that grow, and trees of numbers and arrays."""
