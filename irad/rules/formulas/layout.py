"""Where the parameters of a row are among an instruction's operands.

A complex parameter is two operands where the ABI passes its parts apart (double on x86-64), or one operand that holds
both: ``<2 x float>`` (float on x86-64) or a struct or array of two.  The operand's type tells.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from irad.ir.builder import Builder
from irad.ir.constants import const_int
from irad.ir.types import I32, Type
from irad.ir.values import Instruction, Value

Place = tuple[int, tuple[int, ...]]

RESULT_PATHS: dict[str, tuple[tuple[int, ...], ...]] = {
    "": ((),),
    "complex": ((0,), (1,)),
    "pair": ((0,), (1,)),
    "first": ((0,),),
}
"""Where the outputs of a row are in the result, by the kind of result its signature names."""


@dataclass(frozen=True)
class RuleParam:
    """A parameter: ``kind`` is float, int, ptr, complex or other."""

    name: str
    kind: str = "float"

    def __str__(self) -> str:
        return self.name if self.kind == "float" else f"{self.name}: {self.kind}"


def slots(params: Sequence[RuleParam], inst: Instruction) -> list[tuple[Place, ...]]:
    """For each parameter the (operand index, path) of its one or two components."""
    out: list[tuple[Place, ...]] = []
    k = 0
    for p in params:
        if p.kind != "complex":
            out.append(((k, ()),))
        elif inst.operands[k].type.is_float:
            out.append(((k, ()), (k + 1, ())))
            k += 1
        else:
            out.append(((k, (0,)), (k, (1,))))
        k += 1
    return out


def place_type(t: Type, path: tuple[int, ...]) -> Type:
    """The type of the component at ``path`` of an operand of type ``t``."""
    if not path:
        return t
    return t.elements[path[0]] if t.is_struct else t.element  # type: ignore[attr-defined,no-any-return]


def _is_complex(t: Type) -> bool:
    """Whether a value of this type consists of exactly two floats of one kind."""
    if t.is_struct:
        parts = list(t.elements or ())  # type: ignore[attr-defined]
    elif t.is_array or t.is_vector:
        parts = [t.element] * t.count  # type: ignore[attr-defined]
    else:
        return False
    return len(parts) == 2 and parts[0].is_float and parts[0] is parts[1]


def returns(results: str, t: Type) -> bool:
    """Whether the result type of a function matches ``results`` of a row."""
    if results == "complex":
        return _is_complex(t)
    if results == "":
        return t.scalar.is_float
    return t.is_struct and bool(t.elements) and t.elements[0].scalar.is_float  # type: ignore[attr-defined]


def fits(params: Sequence[RuleParam], types: Sequence[Type]) -> bool:
    """Whether the parameter types of a function match those that a row describes."""
    k = 0
    for p in params:
        if k >= len(types):
            return False
        t = types[k]
        if p.kind == "complex" and t.is_float:
            k += 1
            if k >= len(types) or types[k] is not t:
                return False
        elif p.kind == "complex":
            if not _is_complex(t):
                return False
        elif not _KINDS[p.kind](t):
            return False
        k += 1
    return k == len(types)


_KINDS: dict[str, Callable[[Type], bool]] = {
    "float": lambda t: t.scalar.is_float,
    "int": lambda t: t.scalar.is_int,
    "ptr": lambda t: t.is_ptr,
    "other": lambda t: True,
}


def component(b: Builder, v: Value, path: tuple[int, ...]) -> Value:
    if not path:
        return v
    if v.type.is_vector:
        return b.extract_element(v, const_int(I32, path[0]))
    return b.extract_value(v, path)
