"""Which elements of memory accesses touch: integer systems, what is known of integers, how long elements last."""
