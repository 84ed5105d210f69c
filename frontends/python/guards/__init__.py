"""Whether what compiled code was made for is still there: tests that each call makes."""
