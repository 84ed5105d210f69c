"""Jit objects behave as functions do, and as users of Numba expect."""

from __future__ import annotations

import copy
import functools
import gc
import inspect
import multiprocessing
import pickle
import subprocess
import sys
import threading
import weakref
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import irad
from tests.api import portable


def line(x, slope=2.0, start=1.0):
    """A straight line."""
    return slope * x + start


def half(x):
    return 0.5 * x


SHIFT = 4.0
TABLE = np.array([5.0, 6.0])


def shifted(x, i):
    return x + SHIFT + TABLE[i]


def test_specialised_when_called() -> None:
    f = irad.jit(line)
    assert f.signatures == []
    assert f(3.0) == 7.0 and f(3.0) == 7.0
    assert f.signatures == ["float64(float64, float64, float64)"]
    np.testing.assert_array_equal(f(np.arange(3.0)), [1.0, 3.0, 5.0])
    assert f.signatures[1:] == ["float64[::1](float64[::1], float64, float64)"]


def test_signatures_at_once() -> None:
    several = ["float64(float64, float64, float64)", "float64[:](float64[:], float64, float64)"]
    for f in (irad.jit(signature=several)(line), irad.jit(several)(line)):
        assert len(f.signatures) == 2
        assert f(3, 1, 1) == 4.0 and isinstance(f(3, 1, 1), float)
        np.testing.assert_array_equal(f(np.arange(6.0)[::2], 1.0, 0.0), [0.0, 2.0, 4.0])
        assert len(f.signatures) == 2
    one = irad.jit("float64(float64, float64, float64)")(line)
    one.compile("float64(float64, float64, int64)")
    assert len(one.signatures) == 2
    with pytest.raises(TypeError, match="not a signature"):
        irad.jit("double")(line)


def test_keywords_and_defaults() -> None:
    f = irad.jit(line)
    for _ in range(3):
        assert f(3.0) == 7.0 and f(x=3.0) == 7.0 and f(3.0, start=0.0) == 6.0 and f(start=0.5, slope=1.0, x=2.0) == 2.5
        for args, keywords, message in (
            ((), {}, "'x'"),
            ((1.0,), {"x": 1.0}, "'x'"),
            ((1.0,), {"y": 1.0}, "'y'"),
            ((1.0, 2.0, 3.0, 4.0), {}, "too many"),
            ((1.0, 2.0), {"slope": 4.0}, "'slope'"),
        ):
            with pytest.raises(TypeError, match=message) as ours:
                f(*args, **keywords)
            assert "line" in str(ours.value)
            with pytest.raises(TypeError):
                line(*args, **keywords)


def test_looks_like_the_function() -> None:
    f = irad.jit(line)
    assert (f.__name__, f.__qualname__, f.__doc__, f.__module__) == ("line", "line", "A straight line.", __name__)
    assert f.py_func is line and f.__wrapped__ is line
    assert inspect.signature(f) == inspect.signature(line)
    assert inspect.getfullargspec(f).args == ["x", "slope", "start"]
    assert inspect.getsource(f) == inspect.getsource(line)
    assert repr(f) == "<irad.jit line>" and callable(f)
    g = irad.jit(line)
    assert f == f and f != g and len({f, g, f}) == 2


def test_looking() -> None:
    f = irad.jit(shifted)
    f(1.0, 0), f(np.float32(1.0), 1)
    shown = f.inspect_types()
    assert shown.startswith(f"shifted, {__file__}:")
    assert "float64(float64, int64)\n    x: float64\n    i: int64\n" in shown, shown
    assert "SHIFT = 4.0, from outside" in shown and "TABLE: float64[::1], from outside" in shown, shown
    assert "returns float64" in shown
    first, second = f.signatures
    assert f.inspect_llvm("frontend", first) != f.inspect_llvm("frontend", second)
    assert f.inspect_llvm(signature=second) == f.inspect_llvm(stage="optimized")
    assert "double" in f.inspect_llvm(signature=first) and "ret" in f.inspect_asm(first)
    for wrong in (lambda: f.inspect_llvm("soon"), lambda: f.inspect_llvm(signature="int64(int64)")):
        with pytest.raises(irad.IradError):
            wrong()
    assert f.stats() == []
    irad.grad(f)(1.0, 0)
    assert all(isinstance(row, dict) for row in f.stats())


def test_methods() -> None:
    """As with Numba, ``self`` is the first argument: a dataclass can be one."""

    class Static:
        @staticmethod
        @irad.jit
        def twice(x):
            return 2.0 * x

        @irad.jit
        def itself(self):
            return self

    assert Static.twice(3.0) == 6.0 and Static().twice(3.0) == 6.0
    assert Static.itself(3.0) == 3.0, "from the class it is the function"
    assert isinstance(Static().itself(), Static)
    assert Static.itself is Static.__dict__["itself"]


def test_of_a_compiled_function() -> None:
    f = irad.jit(line)
    g = irad.jit(fastmath=True)(f)
    assert g.py_func is line and g is not f and g(3.0) == 7.0
    assert irad.jit(functools.partial(line, slope=3.0))(2.0) == line(2.0, 3.0)
    for wrong in (np.sin, len, int, 3):
        with pytest.raises(irad.UnsupportedError, match="not a Python function"):
            irad.jit(wrong)


def test_copies() -> None:
    f = irad.jit(line)
    assert copy.copy(f) is f and copy.deepcopy(f) is f and copy.deepcopy([f])[0] is f


def test_pickled_by_name() -> None:
    assert pickle.loads(pickle.dumps(portable.cube)) is portable.cube
    assert pickle.loads(pickle.dumps(portable.Holder.inner)) is portable.Holder.inner


def test_gradients_are_pickled() -> None:
    for kind in (irad.grad, irad.value_and_grad, irad.jacfwd, irad.jacobian, irad.hessian):
        assert pickle.loads(pickle.dumps(kind(portable.cube)))(2.0) == kind(portable.cube)(2.0)
    both = pickle.loads(pickle.dumps(irad.grad(portable.Holder.inner, argnums=(1, 0))))
    assert both(1.0, 2.0) == (-1.0, 1.0)


def test_functions_can_be_pickled_with_all_that_is_written_on_them() -> None:
    """As cloudpickle does, with the dict of the function."""

    def f(x):
        return x * x * x

    for _ in range(3):
        assert irad.grad(f)(2.0) == 12.0 and irad.autodiff(f, irad.Active(2.0)) == (12.0,)
        f.__dict__.update(pickle.loads(pickle.dumps(f.__dict__)))


def test_pickled_with_its_code() -> None:
    f = portable.made(5.0, 2)
    g = pickle.loads(pickle.dumps(f))
    assert g is not f and g(0.5) == f(0.5)
    assert g(0.5) == pytest.approx(portable.wanted(0.5, 5.0, 2), rel=1e-15) and g(0.5, 0) == portable.wanted(0.5, 5.0, 0)
    assert (g.__name__, g.__qualname__, g.__module__) == (f.__name__, f.__qualname__, f.__module__)
    h = pickle.loads(pickle.dumps(irad.jit(signature="float64(float64)", fastmath=True, tape_limit=100)(lambda x: x / 2)))
    assert h(3) == 1.5 and h.irad_function.options.fastmath and h.irad_function.tape_limit == 100
    with pytest.raises(Exception, match="pickle"):
        pickle.dumps(irad.jit(lambda x: line(x) + held.locked()))


held = threading.Lock()  # cannot be pickled


@pytest.mark.parametrize("how", ["fork", "spawn"])
def test_in_other_processes(how: str) -> None:
    tasks = [(portable.cube, 2.0), (portable.made(5.0, 2), 0.5)]
    with multiprocessing.get_context(how).Pool(1) as pool:
        found = pool.map(portable.work, tasks)
    assert [value for value, _ in found] == pytest.approx([8.0, portable.wanted(0.5, 5.0, 2)], rel=1e-15)


@pytest.mark.slow
def test_functions_can_go() -> None:
    """Neither a compiled function nor a gradient keeps the Python function, and what it holds, for ever."""

    def make(what: str) -> tuple[Any, Any]:
        big = np.arange(1000.0)

        def local(x):
            return x * big[2]

        if what == "jit":
            f = irad.jit(local)
            assert f(2.0) == 4.0 and f(x=2.0) == 4.0
        elif what == "grad":
            assert irad.grad(local)(2.0) == 2.0 and irad.grad(local)(2.0) == 2.0
        else:
            for _ in range(3):
                assert irad.autodiff(local, irad.Active(2.0)) == (2.0,)
        return weakref.ref(local), weakref.ref(big)

    for what in ("jit", "grad", "autodiff"):
        gone = make(what)
        gc.collect()
        assert [r() for r in gone] == [None, None], what


def test_wraps_does_not_make_it_another_function() -> None:
    """``functools.wraps`` copies attributes: the new function is not the old one for that."""
    for old in (irad.jit(line), line):
        irad.grad(old)(1.0)

        @functools.wraps(old)
        def new(x):
            return 10.0 * x * x

        assert irad.grad(new)(3.0) == 60.0 and irad.jit(new)(3.0) == 90.0
        assert irad.autodiff(new, irad.Active(3.0)) == (60.0,)


def test_wraps_over_a_function_of_the_same_form() -> None:
    def f(x):
        return x * x

    old = f

    @functools.wraps(old)
    def f(x):
        return x * x * x + old(x)

    assert irad.jit(f)(2.0) == 12.0 and irad.grad(f)(2.0) == 16.0
    assert irad.grad(functools.wraps(irad.recompute(old))(f))(2.0) == 16.0


def check_around(said: Any) -> None:
    irad.jit(lambda x: said(x) + x)(1.0)

    @functools.wraps(said)
    def around(x):
        return 7.0 * x * x

    assert irad.grad(around)(3.0) == 42.0 and irad.jit(around)(3.0) == 63.0
    assert irad.grad(lambda x: around(x) + x)(3.0) == 43.0


def test_wraps_does_not_copy_what_is_said_of_a_function() -> None:
    """Rules and markings belong to one function; a function around it, with its name and attributes, has none of them."""

    @irad.custom
    def ruled(x):
        return x * x

    ruled.defvjp(lambda x: (x * x, (x,)), lambda tape, dy: (100.0 * dy,))
    assert irad.grad(ruled)(3.0) == 100.0
    for said in (ruled, irad.inactive(half), irad.noalias(half), irad.recompute(half), irad.grad(half), irad.jit(half)):
        check_around(said)


@pytest.mark.slow
def test_lambdas_in_a_loop_do_not_add_up(tmp_path: Path) -> None:
    """In a process of its own: memory after many functions, each of them compiled and dropped."""
    program = tmp_path / "loop.py"
    program.write_text(
        "import gc, resource, irad\n"
        "def peak(): return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss\n"
        "def some(n):\n"
        "    for k in range(n):\n"
        "        big = [float(k)] * 250_000\n"
        "        def f(x, keep=1.0):\n"
        "            return x * x * keep\n"
        "        f.big = big\n"
        "        assert irad.grad(f)(3.0) == 6.0 and irad.autodiff(f, irad.Active(3.0)) == (6.0,)\n"
        "        assert irad.jit(f)(3.0) == 9.0\n"
        "        del f\n"
        "        gc.collect()\n"
        "some(5)\n"
        "before = peak()\n"
        "some(10)\n"
        "print(peak() - before)\n"
    )
    done = subprocess.run([sys.executable, str(program)], capture_output=True, text=True, check=True)
    assert int(done.stdout) < 10 * 2000 * 0.7, "10 lists of 2 MB, were they kept"
