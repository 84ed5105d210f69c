"""Functions of `scipy.signal`."""
