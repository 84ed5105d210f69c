"""Functional transforms made in Python: where arrays share memory, for functions of modules, and where a tape is kept (`vjp`).

Arrays are copied before the call, those that share memory into one buffer, so that they share it in the same way; their shadows
are views of one shadow buffer likewise.  The derivative of an argument thus means the same as in `autodiff`: values are
identified by their memory.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import numpy as np

from irad.annotations import (
    Active,
    Annotation,
    Const,
    Differentiated,
    Duplicated,
    ForwardWithPrimal,
    Mode,
)
from irad.api.pyfunc.argnums import Argnums, numbers_of
from irad.api.pyfunc.autodiff import autodiff, autodiff_thunk
from irad.api.pyfunc.ir_module import ModuleFunction
from irad.errors import AliasingError, TypingError, UnsupportedError
from irad.frontends.python.sources.instances import check_plain, whole_fields
from irad.frontends.python.sources.made_functions import MadeFunction, by_shape, inner_function, shaped
from irad.frontends.python.sources.python_types import check_nesting, form_of, map_leaves, parts_of
from irad.runtime.memory_overlap import bounds, elements_apart
from irad.runtime.seeds import check_like

_GRADIENT = Mode("Reverse", forward=False, primal=False, gradient="float")
_VALUE = Mode("ReverseWithPrimal", forward=False, primal=True, gradient="float")
_AUX = Mode("ReverseWithPrimal", forward=False, primal=True, gradient="aux")


def with_shared_memory(made: MadeFunction, args: Sequence[object]) -> object:
    """A transformed call with arrays that share memory."""
    f = inner_function(made.f) if not isinstance(made.f, ModuleFunction) else made.f
    if made.kind in ("grad", "value_and_grad"):
        return _gradient(f, made, args)
    if made.kind in ("jvp", "pushforward"):
        half = len(args) // 2
        both = _push(f, args[:half], args[half:])
        return both if made.kind == "jvp" else both[1]
    if made.kind in ("jacfwd", "jacrev", "jacobian"):
        return _columns(f, made, args)
    raise UnsupportedError(
        f"irad.{made.kind} of arrays that share memory is not supported", hint="pass copies of the arrays"
    )


def module_transform(kind: str, f: ModuleFunction, argnums: Argnums, has_aux: bool) -> Callable[..., object]:
    """A transform of a function of a module."""
    numbers, single = numbers_of(argnums)
    if kind not in ("grad", "value_and_grad"):  # it returns one number, so the Jacobian is its gradient
        kind = "grad"
    made = _ModuleMade(kind, f, numbers, single, has_aux)

    def transformed(*args: object) -> object:
        return _gradient(f, made, args)

    return transformed


class _ModuleMade:
    """The counterpart of `MadeFunction` for functions of modules."""

    def __init__(self, kind: str, f: ModuleFunction, argnums: tuple[int, ...], single: bool, has_aux: bool) -> None:
        self.kind, self.f, self.argnums, self.single, self.has_aux = kind, f, argnums, single, has_aux


def module_jvp(f: ModuleFunction, primals: Sequence[object], tangents: Sequence[object]) -> tuple[object, object]:
    """`jvp` of a function of a module."""
    return _push(f, primals, tangents)


# ---- gradients


def _gradient(f: object, made: Any, args: Sequence[object]) -> object:
    places = [_position(n, len(args)) for n in made.argnums]
    copies = _Copies(arrays_in(args))
    notes = _annotate(args, set(places), copies)
    mode = _AUX if made.has_aux else _VALUE if made.kind == "value_and_grad" else _GRADIENT
    found = autodiff(f, *notes, mode=mode)
    derivatives, value = found if mode.primal else (found, None)
    parts = tuple(_derivative(notes[i], derivatives[i]) for i in places)
    out = parts[0] if made.single else parts
    if made.kind == "value_and_grad":
        return value, out
    return (out, value[1]) if made.has_aux and value is not None else out


def _derivative(note: object, returned: object) -> object:
    return note.dval if isinstance(note, Duplicated) and not isinstance(note, Differentiated) else returned


def _position(argnum: int, count: int) -> int:
    if not -count <= argnum < count:
        raise TypingError(f"argnums {argnum} does not fit {count} arguments")
    return argnum % count


def _annotate(args: Sequence[object], chosen: set[int], copies: _Copies) -> list[Annotation]:
    notes: list[Annotation] = []
    active_groups = {copies.group_of(a) for i in chosen for a in arrays_in(args[i])}
    for i, arg in enumerate(args):
        own = arrays_in(arg)
        if i in chosen:
            check_differentiable(arg, f"argument {i}")
            if isinstance(arg, (float, np.floating)):
                notes.append(Active(arg))
            elif isinstance(arg, np.ndarray):
                notes.append(Duplicated(copies.copy(arg), copies.shadow(arg)))
            else:
                notes.append(Differentiated(map_arrays(arg, copies.copy), map_arrays(arg, copies.shadow)))
        elif any(copies.group_of(a) in active_groups for a in own) and all(a.dtype.kind in "fc" for a in own):
            # it shares memory with an argument that is differentiated
            notes.append(Differentiated(map_arrays(arg, copies.copy), map_arrays(arg, copies.shadow)))
        else:
            notes.append(Const(map_arrays(arg, copies.copy)))
    return notes


def check_differentiable(arg: object, name: str) -> None:
    """All numbers of an argument that is differentiated must be floats."""
    parts = parts_of(arg)
    if parts is not None:
        form = form_of(arg)
        whole = set() if form is None else whole_fields(form.cls)
        for k, item in enumerate(parts):
            if form is not None and form.by_attribute and form.names[k] in whole and isinstance(item, (int, np.integer)):
                continue
            check_differentiable(item, name + (form.path(k) if form is not None else f"[{k}]"))
        return
    bad = arg.dtype if isinstance(arg, np.ndarray) and arg.dtype.kind not in "fc" else None
    if bad is not None or isinstance(arg, (bool, int, np.integer, np.bool_)):
        what = f"an array of {bad}" if bad is not None else f"of type {type(arg).__name__}"
        given = "an array of floats (x.astype(float))" if bad is not None else "a float (1.0 for 1)"
        hint = f"pass {given}, or leave it out of argnums"
        raise TypingError(f"{name} is {what}, which has no derivative", hint=hint)


# ---- forward mode


def _push(f: object, primals: Sequence[object], tangents: Sequence[Any]) -> tuple[object, object]:
    """`jvp` where the primals share memory: so must the tangents, and as they are given they must agree."""
    copies = _Copies(arrays_in(primals))
    notes = []
    for k, (p, t) in enumerate(zip(primals, tangents, strict=True)):
        check_differentiable(p, f"argument {k}")
        if isinstance(p, (float, np.floating)):
            notes.append(Duplicated(p, float(t)))
            continue
        shadows = map_arrays(p, copies.shadow)
        _fill(shadows, t)
        notes.append(Duplicated(map_arrays(p, copies.copy), shadows))
    for note, t in zip(notes, tangents, strict=True):
        if not _agrees(note.dval, t):
            raise TypingError(
                "primals share memory, but their tangents differ where they do",
                hint="give the same tangent, or copies of the arrays",
            )
    tangent, value = autodiff(f, *notes, mode=ForwardWithPrimal)
    return value, tangent


def _fill(shadow: object, t: object) -> None:
    for target, value in zip(arrays_in(shadow), arrays_in(t), strict=True):
        target[...] = value


def _agrees(shadow: object, t: object) -> bool:
    return all(np.array_equal(a, b, equal_nan=True) for a, b in zip(arrays_in(shadow), arrays_in(t), strict=True))


def _columns(f: object, made: MadeFunction, args: Sequence[object]) -> object:
    """A Jacobian by forward mode, one column at a time, where arrays share memory."""
    places = [_position(n, len(args)) for n in made.argnums]
    parts = [_by_argument(f, args, i) for i in places]
    if made.single:
        return parts[0]
    if any(isinstance(p, (tuple, list, dict)) for p in parts):
        raise UnsupportedError("a Jacobian of several results by arrays that share memory", hint="pass copies of the arrays")
    return tuple(parts)


def _by_argument(f: object, args: Sequence[Any], i: int) -> object:
    if not isinstance(args[i], np.ndarray):
        raise UnsupportedError("a Jacobian by containers of arrays that share memory", hint="pass copies of the arrays")
    check_differentiable(args[i], f"argument {i}")
    columns = []
    captured = HeldCaptures(f, args, written=True)
    for k in np.ndindex(args[i].shape):
        captured.restore()
        copies = _Copies(arrays_in(args))
        group = copies.group_of(args[i])
        copies.shadow(args[i])[k] = 1.0
        notes: list[Annotation] = []
        for arg in args:
            own = arrays_in(arg)
            if own and all(copies.group_of(a) == group for a in own):
                notes.append(Duplicated(map_arrays(arg, copies.copy), map_arrays(arg, copies.shadow)))
            else:
                notes.append(Const(map_arrays(arg, copies.copy)))
        out = autodiff(f, *notes, mode=ForwardWithPrimal)
        if len(out) != 2 or isinstance(out[0], (tuple, list, dict)):
            raise UnsupportedError("a Jacobian of several results by arrays that share memory", hint="pass copies of the arrays")
        columns.append(np.asarray(out[0]))
    shape = columns[0].shape if columns else ()
    return np.stack(columns, axis=-1).reshape(shape + args[i].shape)


# ---- tapes


def pullback(f: object, primals: Sequence[object]) -> tuple[object, Callable[[object], tuple[object, ...]]]:
    """See `irad.vjp`."""
    check_nesting(tuple(primals))
    for k, p in enumerate(primals):
        check_differentiable(p, f"argument {k}")
    f = shaped(f, len(primals)) if by_shape(f) else f
    fn = f if isinstance(f, ModuleFunction) else inner_function(f)
    kept = copies_of(primals)
    captured = HeldCaptures(fn, kept)

    def annotated() -> list[Annotation]:
        copies = _Copies(arrays_in(kept))
        return _annotate(kept, set(range(len(kept))), copies)

    thunk = autodiff_thunk(fn, *annotated(), returns=Duplicated if not isinstance(fn, ModuleFunction) else None)
    augmented, reverse = thunk  # for the captured numbers and names of now

    def run() -> tuple[object, list[Annotation], object]:
        notes = annotated()
        tape, out = augmented(*notes)
        return tape, notes, out

    first = run()
    waiting = [first]

    def pull(adjoint: object) -> tuple[object, ...]:
        check_like(first[2], adjoint)
        if waiting:
            tape, notes, _ = waiting.pop()
        else:
            check_runs_again(fn, kept, "its pullback can be called once")
            with captured:
                tape, notes, _ = run()
        derivatives = reverse(*notes, tape=tape, seed=adjoint)
        return tuple(_derivative(n, d) for n, d in zip(notes, derivatives, strict=True))

    return _own(first[2]), pull


def check_runs_again(f: object, args: Sequence[object], what: str) -> None:
    """Refuse functions that change objects from outside, where they would run several times."""
    from irad.frontends.python.sources.made_functions import omitted
    from irad.pycall.specialisation import python_function

    if isinstance(f, ModuleFunction):
        return
    fn = inner_function(f)
    changes = python_function(fn).specialise([*args, *omitted(fn, len(args))]).lowered.changes
    if changes:
        text = f"{fn.__name__}() changes {changes[0].path.text}, from outside: {what}"
        raise UnsupportedError(text, hint="return what is new, or use irad.grad or irad.jvp, in which it runs once")


def _own(out: object) -> object:
    """A result with copies of those arrays in it that are views of copies made here."""
    return map_arrays(out, np.copy)


def value_of(f: object, args: Sequence[object]) -> object:
    """The value of a function, compiled."""
    from irad.api.pyfunc.python_calls import call_python
    from irad.pycall.specialisation import python_function

    return f(*args) if isinstance(f, ModuleFunction) else call_python(python_function(inner_function(f)), args)


# ---- captured names and arrays


def names_of(f: object) -> tuple[object, ...]:
    """The present values of the names that a function captures (nothing for functions of modules)."""
    from irad.frontends.python import captured_state

    return () if isinstance(f, ModuleFunction) else captured_state(inner_function(f))


def check_names(f: object, before: tuple[object, ...]) -> None:
    """Raise an error if captured numbers, functions or arrays are no longer those in ``before``."""
    if names_of(f) != before:
        raise UnsupportedError(
            f"names that {inner_function(f).__name__}() uses have been bound anew since irad.linearize was called",
            hint="pass what changes as an argument, or linearize again",
        )


class HeldCaptures:
    """A snapshot of the captured arrays of a function, for later runs of it.

    ``with captured:`` restores the snapshot, and on leaving, the contents from before, whatever the function has written.
    ``written``: only those arrays that it may write to.
    """

    def __init__(self, f: object, args: Sequence[object], written: bool = False) -> None:
        from irad.frontends.python.sources.made_functions import omitted
        from irad.pycall.specialisation import python_function

        self._kept: list[tuple[np.ndarray, np.ndarray]] = []
        self._present: list[list[np.ndarray]] = []
        if isinstance(f, ModuleFunction):
            return
        if written:
            check_runs_again(f, args, "a Jacobian runs it several times")
        fn = inner_function(f)
        lowered = python_function(fn).specialise([*args, *omitted(fn, len(args))]).lowered
        values = lowered.captured()
        chosen = arrays_in([values[k] for k in lowered.written_captures] if written else values)
        self._kept = [(a, a.copy()) for a in chosen if a.flags.writeable]

    def __enter__(self) -> None:
        self._present.append([a.copy() for a, _ in self._kept])
        self.restore()

    def __exit__(self, *error: object) -> None:
        for (array, _), present in zip(self._kept, self._present.pop(), strict=True):
            array[...] = present

    def restore(self) -> None:
        """Write the snapshot back to the arrays."""
        for array, kept in self._kept:
            array[...] = kept


# ---- copies


def arrays_in(arg: object) -> list[np.ndarray]:
    """The arrays in a value, or in a sequence of values."""
    if isinstance(arg, np.ndarray):
        check_plain(arg)
        return [arg]
    return [a for x in parts_of(arg) or () for a in arrays_in(x)]


def map_arrays(arg: object, fn: Callable[[np.ndarray], np.ndarray]) -> object:
    """The value with ``fn`` applied to its arrays."""
    return map_leaves(lambda x: fn(x) if isinstance(x, np.ndarray) else x, arg)


def copies_of(args: Sequence[object]) -> tuple[object, ...]:
    """The arguments with copies of their arrays, which share memory as the arrays do."""
    check_nesting(tuple(args))
    copies = _Copies(arrays_in(tuple(args)))
    return tuple(map_arrays(a, copies.copy) for a in args)


class _Copies:
    """Copies and shadows of arrays, one buffer for each group that shares memory."""

    def __init__(self, arrays: Sequence[np.ndarray]) -> None:
        spans = sorted(((*bounds(a), k) for k, a in enumerate(arrays) if a.size), key=lambda s: s[:2])
        self._start: dict[int, tuple[int, np.ndarray, np.ndarray]] = {}
        group: list[int] = []
        low = high = 0
        for lo, hi, k in spans:
            if group and lo >= high:
                self._make([arrays[g] for g in group], low, high)
                group = []
            if not group:
                low, high = lo, hi
            group.append(k)
            high = max(high, hi)
        if group:
            self._make([arrays[g] for g in group], low, high)

    def _make(self, arrays: list[np.ndarray], low: int, high: int) -> None:
        crowded = [a for a in arrays if not elements_apart(a)]
        if crowded and len(arrays) == 1 and not crowded[0].flags.writeable:
            return  # read-only: a copy will do, in which each element has its own derivative
        if crowded:
            raise AliasingError(
                f"elements of an array of shape {crowded[0].shape} and strides {crowded[0].strides} lie in one place",
                hint="pass a copy, such as np.array(x)",
            )
        primal, shadow = np.zeros(high - low + 16, np.uint8), np.zeros(high - low + 16, np.uint8)
        for a in arrays:
            self._start[id(a)] = (low, primal, shadow)
            self._view(a, low, primal)[...] = a

    def _view(self, a: np.ndarray, low: int, buffer: np.ndarray) -> np.ndarray:
        offset = int(a.__array_interface__["data"][0]) - low
        return np.ndarray(a.shape, a.dtype, buffer.data, offset, a.strides)

    def group_of(self, a: np.ndarray) -> int:
        return id(self._start[id(a)][1]) if id(a) in self._start else -id(a)

    def copy(self, a: np.ndarray) -> np.ndarray:
        if id(a) not in self._start:
            return a.copy()
        low, primal, _ = self._start[id(a)]
        return self._view(a, low, primal)

    def shadow(self, a: np.ndarray) -> np.ndarray:
        if id(a) not in self._start:
            return np.zeros_like(a)
        low, _, shadow = self._start[id(a)]
        return self._view(a, low, shadow)
