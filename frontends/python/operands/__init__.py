"""Objects where numbers and truth values are needed, and flags."""
