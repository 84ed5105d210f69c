"""Functions of `scipy.special`: those that are SciPy's own code, and those that are written with them."""
