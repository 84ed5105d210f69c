"""The differentiator: from functions of an IR module to their derivative functions in the same module."""
