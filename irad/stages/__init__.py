"""The stages of `irad.pipeline`, a file each, and their observers (`observers.py`)."""
