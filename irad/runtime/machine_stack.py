"""The bounds of this thread's machine stack, so that a deep recursion ends in RecursionError and not in a crash."""

from __future__ import annotations

import ctypes


def stack_bounds() -> tuple[int, int]:
    """(lowest usable address, highest) of the calling thread's stack; (0, 0) where they cannot be determined."""
    libc = ctypes.CDLL(None, use_errno=True)
    try:
        get, attributes, destroy, self_ = (
            libc.pthread_getattr_np,
            libc.pthread_attr_getstack,
            libc.pthread_attr_destroy,
            libc.pthread_self,
        )
    except AttributeError:
        return 0, 0
    self_.restype = ctypes.c_void_p
    buffer = ctypes.create_string_buffer(256)
    if get(ctypes.c_void_p(self_()), buffer) != 0:
        return 0, 0
    low, size = ctypes.c_void_p(), ctypes.c_size_t()
    attributes(buffer, ctypes.byref(low), ctypes.byref(size))
    destroy(buffer)
    high = (low.value or 0) + size.value
    # The main thread's stack may be reported larger than its limit lets it grow: count from the top, 8 MiB at most.
    return max(low.value or 0, high - (8 << 20)), high
