"""Elements that arrays of indices, or masks, select: reading and writing them."""
