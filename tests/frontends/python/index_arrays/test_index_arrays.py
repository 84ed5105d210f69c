"""Reading and writing with arrays of indices and masks: values, dtypes, shapes and memory order are NumPy's."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import pytest

import irad
from tests.generators.index_programs import BROADCAST, arguments, arrays, broadcasting, changing, reading, writing
from tests.generators.modules import module_from

NAMES = list(arrays())


def steps(a: Any) -> list[int]:
    """The strides of the axes that have several elements."""
    return [s for s, n in zip(a.strides, a.shape, strict=True) if n > 1] if np.size(a) else []


def assert_same(got: Any, wanted: Any, what: str) -> None:
    assert np.shape(got) == np.shape(wanted), what
    assert np.asarray(got).dtype == np.asarray(wanted).dtype, what
    np.testing.assert_array_equal(got, wanted, what)
    if isinstance(wanted, np.ndarray) and wanted.ndim:
        assert steps(got) == steps(wanted), f"{what}: strides {got.strides} instead of {wanted.strides}"


def in_same_memory(a: np.ndarray) -> np.ndarray:
    """A copy with the same strides."""
    low = sum(s * (n - 1) for s, n in zip(a.strides, a.shape, strict=True) if s < 0)
    high = sum(s * (n - 1) for s, n in zip(a.strides, a.shape, strict=True) if s > 0)
    room = np.zeros((high - low) // a.itemsize + 1, a.dtype)
    out = np.lib.stride_tricks.as_strided(room[-low // a.itemsize :], a.shape, a.strides)
    out[...] = a
    return out


def rotated(name: str, every: int) -> slice:
    """Some of the indices: other ones for the next array."""
    return slice(NAMES.index(name) % every, None, every)


@pytest.mark.parametrize("name", NAMES)
def test_what_is_read(tmp_path: Path, name: str) -> None:
    x, given = arrays()[name], arguments()
    text, chosen = reading(x.ndim, rotated(name, 2 + x.ndim // 2))
    f = module_from(tmp_path / "reading.py", text).indexed
    for k, got, wanted in zip(chosen, irad.jit(f)(x, **given), f(x, **given), strict=True):
        assert_same(got, wanted, f"{name}[{k}]")


@pytest.mark.parametrize("name", [k for k in NAMES if k not in ("truths", "small")])
def test_what_is_assigned(tmp_path: Path, name: str) -> None:
    x, given = arrays()[name], arguments()
    text, chosen = writing(x.ndim, rotated(name, 4 + 2 * x.ndim))
    f = module_from(tmp_path / "writing.py", text).indexed
    for k, got, wanted in zip(chosen, irad.jit(f)(x, **given), f(x, **given), strict=True):
        assert_same(got, wanted, f"{name}[{k}] = ...")


@pytest.mark.parametrize("name", [k for k, a in arrays().items() if a.dtype == float])
def test_each_element_after_the_other(tmp_path: Path, name: str) -> None:
    x, given = arrays()[name], arguments()
    text, chosen = changing(x.ndim, rotated(name, 4))
    f = module_from(tmp_path / "changing.py", text).indexed
    mine, theirs = in_same_memory(x), in_same_memory(x)
    irad.jit(f)(mine, **given)
    f(theirs, **given)
    np.testing.assert_array_equal(mine, theirs, f"{name}: {chosen}")


def test_values_are_broadcast(tmp_path: Path) -> None:
    more = {"v": np.arange(6.0) + 0.5, "V": np.arange(12.0).reshape(3, 4) + 0.25, "W": np.arange(36.0).reshape(3, 3, 4)}
    x, given = arrays()["turned"], {**more, **arguments()}
    f = module_from(tmp_path / "broadcasting.py", broadcasting()).indexed
    for k, got, wanted in zip(BROADCAST, irad.jit(f)(x, **given), f(x, **given), strict=True):
        assert_same(got, wanted, str(k))


def in_other_orders(a: np.ndarray) -> list[np.ndarray]:
    """The same elements in memory in different ways."""
    return [
        a,
        np.asfortranarray(a),
        a[::-1, ::-1].copy()[::-1, ::-1],
        np.ascontiguousarray(a[::-1])[::-1],
        np.repeat(a, 2, axis=1)[:, ::2],
    ]


def test_the_last_value_is_that_of_numpys_order() -> None:
    def one(x: Any, j: Any, v: Any) -> Any:
        x[j] = v
        return x

    def two(x: Any, j: Any, v: Any) -> Any:
        y = np.zeros((3, 3))
        y[j, j] = v
        return y

    r = np.random.default_rng(1)
    index, value = r.integers(0, 3, (3, 4)), r.random((3, 4))
    compiled = {one: irad.jit(one), two: irad.jit(two)}
    for j in in_other_orders(index):
        for v in in_other_orders(value):
            for f, mine in compiled.items():
                what = f"{f.__name__} {j.strides} {v.strides}"
                np.testing.assert_array_equal(mine(np.zeros(3), j, v), f(np.zeros(3), j, v), what)
    for k in (index[0], index[0, ::-1], np.repeat(index[0], 2)[::-2]):
        for f, mine in compiled.items():
            np.testing.assert_array_equal(mine(np.zeros(3), k, value[0, ::-1]), f(np.zeros(3), k, value[0, ::-1]))
