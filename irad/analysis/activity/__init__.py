"""Which values and memory carry derivatives, and which primal values are to be recorded."""
