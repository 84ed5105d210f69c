"""Lowering of expressions, variables, statements and loops."""
