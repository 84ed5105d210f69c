"""What can be done a second time in the reverse sweep: loads, iterations, whole loops."""
