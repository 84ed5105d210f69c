"""The reverse of each instruction."""
