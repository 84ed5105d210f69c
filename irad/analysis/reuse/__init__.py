"""What can be repeated in the reverse sweep: loads, iterations, whole loops."""
