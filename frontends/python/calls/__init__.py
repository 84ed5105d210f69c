"""Parts of calls: parameters, native calls of other functions, calls of ordinary Python, expressions about rules."""
