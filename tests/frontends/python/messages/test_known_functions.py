"""Which functions are known by their names: the same as those whose calls are not refused for that."""

from __future__ import annotations

import builtins
import itertools
import math
from types import FunctionType
from typing import Any

import numpy as np
import pytest
import scipy.linalg

import irad
from irad.frontends.python.functions.function_calls import is_known

CALLABLES = {
    f"{home}.{name}": getattr(module, name)
    for home, module in (("np", np), ("math", math), ("np.linalg", np.linalg), ("scipy.linalg", scipy.linalg), ("", builtins))
    for name in sorted(vars(module))
    if not name.startswith("_") and callable(getattr(module, name)) and not isinstance(getattr(module, name), FunctionType)
}


def refused_by_name(fn: Any) -> bool:
    """Whether a call with arrays, or numbers, is refused with the words for functions that are not known."""
    texts = []
    for args in itertools.chain([(np.eye(2),) * k for k in range(1, 4)], [(1.0,) * k for k in range(1, 3)]):
        names = ", ".join("abc"[: len(args)])
        try:
            irad.jit(_made(fn, names))(*args)
            return False
        except Exception as error:  # most of these calls are wrong in some way
            texts.append(str(error))
    words = ("is not supported in compiled functions", "is a class whose objects compiled functions do not know")
    return all(any(w in t for w in words) for t in texts)


def _made(fn: Any, names: str) -> Any:
    import linecache

    text = f"def f({names}):\n    return fn_({names})\n"
    file = f"<known {id(fn)} {names}>"
    linecache.cache[file] = (len(text), None, text.splitlines(keepends=True), file)
    scope = {"fn_": fn}
    exec(compile(text, file, "exec"), scope)
    return scope["f"]


@pytest.mark.sampled
@pytest.mark.parametrize("name", [n for n, f in CALLABLES.items() if is_known(f) is False and not isinstance(f, type)])
def test_what_is_not_known_is_refused(name: str) -> None:
    assert refused_by_name(CALLABLES[name])


def test_what_is_documented_is_known() -> None:
    known = "sin exp where sum mean concatenate einsum take pad cumsum matmul zeros linspace clip maximum".split()
    assert all(is_known(getattr(np, n)) for n in known)
    assert all(is_known(f) for f in (math.sin, math.hypot, len, range, enumerate, print, isinstance, irad.grad))
    assert is_known(np.linalg.solve) and is_known(scipy.linalg.expm)
    assert is_known(refused_by_name) is None
    assert not any(is_known(f) for f in (np.einsum_path, np.busday_count, np.random.bytes, scipy.linalg.funm))
