"""What is written in a function: expressions, variables, statements and loops."""
