"""Writes docs/library.md, the functions of NumPy, SciPy and Python's mathematics that compiled code knows.

    python docs/dev/library_page.py            # writes the page
    python docs/dev/library_page.py --missing  # prints what is not known, by module
"""

from __future__ import annotations

import importlib
import sys
import textwrap
import types
import warnings
from pathlib import Path
from typing import Any

import numpy as np

from irad.frontends.python.functions import array_methods
from irad.frontends.python.functions.function_calls import is_known
from irad.frontends.python.library.stats import distribution_calls

PAGE = Path(__file__).resolve().parents[1] / "library.md"
MODULES = """
numpy numpy.linalg numpy.fft numpy.polynomial.polynomial numpy.polynomial.chebyshev numpy.polynomial.legendre
numpy.polynomial.hermite numpy.polynomial.laguerre scipy.special scipy.stats scipy.linalg scipy.linalg.blas scipy.fft
scipy.integrate scipy.interpolate scipy.optimize scipy.signal scipy.signal.windows scipy.ndimage scipy.sparse scipy.sparse.linalg
scipy.spatial scipy.spatial.distance scipy.spatial.transform scipy.cluster.vq math cmath itertools functools operator
""".split()
METHODS = "pdf logpdf pmf logpmf cdf logcdf sf logsf ppf isf mean var std median entropy".split()
HEAD = """# Functions of NumPy and SciPy

What compiled code knows by name, written by `docs/dev/library_page.py` from the compiler's own tables. Values, dtypes, shapes and
errors are NumPy's and SciPy's; tests beside them, with derivatives forward, reverse and by differences, are in
`tests/frontends/python` (`library`, `structure`, `index_arrays`, `dtypes`). What differs is in [dev/limits.md](dev/limits.md).
Functions that are not listed are refused with a message that names the nearest one that is; functions of SciPy that are plain
Python are compiled from their source where that can be. How much that is of 500 names, beside JAX and Numba, is in
[dev/library_coverage.md](dev/library_coverage.md), what calls take in [dev/library_times.md](dev/library_times.md).
"""


def public(module: Any) -> dict[str, Any]:
    """The functions and classes that a module exports."""
    names = getattr(module, "__all__", None) or [n for n in dir(module) if not n.startswith("_")]
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        found = {n: getattr(module, n, None) for n in sorted(set(names))}
    kinds = (types.ModuleType, type(None))
    return {n: v for n, v in found.items() if callable(v) and not isinstance(v, kinds) and not _is_error(v)}


def _is_error(v: Any) -> bool:
    return isinstance(v, type) and issubclass(v, (BaseException, np.generic))


def known(module: str) -> tuple[list[str], list[str]]:
    """The names of a module that compiled code knows, and the others."""
    found = public(importlib.import_module(module))
    yes = [n for n, v in found.items() if is_known(v)]
    return yes, [n for n in found if n not in yes]


def methods() -> tuple[list[str], list[str]]:
    """The methods and attributes of arrays, likewise."""
    names = [n for n in dir(np.ndarray) if not n.startswith("_")]
    yes = [n for n in names if array_methods.is_known(n)]
    return yes, [n for n in names if n not in yes]


def distributions() -> dict[str, list[str]]:
    """The distributions of `scipy.stats`, with their methods."""
    import scipy.stats

    found = {n: getattr(scipy.stats, n) for n in dir(scipy.stats) if distribution_calls.distribution_of(getattr(scipy.stats, n))}
    return {n: [m for m in METHODS if hasattr(d, m) and is_known(getattr(d, m))] for n, d in found.items()}


def page() -> str:
    """The text of the page."""
    parts, total = [], 0
    for module in MODULES:
        yes, _ = known(module)
        if module == "scipy.stats":
            yes = [n for n in yes if n not in distributions()]
        total += len(yes)
        parts.append(_section(f"`{module}`", yes))
    of_arrays, _ = methods()
    parts.insert(1, _section("methods and attributes of arrays", of_arrays))
    stats = distributions()
    total += len(of_arrays) + sum(map(len, stats.values()))
    rows = "\n".join(f"| `{n}` | {' '.join(f'`{m}`' for m in found)} |" for n, found in stats.items())
    said = "As functions, and with their parameters given before (`norm(m, s).logpdf(x)`)."
    parts.append(f"## Distributions of `scipy.stats` ({len(stats)})\n\n{said}\n\n| distribution | methods |\n|---|---|\n{rows}\n")
    return f"{HEAD}\n{total} functions and methods in all.\n\n" + "\n".join(parts)


def _section(title: str, names: list[str]) -> str:
    text = textwrap.fill(" ".join(f"`{n}`" for n in names), 128, break_long_words=False, break_on_hyphens=False)
    return f"## {title[0].upper() + title[1:] if title[0] != '`' else title} ({len(names)})\n\n{text}\n"


if __name__ == "__main__":
    if "--missing" in sys.argv:
        for name in MODULES:
            print(f"{name}: {' '.join(known(name)[1])}\n")
        print("arrays:", " ".join(methods()[1]))
    else:
        PAGE.write_text(page())
