"""Calls by name: built-in functions, ``math``, NumPy, methods of arrays; which of all it is that a program calls."""
