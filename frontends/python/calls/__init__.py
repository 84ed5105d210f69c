"""What calls are made of: parameters, native calls of other functions, calls of ordinary Python, what is said of rules."""
