"""Programs of practitioners (``tests/practice``) under irad, Numba and JAX, as they are.

    python -m benchmarks.practice [--only adam_class,gp_marginal]

Each program runs in a process of its own, with one thread: plain Python's value; irad's value, value and gradient, and its first
call of the latter; the value of Numba, if ``numba.njit`` of all functions of the program takes it; value and gradient of JAX, if
the program runs with ``jax.numpy`` in the place of ``numpy``.  Where one refuses, the first words of its message are shown; where
the package is missing, that is.  Times are medians; what is computed is compared with plain Python's value.
"""

from __future__ import annotations

import importlib
import json
import os
import statistics
import subprocess
import sys
import time
import types
import warnings
from collections.abc import Callable
from pathlib import Path
from typing import Any

import click

ROOT = Path(__file__).resolve().parents[1]
DEFAULT = (
    "adam_class,conv_pyramid,gp_marginal,transformer_block,mlp_class,kalman,symplectic_nbody,rk4_pendulum,stiff_newton,soft_dtw,"
    "viterbi_soft,fem_truss,thin_film,realnvp,lbfgs"
)
_ENOUGH = 0.3  # seconds for one median


def _median(call: Callable[[], Any]) -> float:
    call()
    taken: list[float] = []
    end = time.perf_counter() + _ENOUGH
    while len(taken) < 5 or (time.perf_counter() < end and len(taken) < 200):
        start = time.perf_counter()
        call()
        taken.append(time.perf_counter() - start)
    return statistics.median(taken)


def _copy(name: str, changes: dict[str, str]) -> Any:
    """The program as another module, with other imports."""
    text = (ROOT / "tests" / "practice" / "programs" / f"{name}.py").read_text()
    for old, new in changes.items():
        text = text.replace(old, new)
    made = types.ModuleType(f"{name}_copy")
    sys.modules[made.__name__] = made
    exec(compile(text, f"{name}.py", "exec"), made.__dict__)
    return made


def _close(value: Any, expected: float) -> None:
    assert abs(float(value) - expected) <= 1e-9 * max(1.0, abs(expected)), f"another value: {float(value)!r}"


def _irad(name: str, expected: float) -> dict[str, float]:
    import irad

    program = importlib.import_module(f"tests.practice.programs.{name}")
    args = program.args()
    step, value = irad.value_and_grad(program.loss, argnums=program.ARGNUM), irad.jit(program.loss)
    start = time.perf_counter()
    _close(step(*args)[0], expected)
    first = time.perf_counter() - start
    return {"first": first, "gradient": _median(lambda: step(*args)), "value": _median(lambda: value(*args))}


def _numba(name: str, expected: float) -> dict[str, float]:
    import numba

    module = _copy(name, {})
    for key, found in list(vars(module).items()):
        if isinstance(found, types.FunctionType) and key != "args":
            setattr(module, key, numba.njit(found))
    args = module.args()
    start = time.perf_counter()
    _close(module.loss(*args), expected)
    first = time.perf_counter() - start
    return {"first": first, "value": _median(lambda: module.loss(*args))}


def _jax(name: str, expected: float) -> dict[str, float]:
    import jax

    jax.config.update("jax_enable_x64", True)
    names = {"import numpy as np": "import jax.numpy as np", "import scipy": "import jax.scipy", "from scipy": "from jax.scipy"}
    module = _copy(name, names)
    args = list(importlib.import_module(f"tests.practice.programs.{name}").args())
    numbers = module.ARGNUM if isinstance(module.ARGNUM, tuple) else (module.ARGNUM,)

    def loss(*given: Any) -> Any:
        own = list(args)
        for k, v in zip(numbers, given, strict=True):
            own[k] = v
        return module.loss(*own)

    step = jax.jit(jax.value_and_grad(loss, tuple(range(len(numbers)))))
    given = [args[k] for k in numbers]
    start = time.perf_counter()
    _close(jax.block_until_ready(step(*given))[0], expected)
    first = time.perf_counter() - start
    return {"first": first, "gradient": _median(lambda: jax.block_until_ready(step(*given)))}


def once(name: str) -> dict[str, Any]:
    """What the contestants take for a program, or say of it."""
    warnings.simplefilter("ignore")
    program = importlib.import_module(f"tests.practice.programs.{name}")
    args = program.args()
    expected = float(program.loss(*args))
    out: dict[str, Any] = {"python": _median(lambda: program.loss(*program.args()))}
    for key, run in (("irad", _irad), ("numba", _numba), ("jax", _jax)):
        try:
            out[key] = run(name, expected)
        except ModuleNotFoundError as error:
            out[key] = f"no {error.name}"
        except Exception as error:
            words = " ".join(str(error).split())
            out[key] = f"{type(error).__name__}: {words[:70]}"
    return out


def _time(seconds: float) -> str:
    for unit, scale in (("s", 1.0), ("ms", 1e3), ("us", 1e6)):
        if seconds * scale >= 1:
            return f"{seconds * scale:.3g} {unit}"
    return f"{seconds * 1e9:.3g} ns"


def _cell(found: Any, *keys: str) -> str:
    return found if isinstance(found, str) else ", ".join(_time(found[k]) for k in keys)


@click.command()
@click.option("--only", default=DEFAULT, help="Programs, with commas.")
@click.option("--here", hidden=True)
def main(only: str, here: str | None) -> None:
    """Time programs of practitioners under irad, Numba and JAX."""
    if here:
        click.echo(json.dumps(once(here)))
        return
    threads = {"OMP_NUM_THREADS": "1", "XLA_FLAGS": "--xla_cpu_multi_thread_eigen=false intra_op_parallelism_threads=1"}
    heads = "irad: value, with gradient, first call | Numba: value, first call | JAX: with gradient, first call"
    click.echo(f"| program | Python | {heads} |")
    click.echo("|---|---|---|---|---|")
    for name in only.split(","):
        command = [sys.executable, "-m", "benchmarks.practice", "--here", name]
        environment = {**os.environ, **threads, "IRAD_CACHE": "0"}
        done = subprocess.run(command, capture_output=True, text=True, check=False, cwd=ROOT, env=environment)
        if done.returncode:
            click.echo(f"| {name} | {(done.stderr.splitlines() or ['?'])[-1]} | | | |")
            continue
        found = json.loads(done.stdout.splitlines()[-1])
        irad_, numba_ = _cell(found["irad"], "value", "gradient", "first"), _cell(found["numba"], "value", "first")
        click.echo(f"| {name} | {_time(found['python'])} | {irad_} | {numba_} | {_cell(found['jax'], 'gradient', 'first')} |")


if __name__ == "__main__":
    main()
