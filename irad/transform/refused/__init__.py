"""What is not differentiated, and what is said then."""
