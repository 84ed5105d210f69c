"""Memory for tapes: what a process keeps between calls, and what it gives back."""

from __future__ import annotations

import ctypes
import os
import subprocess
import sys
import threading
from pathlib import Path

import numpy as np
import pytest

import irad
from irad.runtime.native import POOL

CELLS, MB = 10_000, 10**6
PROGRAM = """
import os
import irad
import numpy as np


def repeated_sine(u, n):
    v = u.copy()
    for t in range(n):
        v = np.sin(v)
    return v.sum()


def resident():
    with open("/proc/self/statm") as f:
        return int(f.read().split()[1]) * os.sysconf("SC_PAGE_SIZE")


if __name__ == "__main__":
    slope = irad.grad(repeated_sine)
    u = np.linspace(0.1, 1.0, 10_000)

    def error(n):
        wanted, v = np.ones_like(u), u
        for t in range(n):
            wanted, v = wanted * np.cos(v), np.sin(v)
        return float(np.abs(slope(u, n) - wanted).max())

    errors = [error(3)]
    start = resident()
    for _ in range(3):
        errors.append(error(3750))  # 3750 steps of 80 kB: 300 MB
    three = resident() - start
    irad.keep_memory("64MB")
    less = resident() - start
    errors.append(error(3750))
    again = resident() - start
    irad.release_memory()
    print(three, less, again, resident() - start, max(errors))
"""
linux = pytest.mark.skipif(sys.platform != "linux", reason="/proc/self/statm")


@linux
def test_resident_memory_after_large_gradients(tmp_path: Path) -> None:
    program = tmp_path / "program.py"
    program.write_text(PROGRAM)
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join(sys.path)}
    done = subprocess.run([sys.executable, program], capture_output=True, text=True, check=True, env=environment)
    three, less, again, released, error = map(float, done.stdout.split())
    assert error < 1e-12
    assert 290 * MB < three < 512 * 2**20 + 16 * MB
    assert less < 80 * MB and again < 80 * MB, "64 MB, pieces of 1 MiB and less, and what NumPy has kept"
    assert released < 16 * MB


@linux
def test_exported_library(tmp_path: Path) -> None:
    source = tmp_path / "program.py"
    source.write_text(PROGRAM)
    library = tmp_path / "libsines.so"
    signature = "float64(float64[::1], int64)"
    command = [sys.executable, "-m", "irad", "build", f"{source}:repeated_sine", "--signature", signature, "-o", str(library)]
    subprocess.run(command, check=True, env={**os.environ, "PYTHONPATH": os.pathsep.join(sys.path)})
    lib = ctypes.CDLL(str(library))
    lib.irad_keep_memory.argtypes = [ctypes.c_int64]
    u, du = np.linspace(0.1, 1.0, CELLS), np.zeros(CELLS)
    pointer, size = ctypes.c_void_p, ctypes.c_int64

    def slope(n: int) -> None:
        du[:] = 0.0
        arguments = (pointer(u.ctypes.data), pointer(du.ctypes.data), size(CELLS), size(n), ctypes.c_double(1.0), pointer(0))
        assert lib.repeated_sine_grad(*arguments) == 0

    slope(3)
    start = _resident()
    for mark, most in ((512 * 2**20, 512 * 2**20 + 16 * MB), (32 * MB, 48 * MB), (0, 16 * MB)):
        lib.irad_keep_memory(mark)
        for _ in range(2):
            slope(3750)
        assert _resident() - start < most, mark
    wanted, v = np.ones(CELLS), u
    for _ in range(3750):
        wanted, v = wanted * np.cos(v), np.sin(v)
    assert np.abs(du - wanted).max() < 1e-12


def _resident() -> int:
    return int(Path("/proc/self/statm").read_text().split()[1]) * os.sysconf("SC_PAGE_SIZE")


def _sines(u: np.ndarray, n: int) -> float:
    v = u.copy()
    for _ in range(n):
        v = np.sin(v)
    return float(v.sum())


def test_kept_memory_of_threads_and_leases() -> None:
    """The mark is that of all threads together, and holds for tapes that are still open as soon as these are closed."""
    before = irad.keep_memory(4 * MB)
    try:
        irad.release_memory()
        slope, u = irad.grad(_sines), np.zeros(1000)
        results: list[np.ndarray] = []
        threads = [threading.Thread(target=lambda: results.append(slope(u, 1000))) for _ in range(4)]
        for t in threads:
            t.start()
        for t in threads:
            t.join()
        assert all((r == 1.0).all() for r in results) and len(results) == 4
        assert POOL.held <= 4 * MB
        du = np.zeros(1000)
        args = irad.Duplicated(u, du), irad.Const(1000)
        augmented, reverse = irad.autodiff_thunk(_sines, *args)
        tape, value = augmented(*args)
        assert value == 0.0 and POOL.held > 4 * MB, "the tape is in use"
        assert (slope(u, 1000) == 1.0).all() and POOL.held > 4 * MB
        reverse(*args, tape=tape)
        assert (du == 1.0).all() and POOL.held <= 4 * MB
        assert irad.keep_memory("1 GiB") == 4 * MB and irad.keep_memory(0) == 2**30 and POOL.held == 0
    finally:
        irad.keep_memory(before)


@pytest.mark.parametrize("size", ["much", "5 XB", -1, 1.5, None])
def test_amounts_that_are_none(size: object) -> None:
    with pytest.raises(irad.IradError, match="is no amount of memory"):
        irad.keep_memory(size)  # type: ignore[arg-type]
