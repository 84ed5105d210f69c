"""The rules of a Python function, and the classes that rules are written with: `AugmentedReturn`, annotated arguments."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, ClassVar, NamedTuple

from irad.annotations import Active, Const, Duplicated
from irad.frontends.python.sources.function_notes import attached, note
from irad.frontends.python.sources.python_source import synthetic

# The style of irad's own rules: as "jax", but the reverse is passed which arguments are active, and in forward rules the others
# have the tangent None.
ASKING = "asking"
AGAIN = "again"  # the style of a rule that runs the function again, and back; its functions are the function itself


class AugmentedReturn(NamedTuple):
    """What an augmented primal returns (`irad.augmented_primal`).

    Attributes:
        primal: the value of the function; may be None where ``config.needs_primal`` is false.
        shadow: the shadow of a returned array, of its shape and dtype.
        tape: what `irad.reverse` gets: a number, an array, or a tuple of these.

    >>> import irad
    >>> irad.AugmentedReturn(2.0, tape=(1.0, 3))
    AugmentedReturn(primal=2.0, shadow=None, tape=(1.0, 3))

    Making one raises nothing; a rule whose result does not fit raises a `RuleError` when it is compiled or called.
    """

    primal: object = None
    shadow: object = None
    tape: object = None


@dataclass(frozen=True)
class Config:
    """The configuration that is passed to a rule.

    ``overwritten[i]``: the memory of argument i may be changed between this call and its reverse: what the reverse needs of it
    must be put on the tape.  ``needs_primal``: the value that the function returns is used.  ``width``: the number of
    directions for which the rule is called at once, always 1.
    """

    overwritten: tuple[bool, ...] = ()
    needs_primal: bool = True
    width: int = 1


class _InRule:
    """Base of annotated arguments of rules: ``x.dval += d`` changes the array in place and then assigns the same array."""

    def __setattr__(self, name: str, value: object) -> None:
        if value is not getattr(self, name, None):
            raise AttributeError(f"{name} of an annotated argument cannot be replaced: write {name}[:] = ...")


class _Const(_InRule, Const):
    """A constant argument of a rule; if a rule might use its shadow, that is zeros, and what is written to it is ignored."""


class _Active(_InRule, Active):
    """An active argument of a rule."""


class _Duplicated(_InRule, Duplicated):
    """An argument of a rule with its shadow."""


@dataclass(frozen=True)
class RuleSet:
    """The rules of one function; the styles are "enzyme" or, for `custom.defvjp` and `custom.defjvp`, "jax"."""

    augmented: Callable[..., Any] | None = None
    reverse: Callable[..., Any] | None = None
    forward: Callable[..., Any] | None = None
    reverse_style: str = "enzyme"
    forward_style: str = "enzyme"
    classes: ClassVar[dict[str, type]] = {"Const": _Const, "Active": _Active, "Duplicated": _Duplicated}
    config: ClassVar[type] = Config
    augmented_return: ClassVar[type] = AugmentedReturn

    def functions(self) -> list[Callable[..., Any]]:
        """All rules of the function."""
        return [f for f in (self.augmented, self.reverse, self.forward) if f is not None]

    def kinds(self) -> tuple[str, ...]:
        """The kinds of rules that the function has, by name."""
        named = (getattr(f, "__qualname__", "") for f in (self.augmented, self.reverse, self.forward))
        return (*named, self.reverse_style, self.forward_style)


def rules_of(f: object) -> RuleSet | None:
    """The rules of a Python function, None if it has none."""
    found = note(f, "irad_rules")
    return found if isinstance(found, RuleSet) and found.functions() else None


def with_rules(f: Any, rules: RuleSet) -> Any:
    """``f``, with irad's own rules, stored like those of users."""
    f.irad_rules = rules
    return f


def ruled(fn: Any) -> Any:
    """The form of a function that is run again for functions that return arrays: one with a rule (`glue_reverse.py`).

    The shadows of its results must exist in the forward sweep already, so that it cannot be an ordinary recomputed call there.
    """
    return attached(fn, "irad_ruled", _with_rule)


def _with_rule(fn: Any) -> Any:
    listed = ", ".join(fn.__code__.co_varnames[: fn.__code__.co_argcount])
    made = synthetic(fn.__name__, listed, f"irad_f({listed})", {"irad_f": fn}, fn)
    return with_rules(made, RuleSet(fn, fn, reverse_style=AGAIN))
