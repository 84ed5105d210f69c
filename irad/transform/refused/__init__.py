"""What is not differentiated, and the error messages for it."""
