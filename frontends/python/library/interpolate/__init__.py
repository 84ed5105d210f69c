"""Functions and classes of `scipy.interpolate`."""
