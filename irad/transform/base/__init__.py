"""What all of the differentiator shares: requests, signatures, calls of the runtime, routines of libraries."""
