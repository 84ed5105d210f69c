"""Derivatives inside compiled functions: marked calls, and what the functional transforms become."""
