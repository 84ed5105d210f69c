"""NumPy's own C functions that sort, for compiled code in a process that has NumPy: ``irad.numpy.sort.float64(data, n, null)``.

They are NumPy's ``PyArray_SortFunc`` and ``PyArray_ArgSortFunc`` of its default kind, which fail for no numbers; their
addresses are looked up whenever the code is loaded (`irad.runtime.library_addresses`).  Two functions without parameters say
where code runs, `IN_PROCESS` and `VALUES_ONLY`: `irad.transform.declared.process_marks` defines them, so that LLVM drops what is
not taken.  `SORT` has no rule: where anything is differentiated `VALUES_ONLY` is false.
"""

from __future__ import annotations

IN_PROCESS = "irad.in_process"  # whether this process loads the code
VALUES_ONLY = "irad.values_only"  # whether nothing in the module is differentiated
PREFIX = "irad.numpy."
SORT, ARGSORT = f"{PREFIX}sort.", f"{PREFIX}argsort."
KINDS = (
    *("bool", "int8", "int16", "int32", "int64", "uint8", "uint16", "uint32", "uint64"),
    *("float16", "float32", "float64", "complex64", "complex128"),
)
