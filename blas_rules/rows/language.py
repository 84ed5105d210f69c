"""The rows: what a routine takes and what it computes.  `blas_rules/README.md` defines the language."""

from __future__ import annotations

import re
from dataclasses import dataclass

from irad.errors import RuleError

_STORED = re.compile(r"(\w+):(\w+)\(([\w.,?:]*)\)(?:\^(\w+))?$")
# Factorisations, and what they leave in each of their targets: the first one is the row's kind.
FACTORISED = ("chol", "lu", "qr", "eig", "svd")
_FACTOR = re.compile(rf"(?:(conj|inv|norm|abs|largest|{'|'.join(FACTORISED)})\((\w+)\)|(\w+))(?:\^([TH]))?$")
_LETTERS = ("flag", "adjoint", "uplo", "diag", "side", "job", "norm", "part")
# What a character may be.  (OpenBLAS's own routines know the flag R as well.)
ALLOWED = {"flag": "NTC", "uplo": "UL", "diag": "UN", "side": "LR", "job": "NVASO"}
_INTEGERS = ("size", "stride", "step", "up", "lwork")
_ARRAYS = ("array", "reals", "pivots", "work", "realwork", "intwork")
_WORDS = (*_LETTERS, *_INTEGERS, *_ARRAYS, "scalar", "real", "status")
# What lies in memory: (its structure, its layout, what stands in the parentheses).
STRUCTURES: dict[str, tuple[str, str, str]] = {
    "full": ("general", "full", "rows columns"),
    "op": ("general", "full", "rows columns"),
    "job": ("general", "full", "rows columns"),
    "band": ("general", "band", "rows columns lower upper"),
    "sym": ("symmetric", "full", "rows uplo"),
    "herm": ("hermitian", "full", "rows uplo"),
    "tri": ("triangular", "full", "rows uplo diag"),
    "symband": ("symmetric", "band", "rows lower uplo"),
    "hermband": ("hermitian", "band", "rows lower uplo"),
    "triband": ("triangular", "band", "rows lower uplo diag"),
    "sympacked": ("symmetric", "packed", "rows uplo"),
    "hermpacked": ("hermitian", "packed", "rows uplo"),
    "tripacked": ("triangular", "packed", "rows uplo diag"),
    "vector": ("vector", "vector", "rows"),
}


@dataclass(frozen=True)
class Parameter:
    """``kind``: a word of `_WORDS`, "matrix" or "vector".

    Of matrices and vectors: ``structure`` and ``layout`` (`STRUCTURES`), ``said``: what their parentheses hold, by name; ``flag``
    the parameter that says what op(matrix) is ("" when it is used as it is stored); ``by_op``: the sizes are those of op(matrix);
    ``by_job``: a letter says whether it is there at all.
    """

    name: str
    kind: str
    structure: str = ""
    layout: str = ""
    said: tuple[tuple[str, str], ...] = ()
    flag: str = ""
    by_op: bool = False
    by_job: bool = False

    def of(self, what: str) -> str:
        """The name of the parameter that says ``what``, "" if none does."""
        return dict(self.said).get(what, "")

    @property
    def stored(self) -> bool:
        """Whether the parameter is a matrix or a vector."""
        return bool(self.structure)

    @property
    def written(self) -> bool:
        """Whether the parameter may be a target."""
        return self.stored or self.kind in ("array", "reals")

    @property
    def letter(self) -> bool:
        """Whether the parameter is a character."""
        return self.kind in _LETTERS

    @property
    def integer(self) -> bool:
        """Whether the parameter is an integer: a size, a leading dimension or an increment."""
        return self.kind in _INTEGERS

    @property
    def pointer(self) -> bool:
        """Whether a reverse function needs only the parameter's address."""
        return self.stored or self.kind in _ARRAYS

    @property
    def followed(self) -> bool:
        """Whether a leading dimension or an increment follows the parameter."""
        return self.stored and self.layout != "packed"


@dataclass(frozen=True)
class Factor:
    """A matrix or vector in a term: transposed, conjugated, or a function of it ("inv", "norm", "abs", one of `FACTORISED`, or
    "": itself)."""

    name: str
    transposed: bool = False
    conjugated: bool = False
    function: str = ""


@dataclass(frozen=True)
class Term:
    """A product: a factor of proportion (or none: 1), then one or two matrices and vectors."""

    scalar: str
    factors: tuple[Factor, ...]
    conjugated: bool = False  # the scalar
    negative: bool = False

    @property
    def names(self) -> tuple[str, ...]:
        return tuple(f.name for f in self.factors)


@dataclass(frozen=True)
class RowFormula:
    """``target = term + term``; the target "" is what the routine returns."""

    target: str
    terms: tuple[Term, ...]

    @property
    def old(self) -> Term | None:
        """The term that is the old value of the target, scaled."""
        return next((t for t in self.terms if t.names == (self.target,) and not t.factors[0].function), None)

    @property
    def added(self) -> tuple[Term, ...]:
        """All others."""
        return tuple(t for t in self.terms if t is not self.old)


@dataclass(frozen=True)
class Row:
    """One routine, in the Fortran interface and column-major storage.

    ``row_major``: the arguments for matrices that are stored by rows, in those precisions that are ``mapped``, and
    ``row_major_of`` the routine that takes them.  ``by``: what it is a composition of; such a row has a body
    (compositions.py), and its formulas are targets only.
    """

    name: str
    letters: str
    parameters: tuple[Parameter, ...]
    formulas: tuple[RowFormula, ...]
    row_major: tuple[str, ...]
    mapped: str
    formula: str
    row_major_of: str
    by: str = ""

    def __getitem__(self, name: str) -> Parameter:
        return next(p for p in self.parameters if p.name == name)

    @property
    def flags(self) -> tuple[Parameter, ...]:
        """All characters."""
        return tuple(p for p in self.parameters if p.letter)

    @property
    def targets(self) -> tuple[str, ...]:
        return tuple(f.target for f in self.formulas)

    @property
    def written(self) -> tuple[str, ...]:
        """What it writes: its targets, and a matrix that is destroyed."""
        return (*self.targets, "a") if self.kind == "svd" else self.targets

    @property
    def complex_result(self) -> bool:
        """Whether the routine returns a complex number."""
        return self.targets == ("",) and self.kind == "body" and bool(self.of("vector"))

    @property
    def side(self) -> str:
        """The parameter that says on which side the structured matrix stands."""
        return next((p.name for p in self.parameters if p.kind == "side"), "")

    def of(self, *kinds: str) -> tuple[Parameter, ...]:
        return tuple(p for p in self.parameters if p.kind in kinds)

    def stride(self, name: str) -> Parameter:
        """The leading dimension or increment of a matrix or vector."""
        return self.parameters[self.parameters.index(self[name]) + 1]

    @property
    def kind(self) -> str:
        """What is to be done: "norm", "abs", "dot" (the result is a number), "largest" (an index), "elementwise", "apply" and
        "solve" (the target is a factor), one of `FACTORISED`, "vectors" or "matrices" (sums of products), "body" (other routines
        do it)."""
        if self.by:
            return "body"
        (_, first), *_ = terms = self.terms()
        if first.factors[0].function in FACTORISED:
            return first.factors[0].function
        if not self.targets[0]:
            return first.factors[0].function or "dot"
        for target, t in terms:
            if len(t.factors) == 2 and target in t.names:
                return "solve" if t.factors[0].function else "apply"
        if all(len(t.factors) == 1 for _, t in terms):
            return "elementwise"
        products = [t for _, t in terms if len(t.factors) == 2]
        return "matrices" if all(self[n].kind == "matrix" for t in products for n in t.names) else "vectors"

    def terms(self) -> list[tuple[str, Term]]:
        """All terms, with the target of each."""
        return [(f.target, t) for f in self.formulas for t in f.terms]

    def reads(self, name: str) -> bool:
        return any(name == t.scalar or name in t.names for _, t in self.terms())


def row(
    name: str, letters: str, parameters: str, formula: str, row_major: str = "", mapped: str = "sdcz", by: str = ""
) -> Row:
    """Parse a row; raises `RuleError` where the text does not make sense."""
    made = tuple(_parameter(name, word) for word in parameters.split())
    known = {p.name: p for p in made}
    for p, behind in zip(made, (*made[1:], None), strict=True):
        wanted = ("step", "up") if p.kind == "vector" else ("stride",)
        if p.followed and (behind is None or behind.kind not in wanted):
            raise RuleError(f"{name}: no {wanted[0]} follows {p.name}")
        for _, given in p.said:
            for part in re.split(r"[?:]", given):
                if part.partition(".")[0] not in known:
                    raise RuleError(f"{name}: '{part}' of {p.name} is not a parameter")
        if p.flag and known.get(p.flag, p).kind != "flag":
            raise RuleError(f"{name}: '{p.flag}' is no flag that could transpose {p.name}")
    if by:
        formulas = tuple(_target(name, part, known) for text in formula.split(";") for part in text.partition("=")[0].split(","))
    else:
        formulas = tuple(_formula(name, text, known) for text in formula.split(";"))
    other, _, row_major = row_major.rpartition(":")
    if row_major and sorted(w.rstrip("!~") for w in row_major.split()) != sorted(known):
        raise RuleError(f"{name}: the row-major form does not have the routine's parameters")
    return Row(name, letters, made, formulas, tuple(row_major.split()), mapped, formula, other or name, by)


def _target(name: str, text: str, known: dict[str, Parameter]) -> RowFormula:
    """What a routine with a body writes: its formula is for people only."""
    target = text.strip()
    if target != "result" and (target not in known or not known[target].written):
        raise RuleError(f"{name}: '{target}' is neither a matrix nor an array nor the result")
    return RowFormula("" if target == "result" else target, ())


def _formula(name: str, text: str, known: dict[str, Parameter]) -> RowFormula:
    target, _, right = (part.strip() for part in text.partition("="))
    if target != "result" and (target not in known or not known[target].written):
        raise RuleError(f"{name}: '{target}' in '{text.strip()}' is neither a matrix nor a vector nor the result")
    terms = []
    for part in re.split(r"\+|(?=-)", right):
        if part.strip():
            terms.append(_term(name, part.strip(), text, known))
    for t in terms:
        _check_shapes(name, target, t, known)
    return RowFormula("" if target == "result" else target, tuple(terms))


def _term(name: str, part: str, text: str, known: dict[str, Parameter]) -> Term:
    scalar, conjugated = "", False
    factors: list[Factor] = []
    for word in part.lstrip("- ").split():
        match = _FACTOR.match(word)
        found = known.get(match[2] or match[3]) if match is not None else None
        if match is None or found is None:
            raise RuleError(f"{name}: '{word}' in '{text.strip()}' is not a parameter")
        function, turned = match[1] or "", match[4]
        if found.kind in ("scalar", "real"):
            if scalar or factors or function not in ("", "conj") or turned:
                raise RuleError(f"{name}: '{part}' is not a scalar times matrices and vectors")
            scalar, conjugated = found.name, function == "conj"
        elif found.stored:
            own = "" if function == "conj" else function
            factors.append(Factor(found.name, turned is not None, function == "conj" or turned == "H", own))
        else:
            raise RuleError(f"{name}: {found.name} in '{text.strip()}' is not a number, a matrix or a vector")
    if not 1 <= len(factors) <= 2:
        raise RuleError(f"{name}: '{part}' is not a scalar times one or two matrices and vectors")
    return Term(scalar, tuple(factors), conjugated, part.startswith("-"))


def _check_shapes(name: str, target: str, term: Term, known: dict[str, Parameter]) -> None:
    """Check that the shapes of a product's factors fit each other, and that the target has the shape of the product."""
    if term.factors[0].function in FACTORISED:
        return
    if any(f.function in ("norm", "abs", "largest") for f in term.factors):
        if target != "result" or len(term.factors) > 1:
            raise RuleError(f"{name}: a norm is a result of its own")
        return
    shapes = [_shape(known[f.name], f.transposed) for f in term.factors]
    whole = shapes[0]
    if len(shapes) == 2:
        if any(p.kind == "side" for p in known.values()):  # either order
            return
        if not _same(shapes[0][1], shapes[1][0]):
            raise RuleError(f"{name}: the shapes of {' '.join(term.names)} do not fit")
        whole = (shapes[0][0], shapes[1][1])
    wanted = ("1", "1") if target == "result" else _shape(known[target], False)
    if not (_same(whole[0], wanted[0]) and _same(whole[1], wanted[1])):
        raise RuleError(f"{name}: {' '.join(term.names)} has another shape than {target}")


def _shape(p: Parameter, transposed: bool) -> tuple[str, str]:
    """Rows and columns, by name."""
    if p.kind == "vector":
        shape = (p.of("rows"), "1")
    elif p.flag and not p.by_op:
        shape = (f"{p.name}.rows", f"{p.name}.columns")
    else:
        shape = (p.of("rows"), p.of("columns") or p.of("rows"))
    return (shape[1], shape[0]) if transposed else shape


def _same(a: str, b: str) -> bool:
    """The rows and columns of a square matrix with a flag are the same."""
    return a == b or "." in a + b


def _parameter(name: str, word: str) -> Parameter:
    match = _STORED.match(word)
    if match is None:
        own, _, kind = word.partition(":")
        if kind not in _WORDS:
            raise RuleError(f"{name}: '{word}' is not a parameter")
        return Parameter(own, kind)
    if match[2] in ("work", "lwork"):  # how many elements there must be
        return Parameter(match[1], match[2], said=(("rows", match[3]),))
    if match[2] == "size":
        return Parameter(match[1], "size", said=(("most", match[3]),))
    if match[2] not in STRUCTURES:
        raise RuleError(f"{name}: '{match[2]}' is not a structure")
    structure, layout, names = STRUCTURES[match[2]]
    given = match[3].split(",")
    if len(given) != len(names.split()):
        raise RuleError(f"{name}: {match[1]} needs {names.replace(' ', ', ')}")
    said = tuple(zip(names.split(), given, strict=True))
    kind = "vector" if structure == "vector" else "matrix"
    return Parameter(match[1], kind, structure, layout, said, match[4] or "", match[2] == "op", match[2] == "job")
