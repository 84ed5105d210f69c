"""A chain of springs, for a C program (see spring.c)."""


def energy(x, k, lengths):
    """Energy of a chain of springs: half k times the squares of their lengths.

    ``lengths`` is a work array, one entry shorter than ``x``.
    """
    s = 0.0
    for i in range(x.shape[0] - 1):
        lengths[i] = x[i + 1] - x[i]
        s += 0.5 * k * lengths[i] * lengths[i]
    return s
