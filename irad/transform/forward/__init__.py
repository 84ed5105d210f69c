"""Forward mode: tangents, lanes of directions, index sets."""
