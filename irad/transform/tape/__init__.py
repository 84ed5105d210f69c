"""Values of the forward sweep in the reverse sweep: the tape, rematerialization, and the choice between them."""
