"""The only users of `llvmlite.binding`: parsing, normalising, optimising, the JIT, object code, the arena runtime."""
