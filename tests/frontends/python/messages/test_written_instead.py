"""What messages say to write instead of functions of libraries computes the same, as Python and compiled."""

from __future__ import annotations

import ast
import importlib
import linecache
import math
from typing import Any

import numpy as np
import pytest

import irad
from irad.frontends.python.functions.function_calls import is_known
from irad.frontends.python.messages.callable_names import is_foreign_file
from irad.frontends.python.messages.written_instead import CODE, WORDS

X = np.array([0.2, 0.7, 0.4, 0.9, 0.1])
Y = np.array([0.3, 0.5, 0.8, 0.2, 0.6])
GAPS = np.array([0.2, np.nan, 0.4, 0.9, 0.1])
M = np.arange(12.0).reshape(3, 4) ** 1.5
A = np.array([[2.0, 1.0, 0.0], [1.0, 3.0, 0.5], [0.0, 0.5, 4.0]])
K = np.array([2, 0, 1, 2, 2])

# The arguments of those that are called with others than one array X, by the names in the code.
ARGUMENTS: dict[str, dict[str, Any]] = {}


def function(name: str) -> Any:
    """The function of this name."""
    home, _, last = name.rpartition(".")
    parts = ("numpy" if name.startswith("np.") else home.partition(".")[0], *home.split(".")[1:])
    for end in range(len(parts), 0, -1):
        try:
            found = importlib.import_module(".".join(parts[:end]))
        except ImportError:
            continue
        for part in (*parts[end:], last):
            found = getattr(found, part)
        return found
    raise AssertionError(name)


def compiled(name: str, names: list[str]) -> Any:
    """A function whose last statement returns what the code computes."""
    tree = ast.parse(CODE[name])
    *before, value = tree.body
    lines = [ast.unparse(s) for s in before] + [f"return {ast.unparse(value)}"]
    text = f"def f({', '.join(names)}):\n" + "".join(f"    {line}\n" for line in lines)
    file = f"<replaced {name}>"
    linecache.cache[file] = (len(text), None, text.splitlines(keepends=True), file)
    scope: dict[str, Any] = {"np": np, "math": math}
    exec(compile(text, file, "exec"), scope)
    return scope["f"]


@pytest.mark.parametrize("name", CODE)
def test_code_computes_the_same(name: str) -> None:
    code = {n.id for n in ast.walk(ast.parse(CODE[name])) if isinstance(n, ast.Name)}
    first = next((n for n in ("x", "a", "y", "c", "A") if n in code), "x")
    given = ARGUMENTS.get(name) or {first: X}
    wanted = function(name)(*given.values())
    named = {k: v for k, v in given.items() if k != "_"}
    f = compiled(name, list(named))
    assert np.allclose(f(*named.values()), wanted, equal_nan=True)
    assert np.allclose(irad.jit(f)(*named.values()), wanted, equal_nan=True)


def test_only_what_is_not_known_is_replaced() -> None:
    assert [n for n in (*CODE, *WORDS) if "." in n and is_known(function(n)) is True] == []


@pytest.mark.parametrize("folder", ["site-packages", "dist-packages"])
def test_packages_of_other_environments_are_libraries(folder: str) -> None:
    assert is_foreign_file(f"/somewhere/else/lib/{folder}/scipy/special/_logsumexp.py")
    assert not is_foreign_file("/home/somebody/model.py")
    assert not is_foreign_file(__file__)


def test_the_library_function_itself() -> None:
    logsumexp = function("scipy.special.logsumexp")
    for f, name in ((logsumexp, "scipy.special.logsumexp"), (math.sin, "math.sin")):
        more = f"lambda x: {name}(x)"
        with pytest.raises(irad.UnsupportedError) as caught:
            irad.grad(f)(X)
        assert name in str(caught.value) and more in str(caught.value) and "site-packages" not in str(caught.value)
