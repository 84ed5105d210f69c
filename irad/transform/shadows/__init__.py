"""Shadows of variables and of addresses of functions."""
