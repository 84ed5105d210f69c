"""Every routine of the rows, every flag and precision: derivatives beside differences of the formula in NumPy.

Each call is a map of all its arrays to what they hold afterwards, gaps between columns and triangles that are not looked at
included; random cotangents lie on all of them.
"""

from __future__ import annotations

import itertools
from functools import cache
from typing import Any

import numpy as np
import pytest

import irad
from irad.blas_rules import ROWS as EVERY
from tests.blas.oracle import Problem, inner, slopes

pytestmark = pytest.mark.sampled

# The others are in test_factorisations.py and test_scalars.py.
ROWS = [r for r in EVERY if r.kind not in ("qr", "eig", "svd", "largest")]
NAMES = {"nrm2": ("snrm2", "dnrm2", "scnrm2", "dznrm2"), "asum": ("sasum", "dasum", "scasum", "dzasum")}
NAMES |= {"realscal": ("", "", "csscal", "zdscal"), "realrot": ("", "", "csrot", "zdrot")}
ROW_MAJOR, COLUMN_MAJOR = 101, 102
CODES = {
    "flag": {"N": 111, "T": 112, "C": 113},
    "uplo": {"U": 121, "L": 122},
    "diag": {"N": 131, "U": 132},
    "side": {"L": 141, "R": 142},
}
SIZES = {"m": 3, "n": 4, "k": 2, "kl": 1, "ku": 2}


# One or two of each kind, structure and layout.
FAMILIES = "axpy swap rot dot nrm2 asum gemv gbmv hemv sbmv hpmv gerc syr her2 spr trmv tbsv tpmv gemm symm herk syr2k trsm "
FAMILIES += "potrf getrf"


def each(letters: str, cblas: bool = False, twice: bool = False, families: bool = False) -> Any:
    """All routines: in the first of these precisions that they have, or in all of "dz"; in the others with ``-m slow``.

    Those only that CBLAS has, or that may be called twice.  ``families``: all but `FAMILIES` with ``-m slow``.
    """
    cases = []
    for r in ROWS:
        if r.of("status") and (cblas or twice):
            continue
        known = [x for x in letters.lower() if x in r.letters]
        for letter in r.letters:
            if cblas and r.of("matrix") and letter not in r.mapped:
                continue
            now = letter in known if letters.islower() else letter == known[0]
            now = now and (not families or r.name in FAMILIES.split())
            cases.append(pytest.param(r, letter, marks=[] if now else [pytest.mark.slow], id=f"{letter}{r.name}"))
    return pytest.mark.parametrize("row,letter", cases)


def symbol(row: Any, letter: str) -> str:
    return NAMES[row.name]["sdcz".index(letter)] if row.name in NAMES else letter + row.name


def real_type(letter: str) -> str:
    return "float" if letter in "sc" else "double"


def source(letter: str) -> str:
    """A C function for each routine: characters, sizes and strides by value, all else by address; and the routine twice, with all
    its arrays doubled in between and afterwards."""
    t, out = real_type(letter), []
    for row in ROWS:
        if letter not in row.letters:
            continue
        name = symbol(row, letter)
        kinds = dict.fromkeys(("flag", "uplo", "diag", "side"), "char") | dict.fromkeys(("size", "stride", "step", "up"), "int")
        taken, given, arrays = [], [], []
        for p in row.parameters:
            if p.kind in ("status", "pivots"):
                given.append("&info" if p.kind == "status" else "pivots")
            elif p.kind in kinds:
                taken.append(f"{kinds[p.kind]} {p.name}")
                given.append(f"&{p.name}")
            else:
                taken.append(f"{t} *{p.name}")
                given.append(p.name)
                arrays.append(p.name)
        ret = t if row.targets == ("",) else "void"
        declared = ", ".join("const void *" for _ in row.parameters)
        call = f"{name}_({', '.join(given)})"
        out.append(f"{ret} {name}_({declared});")
        if row.of("status"):
            out.append("static int info, pivots[100];")
        head = ", ".join(taken)
        if ret == "void":
            out.append(f"void f_{row.name}({head}) {{ {call}; }}")
        else:
            out.append(f"void f_{row.name}({head}, {t} *result) {{ *result = {call}; }}")
        lengths = ", ".join(f"long n_{a}" for a in arrays)
        doubled = "".join(f" for (long i = 0; i < n_{a}; i++) {a}[i] *= 1.25;" for a in arrays)
        call = f"{call};" if ret == "void" else f"*result += {call};"
        last = "" if ret == "void" else f", {t} *result"
        body = f"for (int round = 0; round < 2; round++) {{ {call}{doubled} }}"
        out.append(f"void g_{row.name}({head}, {lengths}{last}) {{ {body} }}")
    return "\n".join(out)


def cblas_source(letter: str) -> str:
    """A C function for each routine in the C interface: numbers by value where that takes them so."""
    t, out = real_type(letter), []
    for row in ROWS:
        if letter not in row.letters or row.of("status"):
            continue
        taken, given, declared = [], [], []
        if row.of("matrix"):
            taken, given, declared = ["int layout"], ["layout"], ["int"]
        for p in row.parameters:
            if p.kind in CODES or p.kind in ("size", "stride", "step", "up"):
                taken.append(f"int {p.name}")
                given.append(p.name)
                declared.append("int")
                continue
            by_value = p.kind == "real" or (p.kind == "scalar" and letter in "sd")
            taken.append(f"{t} *{p.name}")
            given.append(("*" if by_value else "") + p.name)
            declared.append(t if by_value else "void *")
        ret = t if row.targets == ("",) else "void"
        name = f"cblas_{symbol(row, letter)}"
        call = f"{name}({', '.join(given)})"
        out.append(f"{ret} {name}({', '.join(declared)});")
        last = "" if ret == "void" else f", {t} *result"
        out.append(f"void f_{row.name}({', '.join(taken)}{last}) {{ {'' if ret == 'void' else '*result = '}{call}; }}")
    return "\n".join(out)


@cache
def cblas(letter: str) -> Any:
    return irad.Module.from_c("\n" + cblas_source(letter))


@cache
def module(letter: str) -> Any:
    return irad.Module.from_c("\n" + source(letter))


def flags(row: Any, letter: str) -> list[dict[str, str]]:
    """All combinations of characters that the routine knows."""
    choices = []
    for p in row.flags:
        if p.kind == "flag":
            known = "NTC"
            if row.name in ("syrk", "syr2k") and letter in "cz":
                known = "NT"
            elif row.name in ("herk", "her2k"):
                known = "NC"
            choices.append(known)
        else:
            choices.append({"uplo": "UL", "diag": "NU", "side": "LR"}[p.kind])
    return [dict(zip((p.name for p in row.flags), c, strict=True)) for c in itertools.product(*choices)]


class Run:
    """A problem with shadows."""

    def __init__(
        self, row: Any, letter: str, letters: dict[str, str], sizes: dict[str, int], seed: int, twice: bool = False, layout: int
        = 0
    ) -> None:
        self.row, self.letter, self.twice, self.layout = row, letter, twice, layout
        self.problem = Problem(row, letter, letters, sizes, seed, layout == ROW_MAJOR)
        self.values = self.problem.values
        self.shadows = {n: self.problem.random(v.size, not np.iscomplexobj(v)) for n, v in self.values.items()}
        self.shadows = {n: s.astype(self.values[n].dtype) for n, s in self.shadows.items()}
        for p in row.of("vector", "matrix"):
            if p.structure == "hermitian":  # the routine makes the diagonal of a target real, and does not look at it elsewhere
                for (i, j), at in self.problem.operands[p.name].where.items():
                    if i == j and p.name not in row.targets:
                        self.values[p.name][at] = self.values[p.name][at].real
        real = np.float32 if letter in "sc" else np.float64
        self.result, self.dresult = np.array([0.5], real), np.array([0.75], real)

    def arguments(self, active: set[str], values: dict[str, np.ndarray], shadows: dict[str, np.ndarray]) -> list[Any]:
        out: list[Any] = [self.layout] if self.layout and self.row.of("matrix") else []
        for p in self.row.parameters:
            if p.name in self.problem.letters:
                said = self.problem.letters[p.name]
                out.append(CODES[p.kind][said] if self.layout else ord(said))
            elif p.kind == "size":
                out.append(self.problem.sizes[p.name])
            elif p.kind in ("stride", "step", "up"):
                out.append(self.problem.steps[p.name])
            elif p.kind in ("status", "pivots"):
                pass
            elif p.name in active:
                out.append(irad.Duplicated(values[p.name], shadows[p.name]))
            else:
                out.append(values[p.name])
        arrays = [p for p in self.row.parameters if p.stored or p.kind in ("scalar", "real")]
        if self.twice:
            out += [values[p.name].size * (2 if np.iscomplexobj(values[p.name]) else 1) for p in arrays]
        if self.row.targets == ("",):
            out.append(irad.Duplicated(self.result, self.dresult))
        return out

    @property
    def f(self) -> Any:
        if self.layout:
            return cblas(self.letter)[f"f_{self.row.name}"]
        return module(self.letter)[f"{'g' if self.twice else 'f'}_{self.row.name}"]

    def map(self, values: dict[str, np.ndarray]) -> dict[str, np.ndarray]:
        """All arrays and the result, after what the C function does."""
        if not self.twice:
            out, result = self.problem.run(values)
        else:
            out, result = values, 0.5
            for _ in range(2):
                out, r = self.problem.run(out)
                out = {n: 1.25 * v for n, v in out.items()}
                result = result + r if r is not None else 0
        return out if result is None or self.row.targets != ("",) else out | {"result": np.array([np.real(result)])}

    @property
    def tolerance(self) -> float:
        return 2e-3 if self.letter in "sc" else 1e-9

    def close(self, found: np.ndarray, wanted: np.ndarray, what: str) -> None:
        np.testing.assert_allclose(found, wanted, rtol=self.tolerance, atol=self.tolerance, err_msg=what)

    def active(self) -> set[str]:
        return set(self.values)

    def expected_reverse(self, active: set[str]) -> dict[str, np.ndarray]:
        wide = self.problem.wide(self.values)
        w = self.problem.wide({n: self.shadows[n] for n in active} | {"result": self.dresult})

        def loss(values: dict[str, np.ndarray]) -> float:
            out = self.map(values)
            return inner(w, {n: v for n, v in out.items() if n in w})

        return slopes(loss, wide, sorted(active))

    def check_reverse(self, active: set[str], split: bool = False) -> None:
        self.result[:], self.dresult[:] = 0.5, 0.75
        wanted = self.expected_reverse(active)
        primal = self.map(self.problem.wide(self.values))
        values = {n: v.copy() for n, v in self.values.items()}
        shadows = {n: v.copy() for n, v in self.shadows.items()}
        args = self.arguments(active, values, shadows)
        if split:
            augmented, reverse = irad.autodiff_thunk(self.f, *args)
            tape, _ = augmented(*args)
            kept = {n: v.copy() for n, v in values.items()}
            for v in values.values():
                v[...] = np.nan
            reverse(*args, tape=tape)
            values = kept
        else:
            irad.autodiff(self.f, *args)
        for n in values:
            self.close(values[n], primal[n], f"{n} after the call, {self.problem.letters}")
        if "result" in primal:
            self.close(self.result, primal["result"], "the result")
        for n in active:
            self.close(shadows[n], wanted[n], f"the shadow of {n}, {self.problem.letters}")

    def check_forward(self, active: set[str]) -> None:
        wide, along = self.problem.wide(self.values), self.problem.wide(self.shadows)

        def at(h: float) -> dict[str, np.ndarray]:
            return self.map({n: v + h * along[n] if n in active else v for n, v in wide.items()})

        h = 1e-3
        ends = {k: at(k * h) for k in (-1.0, -0.5, 0.5, 1.0)}
        values = {n: v.copy() for n, v in self.values.items()}
        shadows = {n: v.copy() for n, v in self.shadows.items()}
        self.result[:], self.dresult[:] = 0.5, 0.0
        irad.autodiff(self.f, *self.arguments(active, values, shadows), mode=irad.Forward)
        for n in [*active, *(["result"] if self.row.targets == ("",) else [])]:
            coarse, fine = (ends[1.0][n] - ends[-1.0][n]) / (2 * h), (ends[0.5][n] - ends[-0.5][n]) / h
            found = self.dresult if n == "result" else shadows[n]
            self.close(found, fine + (fine - coarse) / 3, f"the tangent of {n}, {self.problem.letters}")


@each("DZ")
def test_reverse(row: Any, letter: str) -> None:
    for k, letters in enumerate(flags(row, letter)):
        run = Run(row, letter, letters, SIZES, k)
        run.check_reverse(run.active())


@each("ZD")
def test_forward(row: Any, letter: str) -> None:
    for k, letters in enumerate(flags(row, letter)):
        run = Run(row, letter, letters, SIZES, k)
        run.check_forward(run.active())


@each("DZ", families=True)
def test_split(row: Any, letter: str) -> None:
    """All that the routine has read is overwritten before the reverse runs."""
    for k, letters in enumerate(flags(row, letter)[::3]):
        run = Run(row, letter, letters, SIZES, k)
        run.check_reverse(run.active(), split=True)


@pytest.mark.parametrize("letter", "sdcz")
@pytest.mark.parametrize("uplo", "UL")
def test_cholesky_of_several_blocks(letter: str, uplo: str) -> None:
    """Along random directions: the adjoint of P(inv(L) A' inv(L)^H), and the forward derivative itself."""
    (row,) = (r for r in ROWS if r.name == "potrf")
    n = 150
    run = Run(row, letter, {"uplo": uplo}, {"n": n}, 0)
    a, ld = run.values["a"], run.problem.steps["lda"]
    square, shadow = (x.reshape(n, ld)[:, :n].T for x in (a, run.shadows["a"]))
    square[np.diag_indices(n)] += 4 * np.sqrt(n)
    wide = square.astype(np.complex128 if letter in "cz" else np.float64)
    low = np.tril(wide, -1) if uplo == "L" else np.triu(wide, 1).conj().T
    full = low + low.conj().T + np.diag(wide.diagonal().real)
    factor = np.linalg.cholesky(full)
    given = np.tril(shadow if uplo == "L" else shadow.conj().T).astype(wide.dtype)
    direction = np.tril(given, -1) + np.tril(given, -1).conj().T + np.diag(given.diagonal().real)
    inverse = np.linalg.inv(factor)

    def half(x: np.ndarray) -> np.ndarray:
        return np.tril(x, -1) + np.diag(x.diagonal().real / 2)

    tangent = factor @ half(inverse @ direction @ inverse.conj().T)
    back = inverse.conj().T @ half(factor.conj().T @ given) @ inverse
    adjoint = np.tril(back + back.conj().T, -1) + np.diag(back.diagonal().real)
    for mode, wanted in ((irad.Forward, tangent), (irad.Reverse, adjoint)):
        values, shadows = {"a": a.copy()}, {"a": run.shadows["a"].copy()}
        irad.autodiff(run.f, *run.arguments({"a"}, values, shadows), mode=mode)
        found = shadows["a"].reshape(n, ld)[:, :n].T
        run.close(np.tril(found if uplo == "L" else found.conj().T), wanted, str(mode))
        np.testing.assert_array_equal(np.triu(found, 1) if uplo == "L" else np.tril(found, -1),
                                      np.triu(shadow, 1) if uplo == "L" else np.tril(shadow, -1))  # fmt: skip


@each("DZ", twice=True, families=True)
def test_in_a_loop_that_overwrites_what_was_read(row: Any, letter: str) -> None:
    for k, letters in enumerate(flags(row, letter)[::5]):
        run = Run(row, letter, letters, SIZES, k, twice=True)
        run.check_reverse(run.active())
        run.check_forward(run.active())


@pytest.mark.slow
@each("dz")
def test_some_are_constant(row: Any, letter: str) -> None:
    """Each of the others may be constant where the targets are not."""
    letters = flags(row, letter)[-1]
    targets = {t for t in row.targets if t}
    for k, name in enumerate(sorted(set(Run(row, letter, letters, SIZES, 0).values) - targets)):
        run = Run(row, letter, letters, SIZES, k)
        for active in (run.active() - {name}, targets | {name}):
            if active:
                run.check_reverse(active)
                run.check_forward(active)


@each("DZ", families=True)
def test_sizes(row: Any, letter: str) -> None:
    """Nothing, single elements, and bands wider than the matrix."""
    every = [{"m": 0}, {"n": 0}, {"m": 1, "n": 1, "k": 1}, {"k": 0, "kl": 0, "ku": 0}, {"m": 5, "n": 2, "k": 5, "kl": 4, "ku": 3}]
    letters = flags(row, letter)
    for k, changed in enumerate(every):
        run = Run(row, letter, letters[(5 * k) % len(letters)], SIZES | changed, k)
        run.check_reverse(run.active())
        run.check_forward(run.active())


@each("DZ", cblas=True)
def test_cblas(row: Any, letter: str) -> None:
    """Matrices by rows and by columns; of routines that have none, and of those whose row-major form is one call."""
    chosen = flags(row, letter)
    for k, letters in enumerate(chosen[:: max(1, len(chosen) // 6)]):
        for layout in (ROW_MAJOR, COLUMN_MAJOR) if row.of("matrix") else (1,):
            run = Run(row, letter, letters, SIZES, k, layout=layout)
            run.check_reverse(run.active())


@pytest.mark.slow
@each("DZ")
def test_forward_and_reverse_agree(row: Any, letter: str) -> None:
    """<w, J v> = <J^T w, v>, to rounding errors."""
    for k, letters in enumerate(flags(row, letter)[::4]):
        run = Run(row, letter, letters, SIZES, 100 + k)
        active, along = run.active(), {n: v.copy() for n, v in run.shadows.items()}
        w = {n: run.problem.random(v.size, not np.iscomplexobj(v)).astype(v.dtype) for n, v in along.items()}
        for p in row.of("matrix"):  # what a routine makes real has no imaginary part
            if p.structure == "hermitian" and p.name in row.targets:
                for (i, j), at in run.problem.operands[p.name].where.items():
                    w[p.name][at] = w[p.name][at].real if i == j else w[p.name][at]
        tangents, adjoints = ({n: v.copy() for n, v in x.items()} for x in (along, w))
        run.result[:], run.dresult[:] = 0.5, 0.0
        irad.autodiff(run.f, *run.arguments(active, {n: v.copy() for n, v in run.values.items()}, tangents), mode=irad.Forward)
        slope, seed = run.dresult[0], 0.75
        run.result[:], run.dresult[:] = 0.5, seed
        irad.autodiff(run.f, *run.arguments(active, {n: v.copy() for n, v in run.values.items()}, adjoints))
        returns = row.targets == ("",)
        forward, reverse = inner(w, tangents) + (seed * slope if returns else 0.0), inner(adjoints, along)
        size = sum(np.linalg.norm(w[n]) * np.linalg.norm(tangents[n]) for n in active) + abs(seed * slope) + 1
        assert abs(forward - reverse) < (1e-12 if letter in "dz" else 1e-4) * size, (row.name, letters)


TWINS = dict.fromkeys(("dot", "ger", "geru", "gerc", "syr2", "her2", "spr2", "hpr2"), "xy")
TWINS |= dict.fromkeys(("gemm", "syr2k", "her2k"), "ab")


@pytest.mark.parametrize("name", [pytest.param(n, marks=[] if n in ("dot", "gemm") else [pytest.mark.slow]) for n in TWINS])
def test_one_operand_twice(name: str) -> None:
    """Both of its derivatives are added up in one shadow."""
    row = next(r for r in ROWS if r.name == name)
    letter = "d" if "d" in row.letters else "z"
    for k, letters in enumerate(flags(row, letter)[::3]):
        sizes = dict.fromkeys(SIZES, 3)
        apart, shared = (Run(row, letter, letters, sizes, k) for _ in range(2))
        first, second = TWINS[name]
        for run in (apart, shared):
            steps, strides = run.problem.steps, [row.stride(n).name for n in (first, second)]
            steps[strides[1]] = steps[strides[0]]
            run.values[second], run.shadows[second] = run.values[first].copy(), run.shadows[first].copy()
        apart.result[:], apart.dresult[:] = 0.5, 0.75
        shared.result[:], shared.dresult[:] = 0.5, 0.75
        before = apart.shadows[first].copy()
        irad.autodiff(apart.f, *apart.arguments(apart.active(), apart.values, apart.shadows))
        shared.values[second], shared.shadows[second] = shared.values[first], shared.shadows[first]
        irad.autodiff(shared.f, *shared.arguments(shared.active(), shared.values, shared.shadows))
        wanted = apart.shadows[first] + apart.shadows[second] - before
        np.testing.assert_allclose(shared.shadows[first], wanted, rtol=1e-12, atol=1e-12)
