"""Functions and classes of `scipy.spatial`."""
