"""Functions of NumPy and SciPy written in Python that is compiled like a user's: one short function each.

A module holds functions alone; `library_table` says which function of NumPy or SciPy each one is.
"""
