"""Derivatives inside compiled functions: marked calls, and the lowering of the functional transforms."""
