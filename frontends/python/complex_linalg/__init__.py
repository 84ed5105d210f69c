"""Linear algebra of complex matrices: functions in Python that is compiled, and their rules."""
