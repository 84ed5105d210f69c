"""NumPy's own C functions for compiled code in a process that has NumPy: ``irad.numpy.sort.float64(data, n, null)``.

Those that sort are NumPy's ``PyArray_SortFunc`` and ``PyArray_ArgSortFunc`` of its default kind, which fail for no numbers;
those of Fourier transforms are the loops of the universal functions behind `numpy.fft`. Their addresses are looked up whenever
the code is loaded (`irad.runtime.library_addresses`). Two functions without parameters say where code runs, `IN_PROCESS` and
`VALUES_ONLY`: `irad.transform.declared.process_marks` defines them, so that LLVM drops what is not taken. `SORT` has no rule:
where anything is differentiated `VALUES_ONLY` is false.

`TRANSFORM` names functions ``(x, out, scale, rows, n, m, row, element)`` that call such a loop (`LOOP`) for rows of ``n`` numbers
each, which lie ``row`` and ``element`` numbers apart, and write rows of ``m``: the frontend's rules are their derivatives, to
differentiate what calls them is an error, since they have no rule.
"""

from __future__ import annotations

IN_PROCESS = "irad.in_process"  # whether this process loads the code
VALUES_ONLY = "irad.values_only"  # whether nothing in the module is differentiated
PREFIX = "irad.numpy."
SORT, ARGSORT = f"{PREFIX}sort.", f"{PREFIX}argsort."
TRANSFORM, LOOP = f"{PREFIX}transform.", f"{PREFIX}loop."
KINDS = (
    *("bool", "int8", "int16", "int32", "int64", "uint8", "uint16", "uint32", "uint64"),
    *("float16", "float32", "float64", "complex64", "complex128"),
)
TRANSFORMS = {  # the bytes of a number of the argument and of the result; the word that the loop is passed
    "fft": (16, 16, 1),
    "ifft": (16, 16, 0),
    "rfft_n_even": (8, 16, None),
    "rfft_n_odd": (8, 16, None),
    "irfft": (16, 8, None),
}
