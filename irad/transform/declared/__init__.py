"""What a program declares about its functions and variables: marked calls, registrations, attributes."""
