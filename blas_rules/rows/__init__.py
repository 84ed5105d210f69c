"""The rows, one per routine, their language, and the names of routines in libraries."""
