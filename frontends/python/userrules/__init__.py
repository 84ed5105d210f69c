"""Functions with rules of the user's own: what lies between the transform's conventions and the rules."""
