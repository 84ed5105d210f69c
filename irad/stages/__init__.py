"""The stages of `irad.pipeline`, a file each, and what looks on (`observers.py`)."""
