"""Numbers in registers, of each dtype: their LLVM types, conversions, complex arithmetic."""
