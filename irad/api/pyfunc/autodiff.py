"""`autodiff` and `autodiff_thunk`: annotated calls, in all modes."""

from __future__ import annotations

import reprlib
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any

import numpy as np

from irad.annotations import (
    Active,
    Annotation,
    BatchDuplicated,
    Const,
    Duplicated,
    DuplicatedNoNeed,
    Mode,
    Reverse,
    ReverseSplit,
    annotated,
)
from irad.api.pyfunc.ir_module import ELEMENTS, ModuleFunction
from irad.errors import ActivityError, AliasingError, TypingError
from irad.options import Options
from irad.pycall.prepared import run_prepared
from irad.pycall.specialisation import python_function
from irad.runtime.batches import grouped, is_batch, lane_seeds, width_of
from irad.runtime.compiled import Lease, ModuleSource, limit_new_tapes
from irad.runtime.memory_overlap import ArgumentArray, bounds, check_batch
from irad.runtime.native_values import native
from irad.runtime.shadows import check_shadow, check_strides, with_internal_shadows
from irad.runtime.tapes import Tape, check_declared, check_tape
from irad.tracebacks import ends_at_the_call, hide_own_frames
from irad.transform.base.request import ACTIVE, CONST, DUP, FORWARD, GRADIENT, MadeDerivative, Param, Request


def autodiff(
    f: object,
    *args: object,
    mode: Mode = Reverse,
    returns: object = None,
    seed: object = 1.0,
    tape_limit: int | None = None,
) -> Any:
    """Run ``f`` and its derivative.

    Args:
        f: a Python function, one compiled by `jit`, a Numba dispatcher, or a function of a `Module`.
        args: its arguments, annotated: `Active` (a float), `Duplicated` (an array or container with a shadow of the same shape
            and dtype), `BatchDuplicated` (with k shadows), `Const`; a bare value means `Const`.
        mode: `Reverse`, `Forward`, or these ``WithPrimal``.
        returns: how the result takes part: `Active` (default for a float), `Const` (default for None), `Duplicated` (results
            that are arrays, or tuples with arrays).
        seed: reverse mode: the adjoint of the result, a float or built like the result; a tuple of k for a batch.
        tape_limit: how many bytes the tape of this call may take; where a loop needs more, its steps run again from snapshots, as
            those of `irad.checkpointed` do.

    Returns:
        Reverse mode: a tuple with an entry per argument, the derivative of `Active` ones and None for others; the derivative by
        `Duplicated` ones is *added* to their shadows, and where ``f`` overwrites an array, its shadow is zeroed after it has been
        propagated: an output's cotangent goes in, zeros come back.  Forward mode: ``(tangent,)``, ``()`` where there is none.
        With the primal: ``(derivatives, primal)`` and ``(tangent, primal)``.  Arrays are changed exactly as ``f`` changes them.

    Raises:
        ActivityError: an annotation, ``mode``, ``returns`` or a shadow does not fit.
        AliasingError: primals and shadows do not overlap alike, or a `Const` array that overlaps a `Duplicated` one is written.
        TypingError: an argument has no type that can be compiled, or the result is not what is differentiated.
        UnsupportedError: ``f`` contains something that is not compiled.
        DifferentiationError: something active in ``f`` has no derivative.
        MemoryError: no schedule of a loop fits into ``tape_limit``.
        Exception: what ``f`` raises, as it is; no shadow has been touched then.

    >>> import irad, numpy as np
    >>> irad.autodiff(lambda x: x * x, irad.Active(3.0))
    (6.0,)
    >>> x, dx = np.array([1.0, 2.0]), np.zeros(2)
    >>> irad.autodiff(lambda x, s: s * (x * x).sum(), irad.Duplicated(x, dx), irad.Active(3.0), mode=irad.ReverseWithPrimal)
    ((None, 5.0), 15.0)
    >>> dx
    array([ 6., 12.])

    The conventions are those of Enzyme (Moses & Churavy, "Instead of rewriting foreign code for machine learning, automatically
    synthesize fast gradients", 2020).
    """
    try:
        out = run_prepared(f, args, mode, returns, seed) if tape_limit is None else NotImplemented
        return out if out is not NotImplemented else _autodiff(f, args, mode, returns, seed, tape_limit)
    except BaseException as error:
        hide_own_frames(error)
        raise


def _autodiff(f: Any, args: Sequence[object], mode: Mode, returns: object, seed: object, tape_limit: int | None) -> Any:
    """`autodiff` where nothing has been prepared for such a call."""
    if not isinstance(mode, Mode):
        raise ActivityError(f"mode must be irad.Reverse, irad.Forward or the like, not {reprlib.repr(mode)}")
    if returns is not None and not any(returns is r for r in (Active, Const, Duplicated, DuplicatedNoNeed)):
        raise ActivityError(f"returns= is irad.Active, irad.Const or irad.Duplicated, not {reprlib.repr(returns)}")
    if isinstance(f, ModuleFunction):
        return _module_autodiff(f, [annotated(a) for a in args], mode, returns, seed, tape_limit or 0)
    from irad.api.pyfunc.python_calls import python_autodiff

    return python_autodiff(f if tape_limit is None else python_function(f).limited(tape_limit), args, mode, returns, seed)


@dataclass(frozen=True)
class _Bound:
    """Native parameters of one call: how each takes part, its value and its shadows (one per lane, none if it has none)."""

    params: tuple[Param, ...]
    values: list[object]
    shadows: list[list[object]]
    noalias: bool
    elements: tuple[str, ...]
    keep: list[object]
    width: int
    pieces: list[ArgumentArray]


_NOT_WRITTEN = frozenset(("readonly", "readnone"))  # parameter attributes that LLVM infers


def _bind_module(f: ModuleFunction, notes: Sequence[Annotation], mode: Mode) -> _Bound:
    if len(notes) != len(f.params):
        raise ActivityError(f"{f.__name__}() takes {len(f.params)} arguments, {len(notes)} were given")
    params, values, shadows, pieces, lanes = [], [], [], [], []
    width = width_of(notes)
    skip = 1 if f.takes_arena else 0
    for note, (name, t), parameter in zip(notes, f.params, f.fn.args[skip:], strict=True):
        attributes = set(parameter.attrs.split())
        values.append(native(note.val, t, name, f.__name__))
        kind, own = _kind(note, t.is_ptr, t.is_float, name, mode)
        params.append(kind)
        shadows.append([native(d, t, f"the shadow of {name}", f.__name__) for d in own])
        if isinstance(note.val, np.ndarray):
            for d in own:
                check_shadow(note.val, d, name)
            pieces.append(ArgumentArray(name, note.val, None, attributes.isdisjoint(_NOT_WRITTEN)))
            lanes.append(own or None)
    for variable, address in f.source.stored_pointers():
        for piece, shadowed in zip(pieces, lanes, strict=True):
            low, high = bounds(piece.array)
            if shadowed is not None and low <= address < high:
                raise AliasingError(
                    f"the variable {variable} of the module points into {piece.name}: what happens through it has no derivative",
                    hint=f"set {variable} in the function that is differentiated, or to other memory",
                )
    apart = check_batch(pieces, lanes) and not f.source.keeps_pointers
    for piece, shadows_of_it in zip(pieces, lanes, strict=True):
        for d in shadows_of_it or ():
            check_strides(piece.array, d, piece.name)
    noalias = apart and all(isinstance(n.val, np.ndarray) or not t.is_ptr for n, (_, t) in zip(notes, f.params, strict=True))
    f.check_elements([n.val for n in notes])
    elements = tuple(ELEMENTS.get(n.val.dtype.char, "") if isinstance(n.val, np.ndarray) else "" for n in notes)
    return _Bound(tuple(params), values, shadows, noalias, elements, [], width, pieces)


def _facts(bound: _Bound, head: Sequence[Param]) -> tuple[str, ...]:
    return ("",) * len(head) + bound.elements


def _kind(note: Annotation, is_pointer: bool, is_float: bool, name: str, mode: Mode) -> tuple[Param, list[Any]]:
    """How an argument takes part, and its shadows."""
    if isinstance(note, Const):
        return CONST, []
    if isinstance(note, Active):
        if not is_float:
            what = "an array or pointer: use Duplicated" if is_pointer else "not a floating-point scalar: use Const"
            raise ActivityError(f"{name} is Active, but it is {what}")
        if mode.forward:
            raise ActivityError(f"{name} is Active, which forward mode does not know", hint="use Duplicated(x, tangent)")
        return ACTIVE, []
    if isinstance(note, (Duplicated, BatchDuplicated)):
        if is_pointer or (mode.forward and is_float):
            return DUP, list(note.dval) if isinstance(note, BatchDuplicated) else [note.dval]
        if is_float:
            raise ActivityError(f"{name} is a scalar and Duplicated", hint="in reverse mode a scalar is Active")
        raise ActivityError(f"{name} is an integer, which has no derivative", hint="pass it as Const")
    raise ActivityError(f"{name}: {type(note).__name__} is not an annotation irad knows")


def _module_autodiff(
    f: ModuleFunction, notes: Sequence[Annotation], mode: Mode, returns: object, seed: object, tape_limit: int
) -> Any:
    bound = _bind_module(f, notes, mode)
    float_return = f.ftype.ret.is_float
    active_return = float_return if returns is None else returns is not Const
    if mode.gradient and not (float_return and mode.gradient == "float"):
        raise TypingError(f"{f.__name__}() returns {f.ftype.ret}; a gradient is that of one float")
    if active_return and not float_return:
        raise ActivityError(f"{f.__name__} returns {f.ftype.ret}, which cannot be active")
    options = Options(noalias=bound.noalias, limited=tape_limit > 0)
    head = (CONST,) if f.takes_arena else ()
    kind, facts = FORWARD if mode.forward else GRADIENT, _facts(bound, head)
    request = Request(f.fn.name, kind, head + bound.params, active_return, facts, bound.width)
    request, bound = add_internal_shadows(f.source, request, bound, notes, options, len(head))
    derivative = f.source.derivative(request, options)
    (made,) = derivative.made
    args: list[object] = interleave(bound)
    if active_return and not mode.forward:
        args += _seeds(f, seed, notes, bound.width)
    with Lease() as arena:
        if tape_limit:
            limit_new_tapes(arena, options.tape_stack, tape_limit)
        out = derivative.code(made.symbol, [arena, *args])
    del bound
    return _results(made, out, notes, mode, len(head))


def add_internal_shadows(
    source: ModuleSource, request: Request, bound: _Bound, notes: Sequence[Annotation], options: Options, skip: int
) -> tuple[Request, _Bound]:
    """Give constant arrays through which active values pass an internal, zeroed shadow."""
    arrays = [i + skip for i, n in enumerate(notes) if isinstance(n.val, np.ndarray)]
    pieces = dict(zip(arrays, bound.pieces, strict=True))
    request, made = with_internal_shadows(source, request, options, pieces, bound.width)
    shadows, keep = list(bound.shadows), list(bound.keep)
    for i, buffers in made.items():
        keep.append(buffers)
        shadows[i - skip] = [int(b.__array_interface__["data"][0]) for b in buffers]
    return request, replace(bound, params=request.params[skip:], shadows=shadows, keep=keep)


def interleave(bound: _Bound) -> list[Any]:
    """Values and shadows in the order of the derivative's parameters."""
    out: list[object] = []
    for value, shadows in zip(bound.values, bound.shadows, strict=True):
        out += [value, *shadows]
    return out


def _seeds(f: ModuleFunction, seed: object, notes: Sequence[Annotation], width: int) -> list[Any]:
    """The adjoint of the result, for each lane."""
    return [native(s, f.ftype.ret, "seed", f.__name__) for s in lane_seeds(seed, width, is_batch(notes))]


def _results(made: MadeDerivative, out: list[object], notes: Sequence[Annotation], mode: Mode, skip: int) -> Any:
    fields = grouped(made, out)
    batch = is_batch(notes)
    primal = fields["primal"][0] if "primal" in fields else None

    def lanes(name: str | int) -> Any:
        return tuple(fields[name]) if batch else fields[name][0]

    if mode.forward:
        tangent = (lanes("tangent"),) if "tangent" in fields else ()
        return (*tangent, primal) if mode.primal else tangent
    derivatives = tuple(lanes(i + skip) if isinstance(n, Active) and i + skip in fields else None for i, n in enumerate(notes))
    return (derivatives, primal) if mode.primal else derivatives


@ends_at_the_call
def autodiff_thunk(f: object, *args: object, mode: Mode = ReverseSplit, returns: object = None) -> tuple[Any, Any]:
    """Split reverse mode: the forward sweep now, the reverse sweep later.

    Args:
        f: as for `autodiff`.
        args: annotated arguments or classes of annotations; if given, later calls must be annotated alike.
        mode: `ReverseSplit`.
        returns: as for `autodiff`.

    Returns:
        ``(augmented, reverse)``.  ``tape, primal = augmented(*args)`` runs ``f``; ``reverse(*args, tape=tape, seed=1.0)`` runs
        its reverse and returns what `autodiff` would.  The arguments of both are the same (the same arrays and shadows); each
        tape is used once, or freed with ``tape.close()``.

    Raises:
        ActivityError: the mode is not split; later, an annotation differs, or a tape was used or is that of another call.
        AliasingError, TypingError, UnsupportedError, DifferentiationError: from ``augmented``, as from `autodiff`.

    >>> import irad
    >>> augmented, reverse = irad.autodiff_thunk(lambda x: x ** 3)
    >>> tape, value = augmented(irad.Active(2.0))
    >>> value, reverse(irad.Active(2.0), tape=tape)
    (8.0, (12.0,))
    """
    if not mode.split:
        raise ActivityError(f"autodiff_thunk needs a split mode, not {mode}")
    if not isinstance(f, ModuleFunction):
        from irad.api.pyfunc.python_calls import python_thunk

        made: tuple[object, object] = python_thunk(f, args, returns)
        return made

    float_return = f.ftype.ret.is_float
    active_return = float_return if returns is None else returns is not Const

    def prepare(notes: Sequence[Annotation]) -> Any:
        bound = _bind_module(f, notes, mode)
        head = (CONST,) if f.takes_arena else ()
        request = Request(f.fn.name, "split", head + bound.params, active_return, _facts(bound, head), bound.width)
        options = Options(noalias=bound.noalias)
        request, bound = add_internal_shadows(f.source, request, bound, notes, options, len(head))
        return f.source.derivative(request, options), bound, len(head)

    @ends_at_the_call
    def augmented(*given: object) -> tuple[Tape, Any]:
        notes = [annotated(a) for a in given]
        check_declared(args, notes)
        derivative, bound, _ = prepare(notes)
        lease = Lease()
        tape = Tape(lease, f.source, notes, (f.fn.name, bound))
        tape.derivative, tape.arena = derivative, lease.__enter__()
        ahead = derivative.made[0]
        out = dict(zip(ahead.fields, derivative.code(ahead.symbol, [tape.arena, *interleave(bound)]), strict=False))
        tape.pointer = out["tape"]
        return tape, out.get("primal")

    @ends_at_the_call
    def reverse(*given: object, tape: Tape, seed: object = 1.0) -> Any:
        notes = [annotated(a) for a in given]
        owner = f.source if isinstance(tape, Tape) and tape.call[0] == f.fn.name else None
        check_tape(tape, owner, f.__name__, notes)
        derivative, skip = tape.derivative, 1 if f.takes_arena else 0
        back = derivative.made[1]
        seeds = _seeds(f, seed, notes, width_of(notes)) if active_return else []
        try:
            out = derivative.code(back.symbol, [tape.arena, tape.pointer, *seeds])
        finally:  # a reverse that ended early has used it up as well
            tape.close()
        return _results(back, out, notes, Reverse, skip)

    return augmented, reverse
