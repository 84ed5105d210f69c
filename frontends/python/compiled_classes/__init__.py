"""Classes of Python's library as plain Python, compiled like a user's: iterators, deques, sets and dicts of computed keys."""
