"""Functions with user rules: adapters between the transform's conventions and the rules."""
