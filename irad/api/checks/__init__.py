"""Derivatives beside differences: of functions, of gradients, of the user's rules."""
