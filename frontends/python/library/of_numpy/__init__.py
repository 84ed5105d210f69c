"""NumPy's functions by topic, in Python that is compiled; `numpy_rows` is their table."""
