"""LAPACK routines called by irad and, as the oracle, by ctypes: SciPy's own, in double precision.

Arrays are whole buffers, gaps and triangles that nobody looks at included; `Problem.map` is what all of them hold afterwards.
"""

from __future__ import annotations

import ctypes
from collections.abc import Mapping
from functools import cache
from typing import Any

import numpy as np

import irad
from irad.blas_rules import LISTED
from irad.blas_rules.rows.composed import COMPOSED_LAPACK
from irad.runtime.library_addresses import resolve
from tests.blas.oracle import LETTERS, positions

ROW_MAJOR, COLUMN_MAJOR = 101, 102
ROWS = {r.name: r for r in LISTED if r in COMPOSED_LAPACK or r.kind in ("chol", "lu")}
SIZES = {"m": 3, "n": 4, "nrhs": 2, "kd": 2, "k1": 1, "k2": 3}
NOTHING: Mapping[str, int] = {}
WORK = 64
_LAPACKE = ("status", "work", "lwork")


def real_type(letter: str) -> str:
    return "float" if letter in "sc" else "double"


def _c_parameter(p: Any, t: str) -> str:
    """Letters, sizes, strides by value, all else by address."""
    if p.letter:
        return f"char {p.name}"
    if p.integer:
        return f"int {p.name}"
    return f"{'int' if p.kind in ('pivots', 'status') else t} *{p.name}"


def arrays_of(row: Any) -> list[str]:
    return [p.name for p in row.parameters if p.stored or p.kind == "array"]


def source(routine: str, letter: str, lapacke: bool = False) -> str:
    """A C function; and the routine twice, after which its arrays are a little of the result and all of others."""
    t, row = real_type(letter), ROWS[routine]
    real = row.targets == ("",)
    taken = [p for p in row.parameters if p.kind not in ("work", "lwork")]
    if lapacke:
        name = f"LAPACKE_{letter}{row.name}"
        given = [p for p in taken if p.kind != "status"]
        declared = ", ".join(["int", *(_c_parameter(p, t) for p in given)])
        result = "*result = " if real else "*info = " if row.of("status") else ""
        call = f"{result}{name}({', '.join(['layout', *(p.name for p in given)])});"
        ret = t if real else "int"
    else:
        name = f"{letter}{row.name}_"
        declared = ", ".join("const void *" for _ in row.parameters)
        args = ", ".join(p.name if not (p.letter or p.integer) else f"&{p.name}" for p in row.parameters)
        call = f"{'*result = ' if real else ''}{name}({args});"
        ret = t if real else "void"
    work = f"{t} work[{2 * WORK}]; int lwork = {WORK}; " if row.of("work") and not lapacke else ""
    head = ", ".join([*(["int layout"] if lapacke else []), *(_c_parameter(p, t) for p in taken)])
    head += f", {t} *result" if real else ""
    others = "".join(f", {t} *{a}_again, long n_{a}" for a in arrays_of(row))
    again = "".join(f" for (long i = 0; i < n_{a}; i++) {a}[i] = {a}_again[i] + 0.125 * {a}[i];" for a in arrays_of(row))
    return f"""
{ret} {name}({declared});
void f({head}) {{ {work}{call} }}
void g({head}{others}) {{ {work}for (int round = 0; round < 2; round++) {{ {call}{again} }} }}
"""


@cache
def module(routine: str, letter: str, lapacke: bool = False) -> Any:
    return irad.Module.from_c(source(routine, letter, lapacke))


@cache
def routine(name: str) -> Any:
    address = resolve([name])[name]
    return ctypes.CFUNCTYPE(ctypes.c_double)(address) if "lange" in name else ctypes.CFUNCTYPE(None)(address)


class Problem:
    """One call: letters, sizes and buffers, chosen at random; ``layout``: of LAPACKE, 0 for the Fortran interface."""

    def __init__(
        self, name: str, letter: str, letters: dict[str, str], sizes: Mapping[str, int] = NOTHING, seed: int = 0, layout: int = 0
    ) -> None:
        self.row, self.letter, self.letters, self.layout = ROWS[name], letter, letters, layout
        self.kind, self.complex = LETTERS[letter], letter in "cz"
        self.rng = np.random.default_rng(seed + 1)
        reflectors = {"m": 4, "n": 3, "k": 2} if ROWS[name].of("array") and name != "gtsv" else {}
        self.sizes = SIZES | reflectors | dict(sizes) | {"incx": 1}
        self.strides: dict[str, int] = {}
        self.values: dict[str, np.ndarray] = {}
        n = self.sizes["n"]
        self.pivots = np.array([k + 1 + self.rng.integers(0, max(n - k, 1)) for k in range(max(n, 3))], np.int32)
        for k, p in enumerate(self.row.parameters):
            if p.kind == "array":
                self.values[p.name] = self.random(max({"d": n, "tau": self.sizes.get("k", 0)}.get(p.name, n - 1), 1))
            elif p.stored:
                self._matrix(p, k)
        while name == "gtsv" and n > 1 and self._condition() > 6:
            self.values |= {x: self.random(self.values[x].size) for x in ("dl", "d", "du")}

    def _condition(self) -> float:
        full = np.diag(self.values["d"]) + np.diag(self.values["dl"], -1) + np.diag(self.values["du"], 1)
        return float(np.linalg.cond(full))

    def random(self, n: int) -> np.ndarray:
        x = self.rng.uniform(-1, 1, n)
        return (x + 1j * self.rng.uniform(-1, 1, n) if self.complex else x).astype(self.kind)

    def _shape(self, p: Any) -> dict[str, int]:
        said = {what: self.size(name) for what, name in p.said if what not in ("uplo", "diag")}
        said.setdefault("columns", said["rows"])
        if self.row.name == "laswp":
            said["rows"] = max(self.pivots)
        return said

    def size(self, said: str) -> int:
        side, question, sizes = said.partition("?")
        return self.sizes[sizes.split(":")[self.letters[side] != "L"] if question else said]

    def _matrix(self, p: Any, k: int) -> None:
        said = self._shape(p)
        rows = said["lower"] + 1 if p.layout == "band" else said["rows"]
        by_rows = self.layout == ROW_MAJOR
        ld = max(1, said["columns"] if by_rows else rows) + k % 3
        self.strides[self.row.stride(p.name).name] = ld
        buffer = self.values[p.name] = self.random(max(1, ld * (rows if by_rows else said["columns"])))
        if ("b" in self.row.targets and p.name == "b") or self.row.name in ("lange", "lacpy", "laswp"):
            return
        definite = any(self.row.name.startswith(x) for x in ("potrf", "posv", "pbtrf", "pbsv"))
        for (i, j), at in self.where(p.name).items():
            if i == j:
                real = p.structure == "hermitian"
                buffer[at] = (buffer[at].real if real else buffer[at]) + (4 if definite else 0 if "lu" in self.row.formula else 2)

    def where(self, name: str, by_columns: bool = False) -> dict[tuple[int, int], int]:
        """Where the stored elements lie; in LAPACKE's layout by rows the array of a band is transposed like any other."""
        p = self.row[name]
        upper = self.letters.get(p.of("uplo"), "U") == "U"
        ld = self.strides[self.row.stride(name).name]
        if self.layout != ROW_MAJOR:
            return positions(p.layout, p.structure, self._shape(p) | {"ld": ld}, upper, False)
        short = self.short(name)
        there = positions(p.layout, p.structure, self._shape(p) | {"ld": short}, upper, False)
        return there if by_columns else {k: (at % short) * ld + at // short for k, at in there.items()}

    def short(self, name: str) -> int:
        """A leading dimension of the matrix by columns."""
        said = self._shape(self.row[name])
        return max(1, said["lower"] + 1 if self.row[name].layout == "band" else said["rows"])

    def wide(self, values: dict[str, np.ndarray]) -> dict[str, np.ndarray]:
        return {n: v.astype(np.complex128 if np.iscomplexobj(v) else np.float64) for n, v in values.items()}

    def map(self, values: dict[str, np.ndarray]) -> dict[str, np.ndarray]:
        """SciPy's routine in double precision: all arrays, "info", "ipiv", "result" afterwards."""
        out = {n: v.copy() for n, v in values.items()}
        lie = dict(out)
        strides = dict(self.strides)
        if self.layout == ROW_MAJOR:
            for name in [p.name for p in self.row.of("matrix")]:
                columns = self._shape(self.row[name])["columns"]
                lie[name] = np.zeros(max(1, self.short(name) * columns), values[name].dtype)
                strides[self.row.stride(name).name] = self.short(name)
                there = self.where(name, True)
                for k, at in self.where(name).items():
                    lie[name][there[k]] = values[name][at]
        ints = {"ipiv": self.pivots.copy(), "info": np.zeros(1, np.int32)}
        args: list[Any] = []
        for p in self.row.parameters:
            if p.letter:
                args.append(ctypes.c_char_p(self.letters[p.name].encode()))
            elif p.kind == "lwork":
                args.append(ctypes.byref(ctypes.c_int(WORK)))
            elif p.integer:
                args.append(ctypes.byref(ctypes.c_int((self.sizes | strides)[p.name])))
            elif p.kind == "work":
                args.append(np.zeros(WORK, np.complex128).ctypes)
            else:
                args.append((ints | lie)[p.name].ctypes)
        result = routine(f"{'z' if self.complex else 'd'}{self.row.name}_")(*args)
        if self.layout == ROW_MAJOR:
            for name in [p.name for p in self.row.of("matrix") if p.name in self.row.targets]:
                there = self.where(name, True)
                for k, at in self.where(name).items():
                    out[name][at] = lie[name][there[k]]
        return out | ints | ({"result": np.array([result])} if self.row.targets == ("",) else {})
