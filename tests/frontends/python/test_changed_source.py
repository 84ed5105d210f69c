"""Functions whose file was changed after it was imported: what would be compiled is not what Python runs."""

from __future__ import annotations

import linecache
from pathlib import Path
from types import ModuleType

import pytest

import irad
from tests.generators.modules import module_from

BEFORE = """
import math

scale = 2.0

def plain(x):
    return x * math.sin(x)

line = lambda x: x * 2.0

def outer(a):
    @staticmethod
    def inner(x: float, n: int = 3) -> float:
        for _ in range(n):
            x = x * a
        return x
    return inner.__func__

class Holder:
    __own = 3.0

    def method(x):
        return x * scale
"""


def change(path: Path, text: str) -> None:
    path.write_text(text)
    linecache.checkcache(str(path))


@pytest.fixture
def module(tmp_path: Path) -> ModuleType:
    return module_from(tmp_path / "changing.py", BEFORE)


def test_as_it_was(module: ModuleType) -> None:
    assert irad.jit(module.plain)(0.0) == 0.0
    assert irad.grad(module.line)(1.0) == 2.0
    assert irad.grad(module.outer(5.0))(1.0) == 125.0
    assert irad.grad(module.Holder.method)(1.0) == 2.0


@pytest.mark.parametrize(
    ("name", "old", "new"),
    [
        ("plain", "math.sin", "math.cos"),
        ("line", "x * 2.0", "x * 3.0"),
        ("line", "x * 2.0", "x * -2.0"),
        ("outer", "x * a", "x + a"),
        ("outer", "range(n)", "range(n + 1)"),
        ("Holder.method", "x * scale", "scale * x"),
    ],
)
def test_changed(module: ModuleType, name: str, old: str, new: str) -> None:
    assert old in BEFORE
    change(Path(str(module.__file__)), BEFORE.replace(old, new))
    f = module.Holder.method if name == "Holder.method" else getattr(module, name)
    with pytest.raises(irad.UnsupportedError, match="has changed since it was imported"):
        irad.grad(f(5.0) if name == "outer" else f)(1.0)


def test_changed_elsewhere(module: ModuleType) -> None:
    """Lines behind a function, or comments in it, make no difference."""
    text = BEFORE.replace("    return x * math.sin(x)", "    return x * math.sin(x)  # as before") + "\n\nmore = 3\n"
    change(Path(str(module.__file__)), text)
    assert irad.jit(module.plain)(0.0) == 0.0
    assert irad.grad(module.outer(5.0))(1.0) == 125.0
