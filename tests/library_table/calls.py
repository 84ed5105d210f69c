"""The rows of the table: a name of NumPy's or SciPy's each, with several calls of it, and modules that have them as functions."""

from __future__ import annotations

import re
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from benchmarks.library.named_rows import HEADS, LIST, from_file, rows
from tests.library_table.arguments import arguments

FOLDER = Path(__file__).with_name("rows")


# Forms of calls of the list of 500 that raise another error than NumPy: "kth is out of bounds" in front of an index.
_WITHOUT = dict.fromkeys(("np.argpartition(x, 2)[2]", "np.partition(x, 2)[2]", "w[2]", "x.argpartition(0)[0]"), ("empty",))
_WITHOUT["scipy.special.hyp1f1(1.2, 2.3, x)"] = ("nan",)  # SciPy's does not end for infinity
_WITHOUT["scipy.interpolate.UnivariateSpline(t, f, s=0.0)(s)"] = ("empty",)  # an error of FITPACK's own class
_WITHOUT["scipy.linalg.lu_solve(scipy.linalg.lu_factor(A), b)"] = ("empty", "one")  # a matrix that is not square: LAPACK's error
_WITHOUT["scipy.ndimage.distance_transform_edt(I > 0.5)"] = ("slope float64",)
for _filter in ("median_filter", "maximum_filter"):  # differences jump
    _WITHOUT[f"scipy.ndimage.{_filter}(I, 3)"] = ("slope float64",)


@dataclass(frozen=True)
class Call:
    """One call of a name: statements before the result, the result, and forms in which it has no certain value."""

    before: tuple[str, ...]
    result: str
    without: tuple[str, ...] = ()

    @property
    def text(self) -> str:
        return "; ".join((*self.before, self.result))

    @property
    def parameters(self) -> tuple[str, ...]:
        """The names of the arguments that it looks at."""
        return tuple(p for p in arguments() if re.search(rf"(?<![\w.']){p}\b(?!\s*=[^=])", self.text))

    @property
    def random(self) -> bool:
        return re.search(r"\brng\b", self.text) is not None

    def source(self, number: int, weights: list[tuple[str, str]]) -> str:
        """Two functions: the call, and the sum of its results (as paths into what it returns), each times a weight."""
        steps, given = "".join(f"    {step}\n" for step in self.before), ", ".join(self.parameters)
        terms = " + ".join(f"np.real(np.sum(np.ravel(found{path}) * {weight}))" for path, weight in weights)
        more = ", ".join(weight for _, weight in weights)
        own = f"def value_{number}({given}):\n{steps}    return {self.result}\n\n\n"
        if not weights:
            return own
        head = f"def loss_{number}({', '.join(p for p in (given, more) if p)}):\n{steps}"
        return f"{own}{head}    found = {self.result}\n    return {terms}\n\n\n"


def table(of: str = "") -> dict[str, list[Call]]:
    """All rows: the calls by name; or those of one file of `rows`."""
    found: dict[str, list[Call]] = {}
    for listed in [FOLDER / f"{of}.txt"] if of else [LIST, *sorted(FOLDER.glob("*.txt"))]:
        for row in rows(listed):
            name, _, without = row.name.partition(" !")
            calls = found.setdefault(name, [])
            call = Call(row.before, row.result, tuple(without.split(",")) if without else _WITHOUT.get(row.result, ()))
            if call not in calls:
                calls.append(call)
    return found


def loaded(stem: str, source: str, folder: Path) -> Any:
    """A module with this source, from a file: the compiler reads it there."""
    head = HEADS["irad"].strip() + "\nimport scipy.fft, scipy.optimize, scipy.spatial.transform\n\n\n"
    return from_file(stem, head + source, folder)


def stem(name: str, number: int) -> str:
    return "_".join(["call", str(number), *re.findall(r"\w+", name)])
