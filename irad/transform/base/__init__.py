"""What all parts of the differentiator share: requests, signatures, calls of the runtime, routines of libraries."""
