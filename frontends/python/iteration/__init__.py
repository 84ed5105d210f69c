"""Iteration: what the iterators and the builtin functions over them give, as values of compiled code."""
