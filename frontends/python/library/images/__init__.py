"""Filters of `scipy.ndimage`, and distances of `scipy.spatial`."""
