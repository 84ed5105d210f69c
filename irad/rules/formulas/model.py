"""The rule classes that the transform queries, and the small functions that turn a table row into one of them.

A row states all facts about a function in one place: its spellings, its parameters, its derivative, its effects, the
domain on which tests check it, and notes on choices.  "No row" (`lookup` gives None: an error where the
call is active), "zero" (an `InactiveRule`, or the formula ``0``) and "not differentiable here" are different things.

Parameters are written as in ``"ldexp(x, n: int)"``: a bare name is a float (or an elementwise vector of floats),
``int`` and ``ptr`` are never differentiated, ``complex`` is a pair (see `irad.rules.formulas.layout`), ``other`` is ignored.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from decimal import Decimal
from functools import cached_property

from irad.errors import DifferentiationError, RuleError
from irad.ir.builder import Builder
from irad.ir.debug import place_of
from irad.ir.types import FloatType, FunctionType, StructType, Type, VectorType
from irad.ir.values import Instruction, Value
from irad.rules.formulas.base import Emission, Rule
from irad.rules.formulas.expr import Complex, Evaluator, Formula, Term, fast_math_flags
from irad.rules.formulas.formula_calls import FormulaCaller
from irad.rules.formulas.layout import RESULT_PATHS, RuleParam, component, fits, place_type, slots

Interval = tuple[float, float]
Domain = Mapping[str, "Interval | tuple[Interval, ...]"]
UNKNOWN = "unknown"
"""The formula of a derivative that nobody has written down: an error where it is asked for."""
_SIGNATURE = re.compile(r"^([\w.]+)\((.*)\)(?: -> (\w+))?$")


@dataclass(frozen=True, kw_only=True)
class MathRule(Rule):
    """A function of numbers with a derivative.

    ``partials`` maps a parameter to its formulas, one per output; a complex parameter of a function that is not
    holomorphic has two rows of formulas (real part, imaginary part).  For a holomorphic function there is one formula
    per parameter, the complex derivative times ``d``.  ``results`` is "" (scalar), "complex", "pair" (a struct of two
    floats) or "first" (a struct whose first field alone is a float).
    ``singular``: a partial may be infinite where the value is finite, so that an adjoint of zero must be kept zero.
    """

    partials: Mapping[str, tuple[Formula, ...]]
    results: str = ""
    holomorphic: bool = False
    singular: bool = False
    domain: Domain | None = None

    # ---- what the transform asks

    def inputs(self, inst: Instruction) -> tuple[tuple[int, tuple[int, ...]], ...]:
        """The differentiable inputs: (operand index, path in the operand)."""
        return tuple(place for _, _, place in self._inputs(inst))

    def outputs(self, inst: Instruction) -> tuple[tuple[int, ...], ...]:
        """Paths in the result, ``((),)`` for a scalar or elementwise vector."""
        return RESULT_PATHS[self.results]

    def needs(self, inst: Instruction, j: int, i: int) -> tuple[frozenset[int], bool]:
        """What the contribution of output ``j`` to input ``i`` uses: indices of operands, and whether it uses the result."""
        names = self._formula(inst, j, i).names
        layout = slots(self.params, inst)
        used = {k for p, places in zip(self.params, layout, strict=True) if p.name in names for k, _ in places}
        return frozenset(used), bool(names & {"r", "r0", "r1"})

    def is_zero(self, inst: Instruction, j: int, i: int) -> bool:
        return self._formula(inst, j, i).is_zero

    def apply(
        self,
        b: Builder,
        inst: Instruction,
        j: int,
        i: int,
        d: Value,
        operands: Sequence[Value | None],
        result: Value | None,
        flags: tuple[str, ...] = (),
    ) -> Value:
        """Emit the formula; ``operands`` and ``result`` are read only where `needs` says so.

        ``flags``: fast-math words for these instructions, besides those of ``inst``.

        ``d`` is the adjoint of output ``j`` or the tangent of input ``i``; a conversion tells them apart by type.
        """
        formula = self._formula(inst, j, i)
        if formula.text == UNKNOWN:
            raise self._unknown(inst, i)
        env = self._environment(b, inst, formula, operands, result)
        words = fast_math_flags(inst)
        words += tuple(f for f in flags if f not in words)
        run = Evaluator(b, d.type, env, FormulaCaller(self, inst), words)
        if self.holomorphic:
            return self._holomorphic(run, inst, j, i, d)
        run.env = {**env, "d": d}
        return self._converted(b, inst, i, d, run.value(formula))

    def _unknown(self, inst: Instruction, i: int) -> DifferentiationError:
        """The error for a derivative that is not known."""
        param = self._inputs(inst)[i][0].name
        name = self.name.replace("scipy_", "scipy.special.").replace("drawn_", "numpy.random.Generator.")
        return DifferentiationError(
            f"the derivative of {name} by its argument {param} is not known",
            place=place_of(inst),
            hint=f"let '{param}' depend on nothing differentiated, or give what calls it a rule (irad.reverse, irad.forward)",
        )

    # ---- how

    def _inputs(self, inst: Instruction) -> list[tuple[RuleParam, int, tuple[int, tuple[int, ...]]]]:
        """(parameter, component, place) of each differentiable input."""
        return [
            (p, c, place)
            for p, places in zip(self.params, slots(self.params, inst), strict=True)
            if p.name in self.active_params and _is_float(place_type(inst.operands[places[0][0]].type, places[0][1]))
            for c, place in enumerate(places)
        ]

    @cached_property
    def active_params(self) -> frozenset[str]:
        return frozenset(p for p, formulas in self.partials.items() if not all(f.is_zero for f in formulas))

    def _formula(self, inst: Instruction, j: int, i: int) -> Formula:
        p, c, _ = self._inputs(inst)[i]
        formulas = self.partials[p.name]
        if self.holomorphic:
            return formulas[0]
        return formulas[c * len(RESULT_PATHS[self.results]) + j]

    def _environment(
        self,
        b: Builder,
        inst: Instruction,
        formula: Formula,
        operands: Sequence[Value | None],
        result: Value | None,
    ) -> dict[str, Term]:
        env: dict[str, Term] = {}
        for p, places in zip(self.params, slots(self.params, inst), strict=True):
            if p.name not in formula.names:
                continue
            parts = [component(b, _given(operands[k], p.name), path) for k, path in places]
            env[p.name] = Complex(*parts) if p.kind == "complex" else parts[0]
        if not formula.names & {"r", "r0", "r1"}:
            return env
        whole = _given(result, "r")
        parts = [component(b, whole, path) for path in self.outputs(inst)]
        if not self.results:
            env["r"] = parts[0]
            return env
        env.update({f"r{k}": x for k, x in enumerate(parts)})
        if len(parts) == 2:
            env["r"] = Complex(*parts)
        return env

    def _holomorphic(self, run: Evaluator, inst: Instruction, j: int, i: int, d: Value) -> Value:
        """One entry of the Jacobian [[re, -im], [im, re]] of the complex derivative, times ``d``."""
        _, c, _ = self._inputs(inst)[i]
        run.env = {**run.env, "d": Decimal(1)}
        derivative = run.pair(self._formula(inst, j, i))
        factor = derivative.re if c == j else derivative.im
        out = run.b.fmul(d, factor, flags=run.flags)
        return run.b.fneg(out, flags=run.flags) if (j, c) == (0, 1) else out

    def _converted(self, b: Builder, inst: Instruction, i: int, d: Value, x: Value) -> Value:
        k, path = self.inputs(inst)[i]
        source, target = inst.operands[k].type, inst.type
        if path or self.results or source.scalar is target.scalar:
            return x
        t = source if d.type.scalar is target.scalar else target
        wider = _bits(t) > _bits(x.type)
        return b.cast("fpext" if wider else "fptrunc", x, t)

    def describe(self) -> list[str]:
        lines = []
        for p in self.params:
            formulas = self.partials.get(p.name, ())
            text = ", ".join(f.text for f in formulas)
            if formulas:
                lines.append(f"{p.name}: {text if len(formulas) == 1 else f'({text})'}")
        return lines


@dataclass(frozen=True, kw_only=True)
class InactiveRule(Rule):
    """Derivative zero by definition: rounding, comparing, printing, ending the program.

    ``writes``: indexes of pointer arguments through which it writes data that has no derivative.  ``throws``: it may end
    in a C++ exception.  ``foreign``: the pointer that it returns may be to memory of a library, without a shadow.  ``whole``: the
    rule holds also where a module has the function's body, which then stays opaque before differentiation.  ``floats``: it
    returns a float, and its parameters are described; others that are not described return and take none.  ``guarded``: those
    of ``writes`` where it is an error if the memory takes part in the derivative.  ``ends``: it may destroy exceptions, and
    with them all that they and its arguments own.  ``within``: what it returns leads into the memory of this argument, or is
    null.  ``leaves``: it stores a pointer into the memory of the first of these arguments behind the second one.  ``copies``:
    it copies the bytes behind these arguments.  ``sends``: it writes the bytes behind these arguments to files, from which other
    functions read into the memory behind ``receives``.
    """

    reads: bool = False
    writes: tuple[int, ...] = ()
    noreturn: bool = False
    throws: bool = False
    foreign: bool = False
    whole: bool = False
    floats: bool = False
    guarded: tuple[int, ...] = ()
    ends: bool = False
    within: int | None = None
    leaves: tuple[int, int] | None = None
    copies: tuple[int, ...] = ()
    sends: tuple[int, ...] = ()
    receives: tuple[int, ...] = ()

    @property
    def reads_memory(self) -> bool:
        return self.reads

    @property
    def writes_memory(self) -> bool:
        return bool(self.writes)

    @property
    def pointers(self) -> set[int]:
        """The parameters that must be pointers."""
        found = {*self.writes, *self.copies, *self.sends, *self.receives, *(self.leaves or ())}
        return found if self.within is None else found | {self.within}

    def fits(self, ftype: FunctionType) -> bool:
        """Whether a function of this type is the one of the row.

        Where the row has neither parameters nor floats, a function that takes or returns floats by value is the user's own.
        """
        if self.params or self.floats:
            return fits(self.params, ftype.params)
        if any(k >= len(ftype.params) or not ftype.params[k].is_ptr for k in self.pointers) and not ftype.vararg:
            return False
        if self.within is not None and not ftype.ret.is_ptr:
            return False
        return not any(map(_holds_floats, (*ftype.params, ftype.ret)))

    def describe(self) -> list[str]:
        return ["no derivative" + (", does not return" if self.noreturn else "")]


EXCEPTION_FREED = "__cxa_free_exception"  # for exceptions that are not thrown: all others are freed by the C++ runtime


@dataclass(frozen=True, kw_only=True)
class AllocationRule(Rule):
    """Allocates memory.  Its size in bytes is the product of the operands ``size``.

    ``kind``: malloc, calloc, realloc, aligned, posix_memalign, new, reserve, custom.  The shadow is freed with
    ``deallocator``, called with the operands ``deallocator_args``, where -1 is the memory.
    """

    kind: str
    size: tuple[int, ...]
    deallocator: str = "free"
    deallocator_args: tuple[int, ...] = (-1,)

    def fits(self, ftype: FunctionType) -> bool:
        """Whether a function of this type can be the allocator: its sizes are integers, and no floats are passed or returned."""
        if any(k >= len(ftype.params) or not ftype.params[k].is_int for k in self.size):
            return False
        return not any(map(_holds_floats, (*ftype.params, ftype.ret)))

    @property
    def fresh(self) -> bool:
        """Whether each call returns memory to which there is no other pointer, or null."""
        return self.kind in ("malloc", "calloc", "new", "reserve")

    @property
    def reads_memory(self) -> bool:
        return self.kind == "realloc"

    @property
    def writes_memory(self) -> bool:
        return self.kind in ("realloc", "posix_memalign")

    def describe(self) -> list[str]:
        return [f"allocates; the shadow is {'zeroed and ' if self.kind != 'calloc' else ''}freed by {self.deallocator}"]


@dataclass(frozen=True, kw_only=True)
class DeallocationRule(Rule):
    """Frees memory: operand ``pointer``."""

    pointer: int = 0

    def fits(self, ftype: FunctionType) -> bool:
        """Whether a function of this type takes a pointer where the row says so, and no floats are passed or returned."""
        given = ftype.params[self.pointer : self.pointer + 1]
        return bool(given) and given[0].is_ptr and not any(map(_holds_floats, (*ftype.params, ftype.ret)))

    @property
    def writes_memory(self) -> bool:
        return True

    def describe(self) -> list[str]:
        return ["frees; waits for the reverse sweep"]


Emit = Callable[[Builder, Instruction], "Value | None"]


@dataclass(frozen=True, kw_only=True)
class LoweringRule(Rule):
    """Replaced by simpler IR before differentiation: by formulas, or by ``code`` where formulas do not reach.

    ``result`` is the value, ``stores`` maps pointer parameters to what is stored there.
    """

    result: Formula | None = None
    stores: Mapping[str, Formula] = field(default_factory=dict)
    code: Emit | None = None

    @property
    def writes_memory(self) -> bool:
        return any(p.kind == "ptr" for p in self.params)

    def lower(self, b: Builder, inst: Instruction) -> Value | None:
        """Emit the replacement at ``b``; the value that replaces ``inst`` (None for void), which the caller erases."""
        if self.code is not None:
            return self.code(b, inst)
        env: dict[str, Term] = {}
        layout = slots(self.params, inst)
        for p, places in zip(self.params, layout, strict=True):
            parts = [component(b, inst.operands[k], path) for k, path in places]
            env[p.name] = Complex(*parts) if p.kind == "complex" else parts[0] if parts else inst
        t = next((v.type for v in env.values() if isinstance(v, Value) and _is_float(v.type)), inst.type)
        run = Evaluator(b, t, env, FormulaCaller(self, inst), fast_math_flags(inst))
        for name, formula in self.stores.items():
            pointer = env[name]
            assert isinstance(pointer, Value)
            b.store(run.value(formula), pointer)
        return run.value(self.result) if self.result is not None else None

    def describe(self) -> list[str]:
        lines = [f"*{p} = {f.text}" for p, f in self.stores.items()]
        if self.result is not None:
            lines.append(f"= {self.result.text}")
        return ["replaced by " + "; ".join(lines)] if lines else ["replaced by simpler instructions"]


def _given(v: Value | None, name: str) -> Value:
    if v is None:
        raise RuleError(f"the value of '{name}' is needed but was not given")
    return v


def _is_float(t: Type) -> bool:
    if isinstance(t, StructType):
        return bool(t.elements) and all(e.is_float for e in t.elements or ())
    return t.scalar.is_float


def _holds_floats(t: Type) -> bool:
    if t.is_struct:
        return any(_holds_floats(e) for e in t.elements or ())  # type: ignore[attr-defined]
    return _holds_floats(t.element) if t.is_array else t.scalar.is_float  # type: ignore[attr-defined]


def _bits(t: Type) -> int:
    scalar = t.element if isinstance(t, VectorType) else t
    assert isinstance(scalar, FloatType)
    return scalar.bits


# ---- from rows to rules


def parse_signature(text: str) -> tuple[str, tuple[RuleParam, ...], str]:
    """``"jn(n: int, x)"`` -> name, parameters, kind of result."""
    match = _SIGNATURE.match(text)
    if match is None:
        raise RuleError(f"'{text}' is not a signature")
    name, inner, results = match.groups()
    params = []
    for part in filter(None, (s.strip() for s in inner.split(","))):
        p, _, kind = part.partition(":")
        params.append(RuleParam(p.strip(), kind.strip() or "float"))
    return name, tuple(params), results or ""


def _formulas(text: str | tuple[str, ...]) -> tuple[Formula, ...]:
    return tuple(Formula(t) for t in ((text,) if isinstance(text, str) else text))


def math(
    signature: str,
    partials: Mapping[str, str | tuple[str, ...]],
    *,
    names: str,
    domain: Domain | None,
    emission: Emission = Emission(),
    singular: bool = False,
    holomorphic: bool = False,
    note: str = "",
) -> MathRule:
    """A row with a derivative; see `MathRule` for the shape of ``partials``."""
    name, params, results = parse_signature(signature)
    return MathRule(
        name=name,
        names=names,
        params=params,
        note=note,
        emission=emission,
        partials={p: _formulas(f) for p, f in partials.items()},
        results=results,
        holomorphic=holomorphic,
        singular=singular,
        domain=domain,
    )


def lowering(
    signature: str,
    result: str = "",
    *,
    names: str,
    stores: Mapping[str, str] | None = None,
    note: str = "",
) -> LoweringRule:
    """A row that formulas replace; those that need code make their `LoweringRule` themselves."""
    name, params, _ = parse_signature(signature)
    return LoweringRule(
        name=name,
        names=names,
        params=params,
        note=note,
        result=Formula(result) if result else None,
        stores={p: Formula(f) for p, f in (stores or {}).items()},
    )


def inactive(
    name: str,
    names: str = "",
    *,
    params: str = "",
    reads: bool = False,
    writes: tuple[int, ...] = (),
    noreturn: bool = False,
    throws: bool = False,
    foreign: bool = False,
    whole: bool = False,
    floats: bool = False,
    ends: bool = False,
    emission: Emission = Emission(),
    note: str = "",
) -> InactiveRule:
    return InactiveRule(
        name=name,
        names=names or name,
        params=parse_signature(f"f({params})")[1],
        reads=reads,
        writes=writes,
        noreturn=noreturn,
        throws=throws,
        foreign=foreign,
        whole=whole,
        floats=floats,
        ends=ends,
        emission=emission,
        note=note,
    )
