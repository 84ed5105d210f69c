"""Calls by name: built-in functions, ``math``, NumPy, methods of arrays; and the dispatch to them."""
