"""Designs of filters: constants where all is known when compiling, compiled code where the run tells numbers."""
