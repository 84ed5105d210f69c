"""Snapshots on disk: gradients against complex steps run by plain Python, what happens to files, and what errors leave behind."""

from __future__ import annotations

import errno
import os
import resource
import signal
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import irad
from irad.llvm.interrupt import SUPPORTED

FOLDER = tempfile.mkdtemp() if __name__ != "__main__" else sys.argv[2]
STEPS = 50


def decay(x, k):
    """Works in the memory of its argument."""
    for t in irad.checkpointed(range(k), snapshots=3, segment=1, storage="disk", directory=FOLDER):
        for i in range(1, len(x)):
            x[i] = x[i] * 0.99 + 0.01 * np.sin(x[i - 1]) * t
    return (x * x).sum()


def nested(x, k):
    r = x[0]
    for t in irad.checkpointed(range(k), snapshots=2, segment=1, storage="disk", directory=FOLDER):
        q = r
        for j in irad.checkpointed(range(5 + t % 2), snapshots=1, segment=1, storage="disk", directory=FOLDER):
            q = q + 0.01 * np.sin(q * x[1]) + 1e-3 * j
        r = 0.5 * r + 0.5 * q
    return r


def inner(x, k):
    """The outer loop's tapes are given up at first: its length is unknown."""
    t = 0
    while irad.checkpointed_while(t * t < k * k, snapshots=2, segment=1):
        for j in irad.checkpointed(range(5 + t % 2), snapshots=2, segment=1, storage="disk", directory=FOLDER):
            for i in range(1, len(x)):
                x[i] = x[i] + 0.01 * np.sin(x[i] * x[i - 1]) + 1e-3 * j
        t += 1
    return (x * x).sum()


def around(x, k):
    for t in irad.checkpointed(range(k), snapshots=2, segment=1):
        for j in irad.checkpointed(range(3), snapshots=1, segment=1, storage="disk", directory=FOLDER):
            for i in range(1, len(x)):
                x[i] = x[i] + 0.01 * np.sin(x[i] * x[i - 1]) + 1e-3 * j * t
    return (x * x).sum()


def rebound(x, k):
    u = x
    before = x * 0.9
    for t in irad.checkpointed(range(k), snapshots=4, segment=1, storage="disk"):
        after = 2 * u - before - 0.01 * np.sin(u) * (1 + 0.1 * t)
        before = u
        u = after
    return (u * u).sum()


def point(n: int = 5) -> np.ndarray:
    return np.linspace(0.1, 1, n)


def complex_step(f: Callable[..., Any], k: int) -> list[float]:
    """The gradient, by plain Python."""
    out = []
    for i in range(5):
        z = point().astype(complex)
        z[i] += 1e-30j
        out.append(f(z, k).imag / 1e-30)
    return out


@pytest.fixture(autouse=True, scope="module")
def folder() -> Iterator[None]:
    yield
    os.rmdir(FOLDER)


@pytest.fixture(autouse=True)
def nothing_remains() -> Iterator[None]:
    yield
    assert os.listdir(FOLDER) == []


@pytest.mark.parametrize("f", [decay, nested, inner, rebound], ids=lambda f: f.__name__)
def test_gradients(f: Callable[..., Any], tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TMPDIR", str(tmp_path))
    for k in (1, 2, 9, 30):
        x, d = point(), np.zeros(5)
        irad.autodiff(f, irad.Duplicated(x, d), k)
        np.testing.assert_allclose(d, complex_step(f, k), rtol=1e-11, atol=1e-15)
        y = point()
        f(y, k)
        np.testing.assert_allclose(x, y, rtol=1e-14)
    assert list(tmp_path.iterdir()) == []


def test_default_directory(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TMPDIR", str(tmp_path / "missing"))
    with pytest.raises(FileNotFoundError) as caught:
        irad.autodiff(rebound, irad.Duplicated(point(), np.zeros(5)), 9)
    assert caught.value.filename == str(tmp_path / "missing")


def split(n: int = 5) -> tuple[Callable[[], None], Path, np.ndarray, np.ndarray]:
    """The second half of a derivative, the file of the first one, and array and shadow."""
    x, d, there = point(n), np.zeros(n), set(os.listdir(FOLDER))
    args = (irad.Duplicated(x, d), irad.Const(STEPS))
    augmented, reverse = irad.autodiff_thunk(decay, *args, mode=irad.ReverseSplit)
    tape, _ = augmented(*args)
    (name,) = set(os.listdir(FOLDER)) - there
    return lambda: reverse(*args, tape=tape), Path(FOLDER, name, "snapshots"), x, d


def test_several_tapes() -> None:
    wanted = complex_step(decay, STEPS)
    halves = [split() for _ in range(3)]
    assert len({file for _, file, _, _ in halves}) == 3
    for run, file, _, d in (halves[1], halves[0]):
        run()
        assert not file.parent.exists()
        np.testing.assert_allclose(d, wanted, rtol=1e-11)
    del run, halves  # a tape that is not used


def test_several_seeds() -> None:
    shadows = np.zeros(5), np.zeros(5)
    irad.autodiff(decay, irad.BatchDuplicated(point(), shadows), irad.Const(STEPS))
    for d in shadows:
        np.testing.assert_allclose(d, complex_step(decay, STEPS), rtol=1e-11)


def test_threads() -> None:
    wanted, wrong = complex_step(decay, STEPS), []

    def work() -> None:
        for _ in range(10):
            d = np.zeros(5)
            irad.autodiff(decay, irad.Duplicated(point(), d), STEPS)
            if not np.allclose(d, wanted, rtol=1e-11):
                wrong.append(d)

    threads = [threading.Thread(target=work) for _ in range(6)]
    for t in threads:
        t.start()
    for t in threads:
        t.join()
    assert not wrong


def after_primal() -> np.ndarray:
    x = point()
    decay(x, STEPS)
    return x


def flip(file: Path, at: int) -> None:
    with file.open("r+b") as f:
        f.seek(at)
        (byte,) = f.read(1)
        f.seek(at)
        f.write(bytes([byte ^ 1]))


@pytest.mark.parametrize(
    ("damage", "message"),
    [
        (lambda file: flip(file, 4096 + 20), "not what was stored"),
        (lambda file: flip(file, 1), "not what was stored"),
        (lambda file: os.truncate(file, 20), "cut off"),
    ],
    ids=["memory", "cells", "cut off"],
)
def test_files_that_were_changed(damage: Callable[[Path], None], message: str) -> None:
    run, file, x, _ = split()
    damage(file)
    with pytest.raises(OSError, match=message) as caught:
        run()
    assert (caught.value.errno, caught.value.filename) == (errno.EIO, str(file))
    np.testing.assert_allclose(x, after_primal(), rtol=1e-14)


def test_full_disk() -> None:
    """A limit for files is as good as a full disk.  The primal comes to its end; what follows the loop is reversed."""
    limits = resource.getrlimit(resource.RLIMIT_FSIZE)
    for _ in range(2):
        x, d = point(), np.zeros(5)
        resource.setrlimit(resource.RLIMIT_FSIZE, (4100, limits[1]))
        try:
            with pytest.raises(OSError, match="cannot be stored") as caught:
                irad.autodiff(decay, irad.Duplicated(x, d), STEPS)
        finally:
            resource.setrlimit(resource.RLIMIT_FSIZE, limits)
        assert caught.value.errno == errno.EFBIG
        assert str(caught.value.filename).startswith(FOLDER)
        np.testing.assert_allclose(x, after_primal(), rtol=1e-14)
        np.testing.assert_allclose(d, 2 * x, rtol=1e-14)
    test_threads()


def test_errors_of_an_inner_loop_put_the_outer_one_back() -> None:
    """The last step of the outer loop is on a tape, of the one before there is none."""
    x, d = point(), np.zeros(5)
    args = (irad.Duplicated(x, d), irad.Const(12))
    augmented, reverse = irad.autodiff_thunk(around, *args, mode=irad.ReverseSplit)
    tape, _ = augmented(*args)
    after = point()
    around(after, 12)
    moved = f"{FOLDER}.moved"
    os.rename(FOLDER, moved)
    try:
        with pytest.raises(FileNotFoundError):
            reverse(*args, tape=tape)
    finally:
        os.rename(moved, FOLDER)
    np.testing.assert_allclose(x, after, rtol=1e-14)
    for found in Path(FOLDER).iterdir():  # it had another name when it was to be removed
        (found / "snapshots").unlink()
        found.rmdir()


def test_tapes_that_are_given_up() -> None:
    """Each of the first ten steps is taped in the hope that it is the last; inner loops have two slots of a page."""
    args = (irad.Duplicated(point(), np.zeros(5)), irad.Const(40))
    augmented, _ = irad.autodiff_thunk(inner, *args, mode=irad.ReverseSplit)
    tape, _ = augmented(*args)
    for name in os.listdir(FOLDER):
        assert Path(FOLDER, name, "snapshots").stat().st_size <= 2 * 2 * 4096
    tape.close()


def test_processes() -> None:
    """Each removes what a dead one has left, and nothing else."""
    wanted = complex_step(decay, STEPS)
    command = [sys.executable, __file__, "", FOLDER]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as other:
        assert other.stdin is not None and other.stdout is not None
        alive = other.stdout.readline().strip()
        irad.autodiff(decay, irad.Duplicated(point(), np.zeros(5)), STEPS)
        assert os.listdir(FOLDER) == [alive]
        run, file, _, d = split()
        other.stdin.write("\n")
        other.stdin.flush()
        np.testing.assert_allclose(np.array(other.stdout.readline().split(), float), wanted, rtol=1e-11)
        dead = other.stdout.readline().strip()
        other.kill()
    assert sorted(os.listdir(FOLDER)) == sorted([dead, file.parent.name])
    Path(FOLDER, "irad-snapshots-0-empty").mkdir()  # killed before it had a file
    irad.autodiff(decay, irad.Duplicated(point(), np.zeros(5)), STEPS)
    assert os.listdir(FOLDER) == [file.parent.name]
    run()
    np.testing.assert_allclose(d, wanted, rtol=1e-11)


@pytest.mark.skipif(not hasattr(os, "fork"), reason="no fork")
def test_child_of_a_fork() -> None:
    """It cannot use the snapshots, and leaves them where they are."""
    run, file, _, d = split()
    child = os.fork()
    if child == 0:
        try:
            run()
        except OSError as error:
            os._exit(3 if "before a fork" in str(error) else 4)
        finally:
            os._exit(5)
    assert os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]) == 3
    assert file.exists()
    run()
    np.testing.assert_allclose(d, complex_step(decay, STEPS), rtol=1e-11)


@pytest.mark.skipif(not SUPPORTED, reason="Ctrl-C waits for the end of calls")
def test_interrupted() -> None:
    x = point(2000)
    slope = irad.grad(decay)
    slope(x.copy(), 3)

    def send() -> None:
        while not os.listdir(FOLDER):
            time.sleep(0.001)
        time.sleep(0.02)
        os.kill(os.getpid(), signal.SIGINT)

    for _ in range(2):
        sender = threading.Thread(target=send)
        sender.start()
        with pytest.raises(KeyboardInterrupt):
            slope(x.copy(), 1_000_000)
        sender.join()
        assert os.listdir(FOLDER) == []


def test_not_differentiated_again() -> None:
    with pytest.raises(irad.IradError, match="with snapshots on disk is differentiated once more"):
        irad.hvp(lambda x: rebound(x, 6), (point(),), (point(),))
    _, tangent = irad.jvp(lambda x: rebound(x, 6), (point(),), (point(),))
    assert tangent == pytest.approx(np.dot(complex_step(rebound, 6), point()), rel=1e-11)


def told(x, storage, directory):
    for t in irad.checkpointed(range(9), snapshots=2, segment=1, storage=storage, directory=directory):
        x = x * 0.9 + 0.1 * t * x * x
    return x


def only_directory(x):
    for _ in irad.checkpointed(range(9), directory="/tmp"):
        x = x * 0.9
    return x


@pytest.mark.parametrize(
    ("call", "message"),
    [
        (lambda: irad.grad(lambda x: told(x, "tape", None))(0.1), "no storage 'tape'"),
        (lambda: irad.grad(lambda x: told(x, 3, None))(0.1), "a string that is known when compiling, not int64"),
        (lambda: irad.grad(lambda x: told(x, "disk", ""))(0.1), "'' is no name of a directory"),
        (lambda: irad.grad(only_directory)(0.5), "directory= is for snapshots on disk"),
    ],
    ids=range(4),
)
def test_wrong_settings(call: Callable[[], object], message: str) -> None:
    with pytest.raises(irad.TypingError, match=message):
        call()


def test_settings_from_parameters() -> None:
    for storage, directory in (("memory", "/missing"), ("disk", FOLDER)):
        wanted = told(0.1 + 1e-30j, storage, directory).imag / 1e-30
        assert irad.grad(told)(0.1, storage, directory) == pytest.approx(wanted, rel=1e-12)


if __name__ == "__main__":  # the other process
    run_back, snapshots, _, shadow = split()
    print(snapshots.parent.name, flush=True)
    sys.stdin.readline()
    run_back()
    print(*shadow.tolist())
    run_back, snapshots, _, shadow = split()
    print(snapshots.parent.name, flush=True)
    sys.stdin.readline()
