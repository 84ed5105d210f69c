"""Before differentiation: simpler IR, reducible loops, loops without checks, deferred bodies."""
