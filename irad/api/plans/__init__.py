"""What a checkpointed loop costs, before it is run with so many steps: the command ``irad plan``."""
