"""What functions of NumPy and SciPy take in compiled code, beside NumPy, SciPy, Numba and JAX.

    python -m benchmarks.library.row_times [--only fft] [--sizes 1000,100000] [--rounds 7] [--page]

All in one process on one core, in turns: in each round every contestant runs for at least `LEAST` seconds, right behind NumPy or,
for gradients, JAX (`jit(value_and_grad)` in float64 on the CPU); what is shown is the median ratio.  Results are compared first.
``--page`` writes `docs/dev/library_times.md`.
"""

from __future__ import annotations

import os
import statistics
import tempfile
import time
import warnings
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import click
import numpy as np

from benchmarks.library.coverage_peers import missing
from benchmarks.library.named_rows import NamedRow, loaded, rows
from benchmarks.measure import pin

HERE = Path(__file__).parent
PAGE = HERE.parents[1] / "docs" / "dev" / "library_times.md"
LEAST = 4e-3
SLOW = 1.1
Call = Callable[[], Any]


def arguments(n: int) -> dict[str, Any]:
    """The arguments of the lists for arrays of ``n`` elements."""
    r = np.random.default_rng(3)
    side, few = int(n**0.5), 30 if n < 10000 else 100
    square = r.uniform(0.0, 1.0, (few, few))
    t = np.sort(r.uniform(0.0, 1.0, n))
    return {
        "x": r.uniform(0.0, 1.0, n), "y": r.uniform(0.0, 1.0, n), "u": r.uniform(-1.0, 1.0, n),
        "z": r.normal(size=n) + 1j * r.normal(size=n), "i": r.integers(0, n, n), "j": r.integers(0, n, n),
        "m": r.uniform(size=n) < 0.5, "t": t, "f": np.sin(3.0 * t), "A": r.uniform(0.0, 1.0, (side, side)),
        "B": r.uniform(0.0, 1.0, (side, side)), "S": square @ square.T + few * np.eye(few), "b": r.uniform(0.0, 1.0, few),
        "k": r.uniform(0.1, 1.0, 15), "s": 0.7,
    }  # fmt: skip


@dataclass
class Timed:
    """Seconds of the baseline, and the ratios of others to it; of irad also the seconds of the first call."""

    baseline: float
    ratios: dict[str, float]
    first: float
    apart: bool


def seconds(call: Call, count: int) -> float:
    """Seconds of one call of ``count``."""
    start = time.perf_counter()
    for _ in range(count):
        call()
    return (time.perf_counter() - start) / count


def in_turns(base: Call, others: dict[str, Call], rounds: int) -> tuple[float, dict[str, float]]:
    """The median time of the baseline, and the median ratios of the others."""
    counts = {name: max(1, int(LEAST / max(seconds(call, 3), 1e-7))) for name, call in {"": base, **others}.items()}
    before, ratios = [], {name: [] for name in others}  # type: tuple[list[float], dict[str, list[float]]]
    for _ in range(rounds):
        for name, call in others.items():
            before.append(seconds(base, counts[""]))
            ratios[name].append(seconds(call, counts[name]) / before[-1])
    return statistics.median(before), {name: statistics.median(r) for name, r in ratios.items()}


def _leaves(found: Any) -> list[Any]:
    return [leaf for part in found for leaf in _leaves(part)] if isinstance(found, tuple) else [np.asarray(found)]


def _apart(one: Any, other: Any) -> bool:
    pairs = zip(_leaves(one), _leaves(other), strict=True)
    return not all(a.shape == b.shape and np.allclose(a, b, rtol=1e-6, atol=1e-9) for a, b in pairs)


def value_times(row: NamedRow, n: int, rounds: int, folder: Path) -> Timed | str:
    """One row of the first table, or why there is none."""
    import irad

    every = arguments(n)
    args = [every[p] for p in row.parameters]
    plain, ours = (loaded(peer, 0, row, True, folder, row.name + str(n)).value_0 for peer in ("reference", "irad"))
    fn = irad.jit(ours)
    start = time.perf_counter()
    try:
        found = fn(*args)
    except Exception as error:
        return f"{type(error).__name__}: {error}"
    first = time.perf_counter() - start
    others: dict[str, Call] = {"irad": lambda: fn(*args)}
    if missing("numba") is None:
        import numba

        dispatcher = numba.njit(loaded("numba", 0, row, True, folder, row.name + str(n)).value_0)
        try:
            dispatcher(*args)
            others["Numba"] = lambda: dispatcher(*args)
        except Exception:
            pass  # Numba does not have it: the cell is empty
    expected = plain(*args)
    apart = "partition" not in row.name and _apart(found, expected)
    base, ratios = in_turns(lambda: plain(*args), others, rounds)
    return Timed(base, ratios, first, apart)


def gradient_times(row: NamedRow, n: int, rounds: int, folder: Path) -> Timed | str:
    """One row of the second table: the value and the gradient by x, beside JAX's."""
    import irad

    every = arguments(n)
    args = [every[p] for p in row.parameters]
    at = row.parameters.index("x")
    ours = irad.value_and_grad(loaded("irad", 1, row, True, folder, row.name + str(n)).value_1, argnums=at)
    start = time.perf_counter()
    try:
        found = ours(*args)
    except Exception as error:
        return f"{type(error).__name__}: {error}"
    first = time.perf_counter() - start
    if missing("jax") is not None:
        return str(missing("jax"))
    import jax

    jax.config.update("jax_enable_x64", True)
    given = [jax.numpy.asarray(a) for a in args]
    theirs = jax.jit(jax.value_and_grad(loaded("jax", 1, row, True, folder, row.name + str(n)).value_1, argnums=at))
    apart = _apart(found, theirs(*given))
    base, ratios = in_turns(lambda: jax.block_until_ready(theirs(*given)), {"irad": lambda: ours(*args)}, rounds)
    return Timed(base, ratios, first, apart)


def table(found: dict[str, dict[int, Timed | str]], sizes: list[int], base: str, others: list[str]) -> str:
    """Rows by name, columns by size."""
    heads = [f"{base}, {n}" for n in sizes] + [f"{other}, {n}" for other in others for n in sizes] + ["first call, s"]
    lines = ["| | " + " | ".join(heads) + " |", "|---|" + "--:|" * len(heads)]
    for name, by_size in found.items():
        cells = [f"{_time(t.baseline)}" if isinstance(t, Timed) else "" for t in by_size.values()]
        for other in others:
            cells += [_ratio(t, other) for t in by_size.values()]
        firsts = [t.first for t in by_size.values() if isinstance(t, Timed)]
        slow = any(isinstance(t, Timed) and t.ratios.get("irad", 0.0) > SLOW for t in by_size.values())
        cells.append(f"{max(firsts):.1f}" if firsts else "refused")
        lines.append(f"| {'**' if slow else ''}`{name}`{'** slower' if slow else ''} | " + " | ".join(cells) + " |")
    return "\n".join(lines)


def _time(s: float) -> str:
    return f"{1e6 * s:.1f} µs" if s < 1e-3 else f"{1e3 * s:.2f} ms"


def _ratio(t: Timed | str, other: str) -> str:
    if isinstance(t, str) or other not in t.ratios:
        return ""
    return f"{t.ratios[other]:.2f}{' (other numbers)' if t.apart and other == 'irad' else ''}"


_HEAD = """# Times of functions of NumPy and SciPy

Written by `python -m benchmarks.library.row_times --page`. Arrays of {sizes} elements (matrices with as many), one core,
medians of {rounds} rounds in turns; ratios below 1 are faster than {base}. Rows in bold are
slower by more than a tenth at one of the sizes. First call: with compilation, nothing on disk.
"""


def _measured(one: Any, listed: list[NamedRow], sizes: list[int], rounds: int) -> dict[str, dict[int, Timed | str]]:
    found: dict[str, dict[int, Timed | str]] = {}
    with tempfile.TemporaryDirectory() as folder, warnings.catch_warnings(), np.errstate(all="ignore"):
        warnings.simplefilter("ignore")
        for row in listed:
            found[row.name] = {n: one(row, n, rounds, Path(folder)) for n in sizes}
            for n, t in found[row.name].items():
                said = t if isinstance(t, str) else f"{_time(t.baseline)} {t.ratios} first {t.first:.1f} s{' APART' * t.apart}"
                click.echo(f"{row.name:32} {n:7} {said[:150]}")
    return found


@click.command()
@click.option("--only", default="", help="Parts of names, with commas.")
@click.option("--sizes", default="1000,100000")
@click.option("--rounds", default=7)
@click.option("--tables", default="values,gradients")
@click.option("--page", "write", is_flag=True, help="Write the page.")
def main(only: str, sizes: str, rounds: int, tables: str, write: bool) -> None:
    """Time functions of NumPy and SciPy in compiled code."""
    os.environ["IRAD_CACHE"] = "0"
    pin()
    counts = [int(n) for n in sizes.split(",")]
    listed = {name: rows(HERE / f"timed_{name}.txt") for name in ("names", "gradients")}
    chosen = {name: [row for row in every if any(part in row.name for part in only.split(","))] for name, every in listed.items()}
    values = _measured(value_times, chosen["names"], counts, rounds) if "values" in tables else {}
    slopes = _measured(gradient_times, chosen["gradients"], counts, rounds) if "gradients" in tables else {}
    if write:
        head = _HEAD.format(sizes=" and ".join(map(str, counts)), rounds=rounds, base="NumPy or SciPy (second table: JAX)")
        parts = [head, table(values, counts, "NumPy, SciPy", ["irad", "Numba"]), "\n## Value and gradient beside JAX\n"]
        PAGE.write_text("\n".join([*parts, table(slopes, counts, "JAX", ["irad"])]) + "\n")


if __name__ == "__main__":
    main()
