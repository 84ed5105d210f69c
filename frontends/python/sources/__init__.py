"""Python functions as they are found: source, names, notes, what they take from outside, types.  Nothing here knows LLVM."""
