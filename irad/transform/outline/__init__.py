"""Loops that become functions of their own: marked ones, and long ones where tapes are to be short."""
