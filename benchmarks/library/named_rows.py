"""The rows of `names.txt`: a name of NumPy's or SciPy's each, with one call of it, and modules that have them as functions."""

from __future__ import annotations

import importlib.util
import re
import sys
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np

LIST = Path(__file__).with_name("names.txt")
SYMMETRIC = "S"
SMOOTH = tuple("xyuABSbIfs")  # the arguments of which derivatives are taken
_PARTS = "fft integrate interpolate linalg ndimage signal sparse sparse.linalg special stats".split()
_MODULES = "\n".join(["import numpy as np", "import scipy", *(f"import scipy.{part}" for part in _PARTS)])
HEADS = {
    "reference": _MODULES,
    "irad": f"{_MODULES}\n\nrng = np.random.default_rng(11)",  # generators are read from outside
    "numba": _MODULES,
    "jax": """
import jax
import jax.numpy as np
import jax.scipy as scipy
import jax.scipy.fft, jax.scipy.integrate, jax.scipy.interpolate, jax.scipy.linalg, jax.scipy.ndimage, jax.scipy.signal
import jax.scipy.sparse.linalg, jax.scipy.special, jax.scipy.stats
key = jax.random.key(7)
""",
}


@dataclass(frozen=True)
class NamedRow:
    """A name and one call of it: statements before the result, the result, and what JAX has in its place."""

    name: str
    before: tuple[str, ...]
    result: str
    in_jax: str | None

    @property
    def parameters(self) -> tuple[str, ...]:
        """The names of the arguments that it looks at."""
        text = ";".join((*self.before, self.result))
        return tuple(p for p in (*arguments(), "k") if re.search(rf"(?<![\w.']){p}\b(?!\s*=[^=])", text))

    def source(self, number: int, peer: str, scalar: bool) -> str:
        """Two functions: the call, and a weighted sum of its result."""
        given, own = (
            ", ".join(p for p in self.parameters if p != "rng" or peer != "irad"),
            peer == "jax" and self.in_jax is not None,
        )
        steps = "" if own else "".join(f"    {step}\n" for step in self.before)
        loss = "found * weights" if scalar else "np.sum(np.ravel(found) * weights)"
        return (
            f"def value_{number}({given}):\n{steps}    return {self.in_jax if own else self.result}\n\n\n"
            f"def loss_{number}({given}{', ' if given else ''}weights):\n    found = value_{number}({given})\n"
            f"    return np.real({loss})\n\n\n"
        )


def rows(listed: Path = LIST) -> list[NamedRow]:
    """All rows, in the order of a list."""
    return [_row(line.strip()) for line in listed.read_text().splitlines() if line.strip() and not line.startswith("#")]


def loaded(peer: str, number: int, row: NamedRow, scalar: bool, folder: Path, name: str = "") -> Any:
    """A module with the row's functions, from a file: compilers read their source."""
    stem = "_".join(["row", peer, str(number), *re.findall(r"\w+", name)])
    return from_file(stem, HEADS[peer].strip() + "\n\n\n" + row.source(number, peer, scalar), folder)


def from_file(stem: str, source: str, folder: Path) -> Any:
    """A module with this source."""
    path = folder / f"{stem}.py"
    path.write_text(source)
    spec = importlib.util.spec_from_file_location(stem, path)
    assert spec is not None and spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    sys.modules[stem] = module
    spec.loader.exec_module(module)
    return module


def _row(line: str) -> NamedRow:
    call, _, in_jax = line.partition(" || ")
    name, named, rest = call.partition(" := ")
    steps = [step.strip() for step in (rest if named else call).split(";")]
    own = re.findall(r"[\w.]*\w", call)[0]
    return NamedRow(name if named else own, tuple(steps[:-1]), steps[-1], in_jax.strip() or None)


def arguments() -> dict[str, Any]:
    """All arguments, made anew: calls may write to them."""
    r = np.random.default_rng(5)
    t = np.array([0.1, 0.3, 0.6, 0.8, 1.1, 1.5, 1.7, 2.1])
    a = r.uniform(0.1, 0.9, (4, 4))
    return {
        "x": np.array([1.31, 0.42, 1.73, 0.87, 1.12, 0.55]),
        "y": np.array([0.64, 1.42, 0.35, 1.87, 0.93, 1.16]),
        "u": np.array([-0.71, 0.32, 0.83, -0.24, 0.56, -0.47]),
        "b": np.array([0.7, 1.3, 0.4, 1.9]),
        "A": a + 2.0 * np.eye(4) + np.diag([0.1, 0.7, 1.5, 2.6]),
        "B": r.uniform(0.2, 1.2, (4, 4)) + np.eye(4),
        "S": a @ a.T + np.diag([1.0, 1.6, 2.5, 3.7]),
        "I": r.uniform(0.1, 1.1, (5, 6)),
        "z": np.array([0.3 + 0.7j, -0.5 + 0.2j, 1.1 - 0.4j, 0.8 + 0.9j, -1.2 + 0.1j, 0.6 - 1.3j]),
        "i": np.array([3, 1, 4, 2, 5, 0]),
        "j": np.array([2, 3, 1, 3, 0, 4]),
        "m": np.array([True, False, True, True, False, False]),
        "t": t,
        "f": np.sin(2.0 * t) + 1.5 + 0.3 * np.cos(5.0 * t),
        "s": 0.7,
        "q": np.array([1.3, np.nan, 0.7, 2.1, 0.4, 1.9]),
        "rng": np.random.default_rng(11),
    }


def given(row: NamedRow, without: str = "") -> list[Any]:
    """Its arguments, made anew, but for one."""
    every = arguments()
    return [every[p] for p in row.parameters if p != without]
