"""Before differentiation: simpler IR, reducible loops, loops without checks, bodies that are put off."""
