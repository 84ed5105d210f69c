"""NumPy's structural functions in compiled functions: values, dtypes, shapes and steps beside those of NumPy itself."""

from __future__ import annotations

import warnings
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import irad
from tests.frontends.python.structure import structure_cases
from tests.frontends.python.structure.structure_cases import functions, grouped, inputs, together

TABLES = ("JOINED", "SPLIT", "MOVED", "PADDED", "ALONG", "PLACES", "NUMBERS")
NO_TRUTHS = ("NUMBERS",)
KINDS = (np.float64, np.float32, np.int64, np.bool_)
GROUPS = [(t, k, g) for t in TABLES for k, g in enumerate(grouped(getattr(structure_cases, t), 9))]


def leaves(value: Any) -> Iterator[Any]:
    """The arrays and numbers in nested tuples and lists."""
    if isinstance(value, (tuple, list)):
        for item in value:
            yield from leaves(item)
    else:
        yield value


def same(text: str, got: Any, want: Any, digits: float) -> None:
    """Have two results the same structure, and their arrays the same dtypes, shapes, values and steps?"""
    a, b = list(leaves(got)), list(leaves(want))
    assert len(a) == len(b), text
    assert isinstance(got, list) == isinstance(want, list) and isinstance(got, tuple) == isinstance(want, tuple), text
    for x, y in zip(a, b, strict=True):
        if not isinstance(y, np.ndarray):  # of numbers compiled functions return Python's
            assert not isinstance(x, np.ndarray), text
            assert np.asarray(x).dtype.kind == np.asarray(y).dtype.kind, text
            np.testing.assert_allclose(x, y, rtol=digits, err_msg=text)
            continue
        assert isinstance(x, np.ndarray), text
        assert (x.dtype, x.shape) == (y.dtype, y.shape), text
        np.testing.assert_allclose(x, y, rtol=digits, atol=digits, err_msg=text)
        steps = [[s for s, n in zip(v.strides, v.shape, strict=True) if n > 1] for v in (x, y)]
        assert steps[0] == steps[1] or not x.size or 0 in steps[1], (text, steps)


def compare(folder: Path, name: str, group: list[str], layouts: tuple[str, ...], kind: Any) -> None:
    (f,) = functions(folder, name, [together(group)])
    compiled = irad.jit(f)
    for layout in layouts:
        args = inputs(layout, kind)
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            want = f(*args)
        for text, x, y in zip(group, compiled(*args), want, strict=True):
            same(f"{text} of {np.dtype(kind)} in layout {layout}", x, y, 2e-6 if kind is np.float32 else 1e-12)


def usable(table: str, group: list[str], kind: Any) -> list[str]:
    """The expressions that NumPy computes for numbers of this kind."""
    return [e for e in group if not (kind is np.bool_ and (table in NO_TRUTHS or "ptp" in e))]


@pytest.mark.sampled
@pytest.mark.parametrize("layouts", [("C",), ("F", "strided")], ids=["contiguous", "other"])
@pytest.mark.parametrize(("table", "number", "group"), GROUPS, ids=[f"{t.lower()}-{k}" for t, k, _ in GROUPS])
def test_values(table: str, number: int, group: list[str], layouts: tuple[str, ...], tmp_path: Path) -> None:
    """Contiguous numbers of one of the kinds, other layouts of float64; all combinations are below."""
    kind = KINDS[(number + 1) % 4] if layouts == ("C",) else np.float64
    some = usable(table, group, kind)
    if some:
        compare(tmp_path, f"cases_{table.lower()}_{number}_{layouts[0]}", some, layouts, kind)


@pytest.mark.slow
@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize(("table", "number", "group"), GROUPS, ids=[f"{t.lower()}-{k}" for t, k, _ in GROUPS])
def test_values_of_all_kinds(table: str, number: int, group: list[str], kind: Any, tmp_path: Path) -> None:
    some = usable(table, group, kind)
    if some:
        compare(tmp_path, f"all_{table.lower()}_{number}_{np.dtype(kind)}", some, ("C", "F", "strided"), kind)
