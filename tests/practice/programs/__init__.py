"""Numerical programs as their authors write them: `loss`, `args()` for it, and `ARGNUM`, what is differentiated by."""
