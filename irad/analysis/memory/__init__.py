"""Memory objects: points-to graphs of functions, and the types of what lies in memory."""
