"""What messages are made of: problems by place, and the names that users write."""
