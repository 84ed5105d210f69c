"""Calls of compiled Python functions: specialisations, their arguments, and machine code for the calls."""
