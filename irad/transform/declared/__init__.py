"""What a program says of its functions and variables: marked calls, registrations, attributes."""
