"""Bodies in IR for routines that are compositions of others, or other names of them."""
