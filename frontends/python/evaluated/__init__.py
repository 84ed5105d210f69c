"""Calls that Python itself evaluates when compiling: pure functions of texts and of what else is known."""
