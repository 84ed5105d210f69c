"""Functions of Python's modules for numbers, in Python that is compiled."""
