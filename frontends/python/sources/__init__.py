"""Facts about Python functions: source, names, notes, captured values, types.  Independent of LLVM."""
