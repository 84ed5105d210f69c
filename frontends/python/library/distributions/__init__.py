"""Standard distributions, one function per method, and what puts location, scale and support around them."""
