"""Passes over the syntax trees of functions: names and scopes, webs, functions and comprehensions inside of functions."""
