"""Rules that run as ordinary Python: wrappers that check their results and keep their tapes.

The tape of such a rule is any Python object; compiled code keeps a number that stands for it (`irad.rules.host_names.keep`).
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import numpy as np

from irad.errors import RuleError
from irad.rules.host_names import keep, kept


def augmented(rule: Any, rules: Any, name: str, needs_primal: bool) -> Callable[..., tuple[Any, int]]:
    """``(...) -> (primal, number of the tape)``."""

    def run(*args: Any) -> tuple[Any, int]:
        out = rule(*args)
        if rules.reverse_style == "jax":
            if not isinstance(out, tuple) or len(out) != 2:
                raise RuleError(f"{rule.__name__}() returned {type(out).__name__}, not (result, residuals)")
            return out[0], keep(out[1])
        if not isinstance(out, rules.augmented_return):
            raise RuleError(f"{rule.__name__}() returned {type(out).__name__}, not irad.AugmentedReturn")
        if out.primal is None and needs_primal:
            raise RuleError(f"{rule.__name__}() returned no primal, but the value of {name}() is used")
        return out.primal, keep(out.tape)

    return run


def reverse(
    rule: Any, rules: Any, config: Any, active: Sequence[bool], stored: bool, last: bool
) -> Callable[..., tuple[Any, ...]]:
    """``(dret, tape, *notes) -> derivatives of the active arguments``; ``stored``: the tape is a number for a Python object."""

    def run(dret: Any, tape: Any, *notes: Any) -> tuple[Any, ...]:
        tape = kept(tape, last) if stored else tape
        if rules.reverse_style == "jax":
            out = rule(tape, dret)
            if not isinstance(out, tuple) or len(out) != len(notes):
                raise RuleError(f"{rule.__name__}() must return a tuple with one cotangent for each of {len(notes)} arguments")
            for note, given in zip(notes, out, strict=True):
                if isinstance(note, rules.classes["Duplicated"]) and given is not None:
                    note.dval[...] += given
        else:
            out = rule(config, dret, tape, *notes)
        return tuple(_derivatives(rule, out, active, notes))

    return run


def _derivatives(rule: Any, out: Any, active: Sequence[bool], notes: Sequence[Any]) -> list[float]:
    wanted = [k for k, a in enumerate(active) if a]
    if not wanted:
        return []
    items = list(out) if isinstance(out, tuple) else [out]
    floats = [k for k, n in enumerate(notes) if isinstance(n.val, float)]
    for owners in (list(range(len(notes))), wanted, floats):
        if len(owners) == len(items) and set(wanted) <= set(owners):
            found = dict(zip(owners, items, strict=True))
            if any(found[k] is None or np.ndim(found[k]) for k in wanted):
                break
            return [float(found[k]) for k in wanted]
    raise RuleError(
        f"{rule.__name__}() must return a tuple with one entry for each of {len(notes)} arguments: "
        "the derivative of an Active one, None of others"
    )


def forward(rule: Any, rules: Any, config: Any) -> Callable[..., Any]:
    """``(*notes) -> tangent``."""

    def run(*notes: Any) -> Any:
        if rules.forward_style == "jax":
            out = rule(tuple(n.val for n in notes), tuple(getattr(n, "dval", None) for n in notes))
            return out[1]
        out = rule(config, *notes)
        return out.dval if isinstance(out, rules.classes["Duplicated"]) else out

    return run
