"""NumPy's functions of arrays: shapes and views, reductions, sorting, products, elementwise ones."""
