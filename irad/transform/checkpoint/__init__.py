"""Loops with bounded memory: marked loops as functions of their own, their state, and the sweeps that a schedule steers."""
