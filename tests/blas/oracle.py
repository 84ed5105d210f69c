"""What BLAS routines compute, in NumPy: from the formula of a row, with storage written down here once more.

Arrays are whole buffers, gaps and triangles that nobody looks at included.  That the formula is right is seen where the library's
own result is compared with this one.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

import numpy as np
import scipy.linalg

LETTERS = {"s": np.float32, "d": np.float64, "c": np.complex64, "z": np.complex128}


def positions(layout: str, structure: str, sizes: dict[str, int], upper: bool, by_rows: bool) -> dict[tuple[int, int], int]:
    """Where the stored elements (i, j) lie in the buffer: those of the transpose, where it is stored by rows."""
    if by_rows:
        turned = sizes | {"rows": sizes["columns"], "columns": sizes["rows"]}
        if structure == "general" and layout == "band":
            turned |= {"lower": sizes["upper"], "upper": sizes["lower"]}
        found = positions(layout, structure, turned, not upper, False)
        return {(i, j): at for (j, i), at in found.items()}
    m, n, ld = sizes["rows"], sizes["columns"], sizes.get("ld", 0)
    out = {}
    for j in range(n):
        for i in range(m):
            if structure != "general" and (i > j if upper else i < j):
                continue
            if layout == "full":
                out[i, j] = i + j * ld
            elif layout == "packed":
                out[i, j] = i + j * (j + 1) // 2 if upper else i + j * (2 * n - j - 1) // 2
            else:
                below = sizes["lower"]
                above = sizes["upper"] if structure == "general" else below
                if not -above <= i - j <= below:
                    continue
                diagonal = above if structure == "general" or upper else 0
                out[i, j] = diagonal + i - j + j * ld
    return out


@dataclass
class Operand:
    """One matrix or vector: its buffer, and what the routine is told of it."""

    parameter: Any
    buffer: np.ndarray
    sizes: dict[str, int]
    upper: bool = False
    unit: bool = False
    flag: str = "N"
    by_rows: bool = False
    where: dict[tuple[int, int], int] = field(default_factory=dict)

    def __post_init__(self) -> None:
        p = self.parameter
        if p.kind == "matrix":
            self.where = positions(p.layout, p.structure, self.sizes, self.upper, self.by_rows)

    def value(self, buffer: np.ndarray) -> np.ndarray:
        """op(matrix), or the vector as a column."""
        p, s = self.parameter, self.sizes
        if p.kind == "vector":
            return buffer[self.elements()].reshape(-1, 1)
        out = np.zeros((s["rows"], s["columns"]), buffer.dtype)
        for (i, j), at in self.where.items():
            out[i, j] = buffer[at]
            if p.structure == "symmetric":
                out[j, i] = buffer[at]
            elif p.structure == "hermitian":
                out[j, i] = np.conj(buffer[at])
                if i == j:
                    out[i, i] = buffer[at].real
            elif p.structure == "triangular" and i == j and self.unit:
                out[i, i] = 1
        return {"N": out, "T": out.T, "C": out.conj().T}[self.flag]

    def elements(self) -> list[int]:
        """The indices of a vector's elements, in order."""
        step, n = self.sizes["step"], self.sizes["rows"]
        first = (1 - n) * step if step < 0 else 0
        return [first + k * step for k in range(n)]

    def write(self, buffer: np.ndarray, value: np.ndarray) -> None:
        """Put a new value of a target where it belongs."""
        p = self.parameter
        if p.kind == "vector":
            for k, at in enumerate(self.elements()):
                buffer[at] = value[k, 0]
            return
        for (i, j), at in self.where.items():
            buffer[at] = value[i, j].real if p.structure == "hermitian" and i == j else value[i, j]


class Problem:
    """One call: letters, sizes and buffers of everything, chosen at random."""

    def __init__(
        self, row: Any, letter: str, letters: dict[str, str], sizes: dict[str, int], seed: int = 0, by_rows: bool = False
    ) -> None:
        self.row, self.letter, self.letters, self.by_rows = row, letter, letters, by_rows
        self.rng = np.random.default_rng(seed)
        self.kind = LETTERS[letter]
        self.complex = letter in "cz"
        self.sizes = dict(sizes)
        self.operands: dict[str, Operand] = {}
        self.steps: dict[str, int] = {}
        for k, p in enumerate(row.parameters):
            if p.stored:
                self.operands[p.name] = self._operand(p, k)
        self.values = {n: o.buffer for n, o in self.operands.items()}
        for p in row.of("scalar", "real"):
            self.values[p.name] = self.random(1, p.kind == "real")

    def random(self, n: int, real: bool = False) -> np.ndarray:
        x = self.rng.uniform(-1, 1, n)
        if self.complex and not real:
            return (x + 1j * self.rng.uniform(-1, 1, n)).astype(self.kind)
        return x.astype(np.float32 if self.letter in "sc" else np.float64)

    def size(self, text: str) -> int:
        if text in self.sizes:
            return self.sizes[text]
        name, dot, what = text.partition(".")
        if dot:
            o = self.operands[name]
            straight = o.flag == "N"
            return o.sizes["rows" if (what == "rows") == straight else "columns"]
        side, _, sizes = text.partition("?")
        left, right = sizes.split(":")
        return self.sizes[left if self.letters[side] == "L" else right]

    def _operand(self, p: Any, k: int) -> Operand:
        said = {what: self.size(name) for what, name in p.said if what not in ("uplo", "diag")}
        said.setdefault("columns", said["rows"])
        flag = self.letters.get(p.flag, "N")
        if p.by_op and flag != "N":
            said["rows"], said["columns"] = said["columns"], said["rows"]
        upper = self.letters.get(p.of("uplo"), "U") == "U"
        unit = self.letters.get(p.of("diag"), "N") == "U"
        if p.kind == "vector":
            said["step"] = (2, -1, 1, -3)[(k + len(self.steps)) % 4]
            if self.row.stride(p.name).kind == "up" or (self.row.name == "spr" and self.complex):
                said["step"] = 2  # (OpenBLAS 0.3.30 reads elsewhere in cspr and zspr where the increment is negative)
            count = max(1, 1 + (said["rows"] - 1) * abs(said["step"])) + 1
            self.steps[self.row.stride(p.name).name] = said["step"]
        else:
            if p.layout == "band":
                least = said["lower"] + (said["upper"] if p.structure == "general" else 0) + 1
            else:
                least = max(1, said["columns" if self.by_rows else "rows"])
            said["ld"] = least + k % 3
            if p.followed:
                self.steps[self.row.stride(p.name).name] = said["ld"]
            n = said["rows" if self.by_rows else "columns"]
            count = max(1, n * (n + 1) // 2 if p.layout == "packed" else said["ld"] * n)
        o = Operand(p, self.random(count), said, upper, unit, flag, self.by_rows)
        if self.row.kind == "chol":  # well away from indefinite
            for (i, j), at in o.where.items():
                o.buffer[at] += 4 if i == j else 0
        if p.structure == "triangular":  # and from singular
            for (i, j), at in o.where.items():
                if i == j:
                    o.buffer[at] += 2 + (1j if self.complex else 0)
                elif self.row.kind == "solve":
                    o.buffer[at] *= 0.5
        return o

    # ---- the map

    def run(self, values: dict[str, np.ndarray]) -> tuple[dict[str, np.ndarray], Any]:
        """All buffers after the call, and what it returns."""
        out = {n: v.copy() for n, v in values.items()}
        result = None
        new: dict[str, np.ndarray] = {}
        for formula in self.row.formulas:
            total: Any = 0
            for t in formula.terms:
                total = total + self._term(t, values)
            if not formula.target:
                result = total
            else:
                new[formula.target] = total
        for target, total in new.items():
            self.operands[target].write(out[target], total)
        return out, result

    def _term(self, t: Any, values: dict[str, np.ndarray]) -> Any:
        parts = []
        for f in t.factors:
            x = self.operands[f.name].value(values[f.name])
            if f.function == "inv":
                x = np.linalg.inv(x) if x.size else x
            elif f.function == "chol":
                lower = np.linalg.cholesky(x) if x.size else x
                return lower.conj().T if self.operands[f.name].upper else lower
            elif f.function == "lu":
                m, n = x.shape
                k = min(m, n)
                _, low, up = scipy.linalg.lu(x) if k else (np.eye(m), np.zeros((m, k)), np.zeros((k, n)))
                whole = np.zeros(x.shape, x.dtype)
                whole[:, :k] += np.tril(low, -1)
                whole[:k] += up
                return whole
            elif f.function == "norm":
                return np.sqrt((np.abs(x) ** 2).sum())
            elif f.function == "abs":
                return np.abs(x.real).sum() + np.abs(x.imag).sum()
            x = x.conj() if f.conjugated else x
            parts.append(x.T if f.transposed else x)
        if len(parts) == 2 and self.row.side and self.letters[self.row.side] == "R":
            parts.reverse()
        product = parts[0] @ parts[1] if len(parts) == 2 else parts[0]
        s = values[t.scalar][0] if t.scalar else 1.0
        s = np.conj(s) if t.conjugated else s
        product = -s * product if t.negative else s * product
        return product[0, 0] if not self.row.targets[0] else product

    def wide(self, values: dict[str, np.ndarray]) -> dict[str, np.ndarray]:
        """In double precision."""
        return {n: v.astype(np.complex128 if np.iscomplexobj(v) else np.float64) for n, v in values.items()}


def inner(w: dict[str, np.ndarray], x: dict[str, np.ndarray]) -> float:
    return float(sum((np.conj(w[n]) * x[n]).real.sum() for n in x))


def slopes(f: Any, values: dict[str, np.ndarray], names: list[str]) -> dict[str, np.ndarray]:
    """df/dRe + i df/dIm of a real function, by central differences with one extrapolation: exact up to the fourth power."""
    out = {}
    for n in names:
        d = np.zeros(values[n].shape, values[n].dtype)
        for k in range(d.size):
            for unit in (1.0, 1j) if np.iscomplexobj(d) else (1.0,):

                def at(h: float, n: str = n, k: int = k, unit: complex = unit) -> float:
                    moved = values | {n: values[n].copy()}
                    moved[n][k] += h * unit
                    return float(f(moved))

                h = 1e-3
                coarse, fine = (at(h) - at(-h)) / (2 * h), (at(h / 2) - at(-h / 2)) / h
                d[k] += unit * (fine + (fine - coarse) / 3)
        out[n] = d
    return out
