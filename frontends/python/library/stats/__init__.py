"""Functions and distributions of `scipy.stats`, in Python that is compiled."""
