"""Random Python programs with exceptions against dual numbers run by plain CPython.

Values, the final contents of arrays and derivatives in both modes; an exception that leaves the program has the class and the
text that it has in CPython.  ``IRAD_FUZZ_COUNT`` and ``IRAD_FUZZ_SEED`` as in `test_random_python.py`.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import pytest

import irad
from tests.generators.dual import NearTie
from tests.generators.exception_programs import program
from tests.generators.modules import module_from
from tests.property.test_random_python import COUNT, SEED, Oracle, close


def check(number: int, folder: Path) -> bool:
    """Compare one program in all modes; False if it has a near tie or derivatives above 1e8."""
    module = module_from(folder / f"program_{number}.py", program(number))
    try:
        oracle = Oracle(module, number)
    except NearTie:
        return False
    except Exception as error:
        return check_raised(module, number, error)
    if not np.isfinite(oracle.jacobian).all() or np.abs(oracle.jacobian).max() > 1e8:
        return False
    if not compiles(module, oracle.x, oracle.y, oracle.s):
        return False
    x, y = oracle.x.copy(), oracle.y.copy()
    dx, dy = oracle.w[1:5].copy(), oracle.w[5:].reshape(3, 4).copy()
    args = (irad.Duplicated(x, dx), irad.Duplicated(y, dy), irad.Active(oracle.s))
    derivatives, value = irad.autodiff(module.f, *args, mode=irad.ReverseWithPrimal, seed=oracle.w[0])
    close(np.concatenate([[value], x, y.ravel()]), oracle.values)
    close(np.concatenate([dx, dy.ravel(), [derivatives[2]]]), oracle.vjp)
    x, y = oracle.x.copy(), oracle.y.copy()
    dx, dy = oracle.v[:4].copy(), oracle.v[4:16].reshape(3, 4).copy()
    (tangent,) = irad.autodiff(
        module.f, irad.Duplicated(x, dx), irad.Duplicated(y, dy), irad.Duplicated(oracle.s, oracle.v[16]), mode=irad.Forward
    )
    close(np.concatenate([[tangent], dx, dy.ravel()]), oracle.jvp)
    return True


def compiles(module: Any, x: np.ndarray, y: np.ndarray, s: float) -> bool:
    """Whether the program does not ask for the text of an exception that may come from anywhere."""
    try:
        irad.jit(module.f)(x.copy(), y.copy(), s)
    except irad.UnsupportedError as error:
        assert "is not known to a message here" in str(error)
        return False
    except Exception:
        return True
    return True


def told(error: BaseException) -> str:
    """The text; without sizes of arrays that do not fit, and "float" before "division", of some versions of Python."""
    text = str(error).replace("float division", "division")
    return text.partition(" broadcast")[0] if " broadcast" in text else text


def check_raised(module: Any, number: int, error: Exception) -> bool:
    """The primal and the reverse mode raise the error; the primal leaves the arrays as CPython does."""
    rng = np.random.default_rng(number)
    x, y, s = rng.uniform(-1.2, 1.2, 4), rng.uniform(-1.2, 1.2, (3, 4)), float(rng.uniform(0.3, 1.1))
    want = x.copy(), y.copy()
    with pytest.raises(type(error)) as plain, np.errstate(all="ignore"):
        module.f(*want, s)
    got = x.copy(), y.copy()
    if not compiles(module, x, y, s):
        return False
    for run in (
        lambda: irad.jit(module.f)(*got, s),
        lambda: irad.autodiff(module.f, irad.Duplicated(x, 0 * x), irad.Duplicated(y, 0 * y), irad.Active(s), mode=irad.Reverse),
    ):
        with pytest.raises(Exception) as caught:
            run()
        assert type(caught.value) is type(plain.value)
        assert told(caught.value) == told(plain.value)
    for a, b in zip(got, want, strict=True):
        close(a.ravel(), b.ravel())
    return True


@pytest.mark.parametrize("number", range(SEED, SEED + COUNT))
def test_program(number: int, tmp_path: Path) -> None:
    """A program with a near tie or a large derivative is replaced by another one."""
    assert any(check(k, tmp_path) for k in range(number, number + 6_000_000, 1_000_000))


@pytest.mark.slow
@pytest.mark.parametrize("number", range(SEED + 1000, SEED + 1480))
def test_more_programs(number: int, tmp_path: Path) -> None:
    assert any(check(k, tmp_path) for k in range(number, number + 6_000_000, 1_000_000))


@pytest.mark.parametrize("number", range(SEED, SEED + max(1, COUNT // 10)))
def test_second_derivatives(number: int, tmp_path: Path) -> None:
    """Differences of first derivatives, for programs that end."""
    for k in range(number, number + 20_000_000, 1_000_000):
        module = module_from(tmp_path / f"program_{k}.py", program(k))
        try:
            oracle = Oracle(module, k)
        except (NearTie, Exception):
            continue
        if np.abs(oracle.jacobian).max() <= 1e3 and compiles(module, oracle.x, oracle.y, oracle.s):
            irad.check_grads(module.f, (oracle.x, oracle.y, oracle.s), order=2, modes=("fwd", "rev"))
            return
    raise AssertionError("no program that fits")
