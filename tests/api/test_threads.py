"""The same functions and gradients in many threads at a time."""

from __future__ import annotations

import math
import subprocess
import sys
import threading
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import irad

COUNT = 8


def rough(x):
    s = 0.0
    for i in range(len(x)):
        s += math.sin(x[i]) * x[i]
    return s


def slope(x: np.ndarray) -> np.ndarray:
    return np.cos(x) * x + np.sin(x)


def doubled(x):
    return 2.0 * x, x[0]


def nested(x, n):
    if n == 0:
        return x * x
    return nested(x, n - 1) + 1.0


def third(x):
    return x[3] * x[3]


def in_threads(work: Callable[[int], Any], count: int = COUNT) -> None:
    """Run ``work`` in threads that begin together; what one of them raises is raised here."""
    raised: list[BaseException] = []
    barrier = threading.Barrier(count)

    def run(k: int) -> None:
        try:
            barrier.wait()
            work(k)
        except BaseException as error:
            raised.append(error)

    threads = [threading.Thread(target=run, args=(k,)) for k in range(count)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    if raised:
        raise raised[0]


def test_one_gradient_in_many_threads() -> None:
    """With arrays of different sizes, so that tapes and results of one thread are seen if another one gets them."""
    gradient, compiled, both = irad.grad(rough), irad.jit(rough), irad.jit(doubled)
    end = time.perf_counter() + 1.0

    def work(k: int) -> None:
        rng = np.random.default_rng(k)
        while time.perf_counter() < end:
            x = rng.random(int(rng.integers(1, 3000)))
            np.testing.assert_allclose(gradient(x), slope(x), rtol=1e-9)
            dx = np.zeros_like(x)
            irad.autodiff(rough, irad.Duplicated(x, dx))
            np.testing.assert_allclose(dx, slope(x), rtol=1e-9)
            assert math.isclose(compiled(x), float(np.sum(np.sin(x) * x)), rel_tol=1e-9)
            twice, first = both(x)
            np.testing.assert_array_equal(twice, 2 * x)
            assert first == x[0]

    in_threads(work)


def test_first_calls_at_the_same_time() -> None:
    """Compiled once for each kind of argument, whoever comes first."""
    gradient, compiled = irad.grad(rough), irad.jit(rough)

    def work(k: int) -> None:
        x = np.arange(1.0, 6.0) if k % 2 else np.arange(1.0, 11.0)[::2]
        assert math.isclose(compiled(x), float(np.sum(np.sin(x) * x)), rel_tol=1e-9)
        np.testing.assert_allclose(gradient(x), slope(x), rtol=1e-9)

    in_threads(work)
    assert sorted(compiled.signatures) == ["float64(float64[::1])", "float64(float64[:])"]


def test_other_functions_at_the_same_time() -> None:
    """Compilations of functions that have nothing to do with each other."""
    scales = [float(k + 1) for k in range(COUNT)]
    made = [irad.jit(lambda x, y: (x * y).sum() * 3.0 + x[0]) for _ in scales]

    def work(k: int) -> None:
        x = np.full(4, scales[k])
        for _ in range(2):
            assert made[k](x, x) == 12 * scales[k] ** 2 + scales[k]
            np.testing.assert_allclose(irad.grad(made[k])(x, x.copy()), 3 * x + np.eye(4)[0])

    in_threads(work)


def test_errors_in_threads() -> None:
    f = irad.jit(third)

    def work(k: int) -> None:
        for _ in range(200):
            short, long = np.ones(1 + k % 3), np.full(4 + k, float(k))
            with pytest.raises(IndexError, match="index 3 "):
                f(short)
            assert f(long) == k * k

    in_threads(work)


def test_recursion_ends_in_each_thread() -> None:
    f = irad.jit(nested)
    gradient = irad.grad(nested)

    def work(k: int) -> None:
        for _ in range(3):
            assert f(float(k), 100) == k * k + 100
            assert gradient(float(k), 100) == 2 * k
            with pytest.raises(RecursionError):
                f(1.0, 10**8)
            with pytest.raises(RecursionError):
                gradient(1.0, 10**8)

    work(0)
    in_threads(work)


SMALL = """
import threading
import irad

def nested(x, n):
    if n == 0:
        return x * x
    return nested(x, n - 1) + 1.0

f = irad.jit(nested)
f(1.0, 3)
errors = 0

def deep():
    global errors
    try:
        f(1.0, 10**8)
    except RecursionError:
        errors += 1

for k in range(100):
    threading.stack_size([256 << 10, 0, 1 << 20][k % 3])
    threads = [threading.Thread(target=deep) for _ in range(1 + k % 9)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
print(errors)
"""


def test_threads_with_other_stacks(tmp_path: Path) -> None:
    """A thread may be where one with a larger stack was: its limit is its own.  (In a process that may crash.)"""
    program = tmp_path / "small.py"
    program.write_text(SMALL)
    done = subprocess.run([sys.executable, str(program)], capture_output=True, text=True, check=True)
    assert int(done.stdout) == sum(1 + k % 9 for k in range(100))


def wave(x):
    s = 0.0
    for _ in range(100_000):
        s = np.sin(s * x) + 0.1
    return s


@pytest.mark.parametrize("kind", ["jit", "grad", "autodiff"])
def test_other_threads_run_while_a_call_lasts(kind: str) -> None:
    """Of a thread that looks at the clock every millisecond nothing is seen while a call of some milliseconds holds the lock."""
    gradient, compiled, x, dx = irad.grad(rough), irad.jit(rough), np.ones(2_000_000), np.zeros(2_000_000)
    calls: dict[str, Callable[[], Any]] = {
        "jit": lambda: compiled(x),
        "grad": lambda: gradient(x),
        "autodiff": lambda: irad.autodiff(rough, irad.Duplicated(x, dx)),
    }
    for _ in range(3):
        calls[kind]()
    seen: list[float] = []
    ended = threading.Event()

    def look() -> None:
        while not ended.is_set():
            seen.append(time.perf_counter())
            time.sleep(0.001)

    watch = threading.Thread(target=look)
    watch.start()
    within = 0
    for _ in range(20):
        begin = time.perf_counter()
        calls[kind]()
        end = time.perf_counter()
        margin = (end - begin) / 4
        within += sum(begin + margin < t < end - margin for t in seen)
    ended.set()
    watch.join()
    assert within > 10


def test_tape_limits_in_threads() -> None:
    """A limit belongs to its function, in whatever thread."""
    narrow, wide = irad.grad(irad.jit(tape_limit=300)(wave)), irad.grad(irad.jit(wave))
    wanted = wide(0.3)

    def work(k: int) -> None:
        for _ in range(3):
            if k % 2:
                with pytest.raises(MemoryError):
                    narrow(0.3)
            else:
                assert wide(0.3) == wanted

    in_threads(work)


def test_memory_is_released_while_others_compute() -> None:
    gradient = irad.grad(wave)
    wanted = gradient(0.3)
    done = threading.Event()

    def release() -> None:
        while not done.is_set():
            irad.release_memory()

    other = threading.Thread(target=release)
    other.start()
    try:
        in_threads(lambda k: [gradient(0.3) == wanted or pytest.fail("wrong") for _ in range(20)], 4)
    finally:
        done.set()
        other.join()
