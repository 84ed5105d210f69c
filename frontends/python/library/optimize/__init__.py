"""Roots of functions of one variable, as `scipy.optimize` finds them."""
