"""Control flow, trip counts, address arithmetic: the analyses that do not depend on memory."""
