"""Control flow, trip counts, address arithmetic: what needs no knowledge of memory."""
