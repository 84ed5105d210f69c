"""What the reverse sweep knows of the forward sweep: the tape, rematerialization, and the choice between them."""
