"""Memory objects: points-to graphs of functions, and the types of memory contents."""
