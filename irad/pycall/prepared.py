"""Annotated calls at the cost of a built-in function's: `autodiff` of a Python function, from the second call of a kind on.

A `CallPlan` is made for a function, a mode and the annotations of its arguments.  It hands these to machine code: a call wrapper
as that of `irad.jit` functions, which reads annotations as it reads data classes, around an adapter (`adapter.py`) around the
derivative.  For a call that these do not take (other types, arrays that overlap, a captured name that was rebound) the plan
returns NotImplemented, and `autodiff` proceeds as without a plan.

There are plans for arguments that are numbers and arrays, and for results that are numbers.
"""

from __future__ import annotations

import itertools
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field, fields, replace
from hashlib import sha256
from typing import Any

import numpy as np

from irad.analysis.flow.addresses import leaves
from irad.annotations import Active, Annotation, BatchDuplicated, Duplicated, Mode
from irad.frontends.python.sources import python_types
from irad.frontends.python.sources.dtypes import DTYPES
from irad.options import Options
from irad.pycall.adapter import ADAPTER, TARGET, Adapter, ArrayOperand
from irad.pycall.binding import BoundCall
from irad.pycall.builtin import Builtin, symbols
from irad.pycall.fast import WRAPPER, bound_anew, guards_of, parameter, scalar_results, takes_time
from irad.pycall.signature import NATIVE, ArrayValue, CapturedArray, Items, Parameter, Same, ScalarValue, Signature, Value
from irad.pycall.specialisation import PythonFunction, known_function
from irad.pycall.wrapper import wrapper_text
from irad.runtime.batches import lane_seeds
from irad.runtime.compiled import Code, CompiledDerivative, Image, compile_image
from irad.runtime.disk_store import load, save
from irad.runtime.entry import DerivativeEntry
from irad.runtime.native import POOL, check_status

_MOST = 8  # plans for one kind of call: types of arguments that differ

Kind = tuple[Any, ...]


def kind_of(args: Sequence[object], mode: Mode, returns: object) -> Kind:
    """The key under which calls of a function share plans."""
    return (mode, returns, *map(type, args))


def run_prepared(f: object, args: Sequence[object], mode: Mode, returns: object, seed: object) -> object:
    """The results of a call for which there is a plan, else NotImplemented."""
    known = known_function(f)
    if known is None:
        return NotImplemented
    try:
        plans = known.ready[mode, returns]
    except (KeyError, TypeError):  # none yet, or something that cannot be hashed
        return NotImplemented
    for plan in plans:
        out = plan.run(args, seed)
        if out is not NotImplemented:
            return out
    return NotImplemented


def offer(
    f: PythonFunction,
    kind: Kind,
    call: BoundCall,
    notes: Sequence[Annotation],
    mode: Mode,
    derivative: CompiledDerivative,
) -> None:
    """Called after a call without a plan: make one, if this was not the first call of its kind and if it is possible."""
    if kind not in f.plans:
        f.plans[kind] = []
        return
    plans = [p for p in f.plans[kind] if not p.stale]
    known = any(p.spec is call.spec and p.width == call.width for p in plans)
    if len(plans) < _MOST and not f.tape_limit and call.noalias and not known:
        made = _Maker(f, kind, call, notes, mode, derivative).plan()
        if made is not None:
            plans.append(made)
    f.plans[kind] = plans
    f.ready[kind[:2]] = [p for other, made in list(f.plans.items()) if other[:2] == kind[:2] for p in made]


class CallPlan:
    """See the module's docstring.  ``width``: of the batch; ``seeds``: how many seeds are passed (several in a batch)."""

    def __init__(
        self, f: PythonFunction, call: BoundCall, derivative: CompiledDerivative, signature: Signature, adapter: str,
        seeds: int, batch: bool, forward: bool,
    ) -> None:  # fmt: skip
        self.spec, self.width = call.spec, call.width
        self._signature, self._function = signature, f
        self._seeds, self._batch, self._forward = seeds, batch, forward
        self._one = seeds == 1 and not batch
        self._trims = POOL.trimmed
        self._keep = self._other, self._error, derivative  # the code has the addresses of these very objects
        image = _image(adapter, wrapper_text(signature, WRAPPER))
        target = derivative.code.engine.address(f"irad.call.{derivative.made[0].symbol}")
        found = symbols(signature, POOL.address, self._keep[0], self._keep[1], WRAPPER)
        code = Code(image, (), {**found, TARGET: target}, {})
        self._call = Builtin(code.engine, (self._keep, code), call.spec.name, "", WRAPPER).function()

    def run(self, args: Sequence[Any], seed: object) -> object:
        """The result of the call, or NotImplemented."""
        if self._function.tape_limit:
            return NotImplemented
        if self._one:
            trims = self._trims.value
            out = self._call(*args, seed)
        else:
            if self._batch and isinstance(seed, (tuple, list)) and len(seed) != self._seeds:
                return NotImplemented  # a batch of another width, or an error
            given = lane_seeds(seed, self._seeds, self._batch) if self._seeds else ()
            trims = self._trims.value
            out = self._call(*args, *given)
        if trims != self._trims.value and not self._forward:
            self._function.shorten_tapes()
        return out

    @property
    def stale(self) -> bool:
        """Whether a captured name has been rebound to another object."""
        return bound_anew(self._signature)

    def _other(self, *args: object) -> object:
        return NotImplemented

    def _error(self, status: int, arena: int) -> None:
        check_status(arena)
        self.spec.raise_status(status, arena)


def _image(adapter: str, wrapper: str) -> Image:
    """The machine code, from the disk if it was made before."""
    key = f"prepared {sha256((adapter + wrapper).encode()).hexdigest()}"
    found: Image | None = load(key)
    if found is None:
        found = compile_image(adapter, {}, False, Options(level=1), extra=wrapper, extra_exports=(WRAPPER,))
        save(key, found)
    return found


@dataclass
class _Parameter:
    """A native parameter of the function, or an array with its sizes: where it is, and its shadows.

    ``internal``: how many shadows it gets for the time of the call.
    """

    leaf: int
    value: str | ArrayOperand
    shadows: list[str | ArrayOperand] = field(default_factory=list)
    internal: int = 0

    def operands(self, adapter: Adapter) -> list[str]:
        """Value and shadows as the derivative takes them."""
        if isinstance(self.value, str):
            return [self.value, *map(str, self.shadows)]
        data, *sizes = self.value.registers
        made = [f"ptr {adapter.zeros_like(self.value)}" for _ in range(self.internal)]
        return [data, *made, *(s.registers[0] for s in self.shadows if isinstance(s, ArrayOperand)), *sizes]


@dataclass
class _Maker:
    """Makes one `CallPlan`, or finds that none is possible."""

    f: PythonFunction
    kind: Kind
    call: BoundCall
    notes: Sequence[Annotation]
    mode: Mode
    derivative: CompiledDerivative
    params: list[Parameter] = field(default_factory=list)
    entries: list[_Parameter] = field(default_factory=list)
    leaf: int = 0

    def plan(self) -> CallPlan | None:
        spec, (made,) = self.call.spec, self.derivative.made
        lowered = spec.lowered
        entry = self.call.entry(self.mode)
        given = self.kind[2:]
        slow = lowered.uses or lowered.fixed or lowered.makes_generators
        if entry is None or slow or scalar_results(lowered.result) is None or made.fields[0] != "primal":
            return None
        if len(given) != len(lowered.arg_types):  # defaults were added
            return None
        self.adapter = Adapter(made.ftype)
        for note, ty, cls in zip(self.notes, lowered.arg_types, given, strict=True):
            before = len(self.params)
            if not self._argument(note, parameter(ty, spec.declared)):
                return None
            if issubclass(cls, Annotation):
                if issubclass(cls, (Duplicated, BatchDuplicated)) != (len(self.params) > before + 1):
                    return None
                parts = [p for p in self.params[before:] if not isinstance(p, CapturedArray)]
                self.params[before:] = [_annotation(cls, parts)]
        seeds = []
        for _ in range(self.call.width if entry.seeds else 0):
            self.params.append(ScalarValue("float64", convert=True))
            seeds.append(self.adapter.scalar("float64").split()[1])
        for array, ty, _ in lowered.captures:
            own = parameter(ty, True)
            if not isinstance(own, ArrayValue) or not isinstance(array, np.ndarray):
                return None
            if not self._array(own, None, lambda p, array=array: CapturedArray(p, array)):  # type: ignore[misc]
                return None
        self._finish(seeds, entry.seeds)
        outputs, guards = self._results(entry), guards_of(self.f.fn, *spec.methods)
        nogil = takes_time(self.f.fn, self.params, outputs)
        signature = Signature(ADAPTER, tuple(self.params), outputs, True, memory=False, nogil=nogil, guards=guards)
        batch = any(isinstance(n, BatchDuplicated) for n in self.notes)
        return CallPlan(self.f, self.call, self.derivative, signature, self.adapter.text(), len(seeds), batch, self.mode.forward)

    # ---- parameters

    def _argument(self, note: Annotation, own: Value | None) -> bool:
        if isinstance(own, ArrayValue):
            return self._array(own, note, lambda p: p)
        if not isinstance(own, ScalarValue) or DTYPES[own.kind].is_complex:
            return False
        value = self.adapter.scalar(own.kind)
        self.params.append(own)
        entry = _Parameter(self.leaf, value)
        for _ in range(self.call.width if self.call.params[self.leaf].shadow else 0):
            self.params.append(ScalarValue(own.kind, convert=own.kind == "float64"))
            entry.shadows.append(self.adapter.scalar(own.kind))
        self.entries.append(entry)
        self.leaf += 1
        return True

    def _array(self, own: ArrayValue, note: Annotation | None, wrap: Callable[[ArrayValue], ArrayValue | CapturedArray]) -> bool:
        strided = own.layout != "C"
        entry = _Parameter(self.leaf, self.adapter.array(own.dtype, own.ndim, strided))
        self.params.append(wrap(own))
        if isinstance(note, (Duplicated, BatchDuplicated)):
            for _ in range(self.call.width):
                entry.shadows.append(self.adapter.array(own.dtype, own.ndim, strided))
                self.params.append(replace(own, writable=True))
        elif self.call.params[self.leaf].shadow:
            entry.internal = self.call.width
        self.entries.append(entry)
        self.leaf += 1 + own.ndim * (2 if strided else 1)
        return not (entry.internal and strided)

    def _finish(self, given: Sequence[str], kinds: Sequence[str]) -> None:
        """Checks, then the operands of the derivative."""
        adapter = self.adapter
        for entry in self.entries:
            for shadow in entry.shadows:
                if isinstance(entry.value, ArrayOperand) and isinstance(shadow, ArrayOperand):
                    adapter.same_layout(entry.value, shadow)
        adapter.apart()
        for entry in self.entries:
            adapter.operands += entry.operands(adapter)
        for i, kind in enumerate(kinds):
            seed = given[i % len(given)]
            if i > 0 and self.mode.gradient:  # that of the first result
                adapter.operands.append(f"{NATIVE[kind]} 0.0")
                continue
            as_float = adapter.let(f"fptrunc double {seed} to float") if kind == "float32" else ""
            adapter.operands.append(f"float {as_float}" if as_float else f"double {seed}")

    # ---- results

    def _results(self, entry: DerivativeEntry) -> tuple[Value, ...]:
        """What `autodiff` returns, a tuple; the adapter returns the numbers in it in their order."""
        value = _structure(self.call.spec.lowered.result)
        where: dict[str | int, list[int]] = {}
        for name, offset in zip(self.derivative.made[0].fields, _offsets(self.derivative), strict=True):
            where.setdefault(name, []).append(offset)
        wanted = [(o, entry.kinds[int(name.split()[1])]) for name in dict.fromkeys(entry.fields) for o in where[name]]
        actives = [i for i, n in enumerate(self.notes) if isinstance(n, Active)]
        for i in actives:
            leaf = self.entries[i].leaf
            wanted += [(o, self.call.leaves[leaf].text) for o in where[leaf + 1]]
        lanes = self.call.width if any(isinstance(n, BatchDuplicated) for n in self.notes) else 0
        if entry.forward:
            build = _forward(value, entry.kinds, entry.active, entry.primal, lanes)
        else:
            build = _reverse(value, len(entry.kinds), actives, len(self.notes), entry.primal, lanes)
        order: list[int] = []
        built = _tree(build(tuple(_Number(i, kind) for i, (_, kind) in enumerate(wanted))), order)
        self.adapter.results = [(NATIVE[wanted[i][1]], wanted[i][0]) for i in order]
        return built.items if isinstance(built, Items) else (built,)


@dataclass(frozen=True)
class _Number:
    """A number among the results, by its place among those of the derivative."""

    place: int
    kind: str


def _tree(built: object, order: list[int]) -> Value:
    """A result as a wrapper makes it; ``order`` gets the places of the numbers in it."""
    if isinstance(built, tuple):
        return Items(tuple([_tree(item, order) for item in built]))
    if isinstance(built, _Number):
        order.append(built.place)
        return ScalarValue(built.kind)
    return Same(built)


def _annotation(cls: type[Annotation], own: Sequence[Value]) -> Items:
    """An annotated argument: its value, and its shadows."""
    value, *shadows = own
    names = tuple(f.name for f in fields(cls))  # type: ignore[arg-type]
    items = (value, *(shadows if not issubclass(cls, BatchDuplicated) else [Items(tuple(shadows))]))
    return Items(items, "dataclass", cls, names[: len(items)])


def _offsets(derivative: CompiledDerivative) -> list[int]:
    """Where the fields of the struct that a derivative returns lie in it."""
    return [offset for _, offset, _ in leaves(derivative.made[0].ftype.ret)]


def _structure(ty: python_types.Ty) -> Callable[[Sequence[object]], object]:
    """Makes a result of its numbers."""
    if isinstance(ty, python_types.Tuple):
        return tuple
    return lambda items: items[0] if items else None


def _each(numbers: Iterator[object], lanes: int) -> object:
    """The next number, or in a batch a tuple of the next numbers."""
    return tuple(itertools.islice(numbers, lanes)) if lanes else next(numbers)


def _forward(
    value: Callable[[Sequence[object]], object], kinds: Sequence[str], active: Sequence[bool], primal: bool, lanes: int
) -> Callable[[tuple[object, ...]], object]:
    zeros: list[object] = [False if k == "bool" else 0 for k in kinds]
    zeros = [(z,) * lanes for z in zeros] if lanes else zeros
    count = len(kinds) if primal else 0
    if not any(active):
        return (lambda found: (value(found),)) if primal else (lambda found: ())

    def build(found: tuple[object, ...]) -> object:
        tangents = iter(found[count:])
        tangent = value([_each(tangents, lanes) if a else z for a, z in zip(active, zeros, strict=True)])
        return (tangent, value(found[:count])) if primal else (tangent,)

    return build


def _reverse(
    value: Callable[[Sequence[object]], object], results: int, actives: Sequence[int], arguments: int, primal: bool, lanes: int
) -> Callable[[tuple[object, ...]], object]:
    count = results if primal else 0

    def build(found: tuple[object, ...]) -> object:
        out: list[object] = [None] * arguments
        derivatives = iter(found[count:])
        for i in actives:
            out[i] = _each(derivatives, lanes)
        return (tuple(out), value(found[:count])) if primal else tuple(out)

    return build
