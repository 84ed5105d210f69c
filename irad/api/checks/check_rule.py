"""`check_rule`: tests a rule that a user has written in every situation in which irad may use it.

What is compared, always with the function itself, run as plain Python, and with central differences of it:

- what the augmented primal returns and leaves in the arrays, with and without a use of the value;
- the derivative of a weighted sum of all results *and all arrays as the call leaves them*.  The weights of the arrays are what
  their shadows hold when the reverse begins, so a shadow is noticed that is not added to, or not zeroed where its array is
  overwritten;
- the same in split mode, where all arrays and all free memory hold NaN before the reverse runs;
- with the value unused, with the function called twice, with each argument constant in turn, and with one array passed for two
  arguments that the function only reads;
- forward mode, along random directions.

It only finds faults that show at the given point, which should therefore be generic: no branch or partial derivative is special.
"""

from __future__ import annotations

import itertools
import linecache
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from irad.annotations import Active, Annotation, Const, Duplicated, Forward, ReverseWithPrimal
from irad.errors import IradError, Place, RuleError, TypingError
from irad.frontends.python.sources.function_notes import note
from irad.frontends.python.sources.rule_sets import RuleSet, rules_of
from irad.tracebacks import ends_at_the_call

_MOST_ELEMENTS = 40  # of which each gets its own difference quotient; along random directions if there are more
_DIRECTIONS = 6
_numbers = itertools.count(1)


@ends_at_the_call
def check_rule(f: Callable[..., object], *args: object, rtol: float = 1e-6, seed: int = 0) -> None:
    """Check the rules of a function at a point, by calling it in many ways.

    Args:
        f: a function with rules (`augmented_primal`, `reverse`, `forward`, `custom`).
        args: its arguments.  Floats and arrays of floats get derivatives, everything else is constant; they are not changed.
        rtol: how far derivatives may be from difference quotients, besides the estimated error of these.
        seed: of the random directions and weights.

    Returns:
        None.

    Raises:
        RuleError: ``f`` has no rules, or for the first fault that is found: says in which situation, and what is likely wrong.

    >>> import irad
    >>> def double(x):
    ...     x *= 2.0
    >>> @irad.augmented_primal(double)
    ... def augmented(config, x):
    ...     x.val *= 2.0
    ...     return irad.AugmentedReturn()
    >>> @irad.reverse(double)
    ... def reverse(config, dret, tape, x):
    ...     x.dval *= 2.0
    >>> import numpy as np
    >>> irad.check_rule(double, np.array([1.0, 2.0]))
    """
    marking = note(f, "irad_marking")
    inner = marking.fn if marking is not None else f
    plain = getattr(getattr(inner, "irad_function", None), "fn", inner)
    rules = rules_of(plain)
    if rules is None:
        raise RuleError(f"{getattr(f, '__name__', f)}() has no rules", hint="irad.augmented_primal, irad.reverse, irad.forward")
    check = _RuleCheck(f, plain, rules, list(args), rtol, np.random.default_rng(seed))
    with np.errstate(all="ignore"):
        check.run(noalias=marking is not None and marking.kind == "noalias")


@dataclass
class _RuleCheck:
    """The checks of one rule at one point."""

    f: object
    plain: Callable[..., object]
    rules: RuleSet
    args: list[Any]
    rtol: float
    rng: np.random.Generator
    names: list[str] = field(default_factory=list)

    def run(self, noalias: bool) -> None:
        code = self.plain.__code__
        self.names = list(code.co_varnames[: code.co_argcount])
        once = _Case(self, self.f, self.plain, self.args, "")
        if self.rules.reverse is not None:
            self._reverse(once, noalias)
        if self.rules.forward is not None:
            once.forward()
            self._twice().forward()

    def _reverse(self, once: _Case, noalias: bool) -> None:
        once.reverse()
        once.reverse(split=True)
        ignoring = self._wrapped("    function_({args})\n", "when nobody uses its result")
        ignoring.reverse()
        ignoring.reverse(split=True)
        for k, a in enumerate(self.args):
            if _is_active(a) and sum(map(_is_active, self.args)) > 1:
                _Case(self, self.f, self.plain, self.args, f"when {self.names[k]} is constant", frozenset((k,))).reverse()
        self._twice().reverse()
        if not noalias:
            for i, j in self._pairs(once):
                shared = list(self.args)
                shared[j] = shared[i]
                what = f"when one array is passed as {self.names[i]} and as {self.names[j]}"
                _Case(self, self.f, self.plain, shared, what).reverse()

    def _twice(self) -> _Case:
        floats = _floats(_called(self.plain, _copies(self.args)))
        body = "    first_ = function_({args})\n    second_ = function_({args})\n"
        body += "    return first_ + 2.0 * second_\n" if floats == 1 else ""
        return self._wrapped(body, "when it is called twice")

    def _pairs(self, once: _Case) -> Iterator[tuple[int, int]]:
        """The pairs of arrays that have the same type and shape, and are only read."""
        after = once.outputs(once.variables)[1]
        for i, j in itertools.combinations(range(len(self.args)), 2):
            a, b = self.args[i], self.args[j]
            if not (isinstance(a, np.ndarray) and isinstance(b, np.ndarray) and _is_active(a) and _is_active(b)) or a is b:
                continue
            read = all(np.array_equal(after[once.owner[k]], self.args[k], equal_nan=True) for k in (i, j))
            if a.shape == b.shape and a.dtype == b.dtype and a.strides == b.strides and read:
                yield i, j

    def _wrapped(self, body: str, what: str) -> _Case:
        """A function of the same arguments with other statements around the call."""
        text = f"def caller({', '.join(self.names)}):\n" + body.format(args=", ".join(self.names))
        return _Case(self, _compiled_from(text, self.f), _compiled_from(text, self.plain), self.args, what)

    # ---- messages

    def fault(self, rule: object, message: str, hint: str = "") -> RuleError:
        code = getattr(rule, "__code__", None)
        place = Place(code.co_filename, code.co_firstlineno) if code is not None else None
        text = f"the rule {getattr(rule, '__name__', rule)}() of {self.plain.__name__}(): {message}"
        return RuleError(text, place=place, hint=hint)


def _compiled_from(text: str, f: object) -> Callable[..., object]:
    """A function whose source the compiler can find."""
    name = f"<irad.check_rule {next(_numbers)}>"
    linecache.cache[name] = (len(text), None, text.splitlines(keepends=True), name)
    names: dict[str, Any] = {"function_": f}
    exec(compile(text, name, "exec"), names)
    made: Callable[..., object] = names["caller"]
    return made


class _Case:
    """One way to call the function.  ``variables``: the active arguments, those that are one object once."""

    def __init__(
        self,
        check: _RuleCheck,
        f: object,
        plain: Callable[..., object],
        args: Sequence[object],
        what: str,
        constant: frozenset[int] = frozenset(),
    ) -> None:
        self.check, self.f, self.plain, self.args, self.what, self.constant = check, f, plain, list(args), what, constant
        self.variables: list[Any] = []
        self.owner: dict[int, int] = {}
        known: dict[int, int] = {}
        for k, a in enumerate(args):
            if not _is_active(a):
                continue
            if not isinstance(a, np.ndarray) or id(a) not in known:
                known[id(a)] = len(self.variables)
                self.variables.append(a)
            self.owner[k] = known[id(a)]
        self.active = [v for v in range(len(self.variables)) if not any(self.owner.get(k) == v for k in constant)]

    # ---- the function itself

    def build(self, values: Sequence[object]) -> list[Any]:
        """Fresh copies of the arguments, with these values of the variables."""
        own = [v.copy(order="K") if isinstance(v, np.ndarray) else v for v in values]
        others = _copies(self.args)
        return [own[self.owner[k]] if k in self.owner else others[k] for k in range(len(self.args))]

    def outputs(self, values: Sequence[object]) -> tuple[list[Any], list[Any]]:
        """The results that are floats or arrays of floats, and what is left in each variable that is an array."""
        args = self.build(values)
        result = _called(self.plain, args)
        after = [None] * len(self.variables)
        for k, v in self.owner.items():
            after[v] = args[k] if isinstance(args[k], np.ndarray) else None
        return _results(result), after

    def weighted(self, values: Sequence[object], weights: _Weights) -> float:
        results, after = self.outputs(values)
        total = sum(float(np.sum(w * r)) for w, r in zip(weights.results, results, strict=True))
        total += sum(float(np.sum(w * a)) for w, a in zip(weights.arrays, after, strict=True) if a is not None)
        return float(total)

    def weights(self) -> _Weights:
        results, after = self.outputs(self.variables)
        rng = self.check.rng
        given = [rng.uniform(0.5, 1.5, np.shape(a)) * rng.choice([-1, 1], np.shape(a)) if a is not None else None for a in after]
        arrays: list[np.ndarray | None] = [None if w is None else w.astype(a.dtype) for w, a in zip(given, after, strict=True)]
        for v, a in enumerate(after):
            if a is not None and v not in self.active:
                arrays[v] = np.zeros_like(a)
        own: list[Any] = [rng.uniform(0.5, 1.5, np.shape(r)) if np.ndim(r) else float(rng.uniform(0.5, 1.5)) for r in results]
        return _Weights([w.astype(r.dtype) if np.ndim(r) else w for w, r in zip(own, results, strict=True)], arrays)

    def slope(self, direction: Sequence[object], weights: _Weights) -> tuple[float, float]:
        """The slope of the weighted sum along a direction, and an estimate of its error."""
        single = any(getattr(v, "dtype", None) == np.float32 for v in self.variables)
        scale = max([1.0, *(float(np.max(np.abs(self.variables[v]), initial=0.0)) for v in self.active)])
        h = scale * (2e-2 if single else 2e-4)

        def at(step: float) -> float:
            return self.weighted([_moved(v, d, step) for v, d in zip(self.variables, direction, strict=True)], weights)

        coarse, fine = ((at(s) - at(-s)) / (2 * s) for s in (h, h / 2))
        better = fine + (fine - coarse) / 3
        size = max(abs(at(0.0)), 1.0)
        return better, abs(better - fine) + size * (1e-6 if single else 4e-15) / h

    def directions(self) -> Iterator[tuple[str, list[object]]]:
        """Each element of each variable, or some random directions."""
        count = sum(np.size(self.variables[v]) for v in self.active)
        for v in self.active:
            value = self.variables[v]
            name = next(self.check.names[k] for k, owner in self.owner.items() if owner == v)
            if count <= _MOST_ELEMENTS or not isinstance(value, np.ndarray):
                for index in np.ndindex(np.shape(value)):
                    d = np.zeros(np.shape(value))
                    d[index] = 1.0
                    where = f"{name}[{', '.join(map(str, index))}]" if index else name
                    yield where, [d if u == v else None for u in range(len(self.variables))]
            else:
                for _ in range(_DIRECTIONS):
                    d = self.check.rng.choice([-1.0, 1.0], np.shape(value))
                    yield f"{name} along a random direction", [d if u == v else None for u in range(len(self.variables))]

    # ---- reverse mode

    def reverse(self, split: bool = False) -> None:
        weights = self.weights()
        found = self._adjoints(weights, split)
        for where, direction in self.directions():
            wanted, error = self.slope(direction, weights)
            if not np.isfinite(wanted):
                continue
            have = float(sum(np.sum(d * g) for d, g in zip(direction, found, strict=True) if d is not None))
            allowed = self.check.rtol * max(1.0, abs(wanted)) + error
            if not abs(have - wanted) <= allowed:
                raise self._wrong(where, have, wanted, weights, split)

    def _adjoints(self, weights: _Weights, split: bool) -> list[Any]:
        """The derivative of the weighted sum by each variable, computed with the rule."""
        from irad.api.pyfunc.python_calls import python_autodiff, python_thunk

        args = self.build(self.variables)
        shadows = [w.copy() if w is not None else None for w in weights.arrays]
        notes = [self._note(k, a, shadows) for k, a in enumerate(args)]
        seeds = tuple(weights.results)
        more = {"seed": seeds[0] if len(seeds) == 1 else seeds} if seeds else {"seed": 1.0}
        _leave_nan_behind()
        if not split:
            derivatives, primal = python_autodiff(self.f, notes, ReverseWithPrimal, None, more["seed"])
            self._same_primal(args, primal)
        else:
            augmented, back = python_thunk(self.f, notes, None)
            tape, primal = augmented(*notes)
            self._same_primal(args, primal)
            for a in args:
                if isinstance(a, np.ndarray) and a.dtype.kind == "f" and a.flags.writeable:
                    a[...] = np.nan
            derivatives = back(*notes, tape=tape, **more)
        out: list[object] = list(shadows)
        for k, v in self.owner.items():
            if not isinstance(args[k], np.ndarray):
                out[v] = derivatives[k] if derivatives[k] is not None else 0.0
        return out

    def _note(self, k: int, a: object, shadows: Sequence[object]) -> Annotation:
        if k not in self.owner or k in self.constant:
            return Const(a)
        return Duplicated(a, shadows[self.owner[k]]) if isinstance(a, np.ndarray) else Active(a)

    def _same_primal(self, args: Sequence[object], primal: object) -> None:
        """Check that the augmented primal does what the function does."""
        check, own = self.check, self.build(self.variables)
        result = _called(self.plain, own)
        rule = check.rules.augmented
        when = f" {self.what}" if self.what else ""
        for name, mine, theirs, before in zip(check.names, args, own, self.args, strict=True):
            if isinstance(mine, np.ndarray) and not _close(mine, theirs, check.rtol):
                changed = "changes" if _close(theirs, before, 0.0) else "leaves other values in"
                raise check.fault(
                    rule,
                    f"{changed} {name}{when}: {_difference(mine, theirs)}",
                    f"an augmented primal must do to its arguments exactly what {check.plain.__name__}() does",
                )
        pairs = zip(_results(primal), _results(result), strict=True)
        if not all(_close(np.asarray(a), np.asarray(b), check.rtol) for a, b in pairs):
            raise check.fault(rule, f"returns {primal} as primal{when}, the function returns {result}")

    def _wrong(self, where: str, have: float, wanted: float, weights: _Weights, split: bool) -> RuleError:
        """The error for a wrong derivative, with the likely reason."""
        check = self.check
        when = f" {self.what}" if self.what else ""
        if split and not self.what:
            when = " when all arrays are overwritten before the reverse"
        message = f"the derivative by {where} is {have:.9g}{when}, differences give {wanted:.9g}"
        return check.fault(check.rules.reverse, message, self._hint(where, have, weights, split))

    def _hint(self, where: str, have: float, weights: _Weights, split: bool) -> str:
        if split and not self.what:
            return (
                "it was right before arrays were overwritten: save what the reverse needs on the tape where "
                "config.overwritten is true, and let it read no memory that it has not written"
            )
        if np.isnan(have):
            return "it reads memory that nobody has written"
        if self.what:
            return "it was right without that"
        zero = _Weights(weights.results, [np.zeros_like(w) if w is not None else None for w in weights.arrays])
        if self._right(zero):
            return (
                "it is right where shadows are zero before: add to shadows (+=) of what is only read, and for what is "
                "overwritten use its shadow and then set it to zero"
            )
        return ""

    def _right(self, weights: _Weights) -> bool:
        found = self._adjoints(weights, False)
        for _, direction in self.directions():
            wanted, error = self.slope(direction, weights)
            have = float(sum(np.sum(d * g) for d, g in zip(direction, found, strict=True) if d is not None))
            if not abs(have - wanted) <= self.check.rtol * max(1.0, abs(wanted)) + error:
                return False
        return True

    # ---- forward mode

    def forward(self) -> None:
        check = self.check
        weights = self.weights()
        for where, direction in itertools.islice(self.directions(), _MOST_ELEMENTS):
            wanted, error = self.slope(direction, weights)
            if not np.isfinite(wanted):
                continue
            have = self._tangent(direction, weights)
            if not abs(have - wanted) <= check.rtol * max(1.0, abs(wanted)) + error:
                when = f" {self.what}" if self.what else ""
                raise check.fault(
                    check.rules.forward,
                    f"the tangent along {where} is {have:.9g}{when}, differences give {wanted:.9g}",
                    "tangents of results are returned, those of overwritten arrays are set in .dval",
                )

    def _tangent(self, direction: Sequence[Any], weights: _Weights) -> float:
        from irad.api.pyfunc.python_calls import python_autodiff

        args = self.build(self.variables)
        zeros = [np.zeros_like(v) if isinstance(v, np.ndarray) else 0.0 for v in self.variables]
        tangents = [
            z if d is None else np.asarray(d, v.dtype).copy() if isinstance(v, np.ndarray) else float(d)
            for z, d, v in zip(zeros, direction, self.variables, strict=True)
        ]
        notes = [Duplicated(a, tangents[self.owner[k]]) if k in self.owner else Const(a) for k, a in enumerate(args)]
        _leave_nan_behind()
        out = python_autodiff(self.f, notes, Forward, None, 1.0)
        self._same_forward(args)
        parts = _results(out[0]) if out else []
        total = sum(float(np.sum(w * t)) for w, t in zip(weights.results, parts, strict=True))
        arrays = zip(weights.arrays, tangents, strict=True)
        return float(total + sum(float(np.sum(w * t)) for w, t in arrays if w is not None))

    def _same_forward(self, args: Sequence[object]) -> None:
        own = self.build(self.variables)
        _called(self.plain, own)
        for name, mine, theirs in zip(self.check.names, args, own, strict=True):
            if isinstance(mine, np.ndarray) and not _close(mine, theirs, self.check.rtol):
                raise self.check.fault(
                    self.check.rules.forward, f"leaves other values in {name} than the function: {_difference(mine, theirs)}"
                )


@dataclass(frozen=True)
class _Weights:
    """Weights for the elements of each result, and of each variable that is an array."""

    results: list[object]
    arrays: list[np.ndarray | None]


# ---- values


def _is_active(a: object) -> bool:
    if isinstance(a, (np.ndarray, complex, np.generic)) and np.iscomplexobj(a):
        hint = "compare irad.jvp and irad.vjp of the function with those of one without rules"
        raise TypingError("check_rule() does not know complex numbers", hint=hint)
    return a.dtype.kind == "f" if isinstance(a, np.ndarray) else isinstance(a, (float, np.floating))


def _moved(v: object, direction: Any, step: float) -> object:
    if direction is None:
        return v
    return (v + step * direction).astype(v.dtype) if isinstance(v, np.ndarray) else v + step * direction


def _copies(args: Sequence[object]) -> list[object]:
    known: dict[int, object] = {}
    for a in args:
        if isinstance(a, np.ndarray):
            known.setdefault(id(a), a.copy(order="K"))
    return [known[id(a)] if isinstance(a, np.ndarray) else a for a in args]


def _called(f: Callable[..., object], args: Sequence[Any]) -> object:
    try:
        return f(*args)
    except IradError:
        raise
    except Exception as error:  # whatever the user's function raises
        message = f"{f.__name__}() itself raises {type(error).__name__}: {error}"
        raise RuleError(message, hint="check the rule at another point") from error


def _results(result: object) -> list[Any]:
    """The results that are floats or arrays of floats."""
    if isinstance(result, tuple):
        return [x for r in result for x in _results(r)]
    if isinstance(result, np.ndarray):
        return [result.copy()] if _is_active(result) else []
    return [float(result)] if isinstance(result, (float, np.floating)) else []


def _floats(result: object) -> int:
    return len(_results(result)) if not isinstance(result, tuple) else -1


def _close(a: Any, b: Any, rtol: float) -> bool:
    return a.shape == b.shape and bool(np.allclose(a, b, rtol=rtol, atol=0.0 if rtol == 0 else rtol * 1e-3, equal_nan=True))


def _difference(mine: np.ndarray, theirs: np.ndarray) -> str:
    index = tuple(int(i) for i in np.unravel_index(int(np.argmax(~np.isclose(mine, theirs, equal_nan=True))), mine.shape))
    return f"element {list(index)} is {mine[index]}, it should be {theirs[index]}"


# ---- memory


def _scribble(x: np.ndarray) -> float:
    y = x * x
    for i in range(x.size):
        x[i] = x[i] * y[i]
    return float(x[0] * y[0])


def _leave_nan_behind() -> None:
    """Fill the memory that the next derivative will use with NaN: its arrays and its tape."""
    from irad.api.pyfunc.python_calls import python_autodiff

    python_autodiff(_scribble, [Duplicated(np.full(2000, np.nan), np.zeros(2000))], ReverseWithPrimal, None, 1.0)
