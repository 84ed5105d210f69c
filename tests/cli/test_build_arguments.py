"""Arguments of exported functions: null pointers, sizes, arrays and shadows that share memory."""

from __future__ import annotations

import ctypes
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from numpy.lib.stride_tricks import as_strided

from irad.errors import AliasingError, IradError
from irad.frontends.clang.program_linking import link_driver
from irad.runtime.memory_overlap import ArgumentArray, check

MODEL = """
def dot(x, y):
    s = 0.0
    for i in range(len(x)):
        s += x[i] * y[i]
    return s


def through(x, w, s):
    for i in range(len(x)):
        w[i] = s * x[i] * x[i]
    t = 0.0
    for i in range(len(x)):
        t += w[i]
    return t


def hand(x, a, b):
    a[0] = x[0] * x[0]
    return 3.0 * b[0]


def at(x, index):
    return x[index[0]] * x[index[0]]


def table(x, y):
    s = 0.0
    for i in range(x.shape[0]):
        for j in range(x.shape[1]):
            s += x[i, j] * x[i, j]
    for i in range(y.shape[0]):
        for j in range(y.shape[1]):
            y[i, j] *= 2.0
            s += y[i, j]
    return s


def single(x):
    for i in range(len(x)):
        x[i] = x[i] * x[i]
"""
SIGNATURES = (
    "float64(float64[::1], float64[::1])", "float64(float64[::1], float64[::1], float64)",
    "float64(float64[::1], float64[::1], float64[::1])", "float64(float64[::1], int64[::1])",
    "float64(float64[:, :], float64[:, :])", "(float32[:],)",
)  # fmt: skip
OK, ALIASED, BAD = 0, 4, 5
_N, _D = ctypes.c_int64, ctypes.c_double


class Library:
    """Calls of the library: arrays become their addresses, ints sizes, floats doubles."""

    def __init__(self, path: Path) -> None:
        self.lib = ctypes.CDLL(str(path))
        self.lib.irad_last_error.restype = ctypes.c_char_p

    def __call__(self, name: str, *args: Any) -> int:
        status: int = getattr(self.lib, name)(*map(self._native, args))
        return status

    @property
    def text(self) -> str:
        return str(self.lib.irad_last_error().decode())

    @staticmethod
    def _native(a: Any) -> Any:
        if isinstance(a, np.ndarray):
            return ctypes.c_void_p(a.__array_interface__["data"][0])
        return ctypes.c_void_p(None) if a is None else _N(a) if isinstance(a, int) else _D(a)


@pytest.fixture(scope="module")
def built(tmp_path_factory: pytest.TempPathFactory) -> Library:
    from click.testing import CliRunner

    from irad.cli import main

    try:
        link_driver("c")
    except IradError as error:
        pytest.skip(str(error))
    folder = tmp_path_factory.mktemp("library")
    (folder / "model.py").write_text(MODEL)
    words = [f"{folder}/model.py:dot,through,hand,at,table,single", "-o", f"{folder}/libmodel.so"]
    words += [w for s in SIGNATURES for w in ("--signature", s)] + ["--derivative", "grad", "--derivative", "jvp"]
    done = CliRunner().invoke(main, ["build", *words])
    assert done.exit_code == 0, done.output
    return Library(folder / "libmodel.so")


def test_null_and_negative_sizes(built: Library) -> None:
    x, dx, r = np.arange(3.0), np.full(3, 7.0), np.zeros(1)
    assert built("dot", None, 3, x, 3, r) == BAD
    assert built.text == "ValueError: dot(): the array x is NULL, but not empty"
    assert built("dot_grad", x, dx, 3, None, dx, 3, 1.0, r) == BAD and "dot_grad(): the array y is NULL" in built.text
    assert built("dot_jvp", x, dx, -1, x, dx, 3, r, r) == BAD
    assert built.text == "ValueError: dot_jvp(): x_n0 is -1: a size is not negative"
    assert built("table", x, 3, 1, 1, 1, x, 1, -4, 1, 1, r) == BAD and "y_n1 is -4" in built.text
    for huge in (2**60, 2**61, 2**63 - 1):
        assert built("dot", x, huge, x, 3, r) == BAD and "larger than memory" in built.text
    assert built("table", x, 2**40, 2**40, 2**40, 1, x, 1, 1, 1, 1, r) == BAD
    assert built("table", x, 3, 1, -(2**62), 1, x, 1, 1, 1, 1, r) == BAD
    np.testing.assert_array_equal(dx, 7.0)
    r[0] = 5.0
    for empty in ([None, None], [x, dx], [x, None], [None, dx]):
        assert built("dot_grad", *empty, 0, None, None, 0, 1.0, r) == OK
        assert r[0] == 0.0
    assert built("dot", None, 0, None, 0, None) == OK
    assert built("table_grad", None, None, 0, 5, 1, 1, x, None, 1, 0, 1, 1, 1.0, None) == OK


@pytest.mark.parametrize("kind", ["grad", "jvp"])
def test_shadows_that_do_not_lie_as_the_arrays_do(built: Library, kind: str) -> None:
    x, d, r, s = np.arange(1.0, 9.0), np.zeros(16), np.zeros(1), np.zeros(1)
    end = (1.0, r) if kind == "grad" else (r, s)

    def call(a: Any, da: Any, b: Any, db: Any) -> int:
        d[:] = 9.0
        status = built(f"dot_{kind}", a, da, len(a), b, db, len(b), *end)
        if status:
            assert built.text.startswith(f"AliasingError: dot_{kind}(): ")
            np.testing.assert_array_equal(d, 9.0)
        return status

    y = np.arange(1.0, 5.0)
    assert call(x[:4], d[:4], x[:4], d[4:8]) == ALIASED
    assert "x and y share memory, but their shadows do not" in built.text
    assert call(x[:4], d[:4], x[1:5], d[:4]) == ALIASED
    assert call(x[:4], d[:4], x[3:7], d[4:8]) == ALIASED
    assert call(x[:4], d[:4], y, d[3:7]) == ALIASED and "the shadows of x and y overlap, but the arrays do not" in built.text
    for wrong in ((x[:4], x[:4], y, d[:4]), (x[:4], x[3:7], y, d[:4]), (y, d[:4], x[:4], x[:4])):
        assert call(*wrong) == ALIASED and "overlaps the array" in built.text
    assert call(x[:4], y, y, d[:4]) == ALIASED and "the shadow of x overlaps the array y" in built.text
    assert call(x[:4], d[:4], x[:4], d[:4]) == OK
    assert call(x[:4], d[:4], x[2:6], d[2:6]) == OK
    assert call(x[:4], d[:4], x[4:], d[8:12]) == OK
    assert call(x[:4], d[:4], x[4:], d[4:8]) == OK


def test_one_array_twice_with_one_shadow(built: Library) -> None:
    x, dx, r = np.array([1.0, 2.0, 5.0]), np.zeros(3), np.zeros(1)
    assert built("dot_grad", x, dx, 3, x, dx, 3, 1.0, r) == OK
    np.testing.assert_array_equal(dx, 2 * x)
    t, s = np.ones(3), np.zeros(1)
    assert built("dot_jvp", x, t, 3, x, t, 3, r, s) == OK
    assert s[0] == 16.0
    y, dy = np.array([1.0, 2.0, 3.0]), np.zeros(3)  # overwritten by its own squares, which are what is added up
    assert built("through_grad", y, dy, 3, y, dy, 3, 0.5, None, 1.0, r) == OK
    np.testing.assert_allclose(dy, [1.0, 2.0, 3.0])
    assert r[0] == 7.0 and list(y) == [0.5, 2.0, 4.5]


def test_places_of_numbers(built: Library) -> None:
    x, dx, w, dw, r = np.ones(3), np.zeros(3), np.zeros(3), np.zeros(3), np.zeros(1)
    assert built("through_grad", x, dx, 3, w, dw, 3, 1.0, x, 1.0, r) == ALIASED
    assert "the shadow of s overlaps the array x" in built.text
    assert built("through_grad", x, dx, 3, w, dw, 3, 1.0, None, 1.0, dx) == ALIASED
    assert built("through_grad", x, dx, 3, w, dw, 3, 1.0, r, 1.0, r) == ALIASED
    assert built("dot_jvp", x, dx, 3, w, dw, 3, r, r) == ALIASED
    for shadow, array in ((dx, x), (dw, w)):
        assert built("through_grad", x, dx, 3, w, dw, 3, 1.0, shadow[2:], 1.0, r) == ALIASED
        assert built("through_grad", x, dx, 3, w, dw, 3, 1.0, None, 1.0, array[2:]) == ALIASED
        assert "the place for result overlaps" in built.text
        assert built("through", x, 3, w, 3, 1.0, array[2:]) == ALIASED
        assert built("dot_jvp", x, dx, 3, w, dw, 3, r, array) == ALIASED
    np.testing.assert_array_equal(w, 0.0)
    np.testing.assert_array_equal(x, 1.0)


def test_integers_in_the_memory_of_an_active_array(built: Library) -> None:
    x, dx, r = np.arange(3.0), np.zeros(3), np.zeros(1)
    assert built("at_grad", x, dx, 3, x, 3, 1.0, r) == ALIASED and "of different types" in built.text
    assert built("at_grad", x, dx, 3, np.array([2]), 1, 1.0, r) == OK
    np.testing.assert_array_equal(dx, [0, 0, 4])


def test_null_shadows_are_internal(built: Library) -> None:
    """d/dx = 2 s x, d/ds = sum of squares, and the adjoint of w as it is left counts: whichever of them is wanted."""
    x, s = np.array([1.0, 2.0, 3.0]), 0.5
    for want_x in (True, False):
        for want_w in (True, False):
            for want_s in (True, False):
                dx, dw, ds = np.ones(3), np.full(3, 4.0), np.full(1, 2.0)
                given = (x, dx if want_x else None, 3, np.zeros(3), dw if want_w else None, 3, s, ds if want_s else None)
                assert built("through_grad", *given, 1.0, None) == OK
                weight = 5.0 if want_w else 1.0
                np.testing.assert_allclose(dx, 1.0 + weight * 2 * s * x if want_x else 1.0)
                np.testing.assert_array_equal(dw, 0.0 if want_w else 4.0)
                assert ds[0] == (2.0 + weight * 14.0 if want_s else 2.0)
    r, dr = np.zeros(1), np.zeros(1)
    assert built("through_jvp", x, np.ones(3), 3, np.zeros(3), None, 3, s, 0.0, r, dr) == OK
    assert dr[0] == pytest.approx(2 * s * 6.0)
    assert built("through_jvp", x, None, 3, np.zeros(3), None, 3, s, 1.0, r, dr) == OK
    assert dr[0] == 14.0


def test_null_shadows_of_arrays_that_share_memory(built: Library) -> None:
    """What is written through one is read through the other: 3 x[0]^2, not 3 b[0]."""
    x, dx = np.array([5.0]), np.zeros(1)
    a = np.zeros(4)
    for b, slope in ((a, 30.0), (a[1:], 0.0), (np.zeros(1), 0.0)):
        dx[:] = 0.0
        assert built("hand_grad", x, dx, 1, a, None, 4, b, None, len(b), 1.0, None) == OK
        assert dx[0] == slope
    dx[:] = 0.0
    assert built("hand_grad", x, dx, 1, a[1:], None, 3, a, None, 4, 1.0, None) == OK
    assert dx[0] == 0.0
    da = np.zeros(4)
    assert built("hand_grad", x, dx, 1, a, da, 4, a, None, 4, 1.0, None) == ALIASED and "b has no shadow" in built.text
    assert built("hand_grad", x, dx, 1, a, None, 4, a, da, 4, 1.0, None) == ALIASED and "a has no shadow" in built.text
    y, dy = np.array([1.0, 2.0]), np.zeros(2)  # nobody writes: the other one counts as a copy
    assert built("dot_grad", y, dy, 2, y, None, 2, 1.0, None) == OK
    np.testing.assert_array_equal(dy, y)


def test_single_strided_floats(built: Library) -> None:
    x = np.arange(1, 9, dtype=np.float32)
    dx = np.ones(8, np.float32)
    assert built("single_grad", x[::2], dx[::2], 4, 2) == OK
    np.testing.assert_array_equal(dx, [2, 1, 6, 1, 10, 1, 14, 1])
    x = np.arange(1, 9, dtype=np.float32)
    assert built("single_grad", x[::-2], None, 4, -2) == OK
    np.testing.assert_array_equal(x, [1, 4, 3, 16, 5, 36, 7, 64])
    assert built("single_grad", x[::2], x[1::2], 4, 2) == OK  # one between the other
    assert built("single_grad", x[:4], x[1:], 4, 1) == ALIASED


def layouts(rng: np.random.Generator, buffer: np.ndarray) -> np.ndarray:
    """A view of rank 2 with strides of any sign in the buffer."""
    while True:
        n, s = rng.integers(0, 5, 2), rng.integers(-7, 8, 2)
        reach = [(int(k) - 1) * int(t) for k, t in zip(n, s, strict=True) if k]
        low, high = -sum(min(r, 0) for r in reach), sum(max(r, 0) for r in reach)
        if low + high < len(buffer):
            start = int(rng.integers(low, len(buffer) - high))
            return as_strided(buffer[start:], tuple(map(int, n)), tuple(int(t) * 8 for t in s))


def compare(built: Library, rng: np.random.Generator) -> int:
    """One call with arrays and shadows anywhere in one buffer, against the check that calls from Python get."""
    buffer = rng.normal(size=60)
    x, y = layouts(rng, buffer[:40]), layouts(rng, buffer[:40])
    shift, other = rng.choice([0, 20, 30, 31], 2)
    dx = _moved(buffer, x, int(shift)) if rng.integers(4) else None
    dy = _moved(buffer, y, int(other)) if rng.integers(4) else None
    try:
        check([ArgumentArray("x", x, dx, False), ArgumentArray("y", y, dy, True)])
        expected = OK if _nested(y) else ALIASED  # it is written to
    except AliasingError:
        expected = ALIASED
    shape = [[*map(int, a.shape), *(s // 8 for s in a.strides)] for a in (x, y)]
    status = built("table_grad", x, dx, *shape[0], y, dy, *shape[1], 1.0, None)
    assert status == expected, (x.shape, x.strides, y.shape, y.strides, shift, other, built.text)
    return status


def _nested(a: np.ndarray) -> bool:
    """Is each stride longer than what the shorter one reaches?"""
    steps = sorted((abs(s), n) for s, n in zip(a.strides, a.shape, strict=True) if n > 1)
    return a.size == 0 or not steps or (steps[0][0] > 0 and (len(steps) < 2 or steps[1][0] > steps[0][0] * (steps[0][1] - 1)))


def _start(buffer: np.ndarray, a: np.ndarray) -> int:
    return int(a.__array_interface__["data"][0] - buffer.__array_interface__["data"][0]) // 8


def _moved(buffer: np.ndarray, a: np.ndarray, shift: int) -> np.ndarray | None:
    """The same view farther on in the buffer, if it has room for that."""
    reach = [(n - 1) * s // 8 for n, s in zip(a.shape, a.strides, strict=True) if a.size]
    start = _start(buffer, a) + shift
    return as_strided(buffer[start:], a.shape, a.strides) if start + sum(r for r in reach if r > 0) < len(buffer) else None


def test_any_layout_as_in_python(built: Library) -> None:
    rng = np.random.default_rng(0)
    found = [compare(built, rng) for _ in range(600)]
    assert found.count(OK) > 100 and found.count(ALIASED) > 100


@pytest.mark.slow
def test_any_layout_as_in_python_at_length(built: Library) -> None:
    rng = np.random.default_rng(1)
    for _ in range(30_000):
        compare(built, rng)


def test_views_that_interlock_and_large_ones(built: Library) -> None:
    """Columns, and blocks of a matrix, do not share memory; the answer takes no longer for large ones."""
    a, d = np.ones((400, 1000)), np.zeros((400, 1000))

    def call(x: np.ndarray, dx: np.ndarray, y: np.ndarray, dy: np.ndarray) -> int:
        words = [[*map(int, v.shape), *(s // 8 for s in v.strides)] for v in (x, y)]
        return built("table_grad", x, dx, *words[0], y, dy, *words[1], 1.0, None)

    assert call(a[:, :500], d[:, :500], a[:, 500:], d[:, 500:]) == OK
    assert call(a[::2], d[::2], a[1::2], d[1::2]) == OK
    assert call(a[:, ::2], d[:, ::2], a[:, 1::2], d[:, 1::2]) == OK
    assert call(a[:, :501], d[:, :501], a[:, 500:], d[:, 500:]) == OK  # they share, and so do the shadows
    other = np.zeros((400, 501))
    assert call(a[:, :500], d[:, :500], a[:, 500:], d[:, 499:999]) == ALIASED
    assert call(a[:, :500], other[:, :500], other[:, :500], d[:, :500]) == ALIASED


def test_constant_arrays_through_which_values_pass(tmp_path: Path, irad_command: Any) -> None:
    (tmp_path / "model.py").write_text(MODEL)
    for flags in ([], ["--assume-noalias"]):
        words = ["--signature", SIGNATURES[1], "--activity", "dup,const,dup", "-o", tmp_path / f"libc{len(flags)}.so"]
        irad_command("build", f"{tmp_path}/model.py:through", *words, *flags)
        library = Library(tmp_path / f"libc{len(flags)}.so")
        x, dx, w, ds = np.array([1.0, 2.0, 3.0]), np.zeros(3), np.zeros(3), np.zeros(1)
        assert library("through_grad", x, dx, 3, w, 3, 0.5, ds, 1.0, None) == OK
        np.testing.assert_allclose(dx, x)
        assert ds[0] == 14.0
        assert library("through_grad", x, dx, 3, None, 3, 0.5, ds, 1.0, None) == BAD
        if not flags:
            assert library("through_grad", x, dx, 3, x, 3, 0.5, ds, 1.0, None) == ALIASED
            assert library("through_grad", x, x, 3, w, 3, 0.5, ds, 1.0, None) == ALIASED
