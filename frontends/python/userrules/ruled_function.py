"""A function with user rules: the rules, and the native function that they belong to."""

from __future__ import annotations

from irad.errors import RuleError, UnsupportedError
from irad.frontends.python.core.compilation import Instance
from irad.frontends.python.sources.dtypes import DTYPES
from irad.frontends.python.sources.python_types import Array, Scalar, Tuple, Ty
from irad.frontends.python.sources.rule_sets import RuleSet, rules_of
from irad.rules.formulas.external import HandedArray
from irad.rules.python_rules import BOTH, FORWARD_ONLY, REVERSE_ONLY


class RuledFunction:
    """One function with rules at one tuple of types, as it has been compiled."""

    def __init__(self, instance: Instance) -> None:
        self.rules = rules_of(instance.python) or RuleSet()
        self.fn = instance.python
        self.types = instance.types
        self.arg_names = tuple(instance.arg_names)
        self.captures = tuple(instance.captures)
        self.result: Ty | None = instance.result
        self.fresh = instance.returns_fresh
        captured = [name for a, _, name in instance.captures if instance.writes_capture(a)]
        self.written = (*(instance.arg_names[k] for k in instance.written_arguments()), *captured)
        self.hosts, self.by_strides = instance.hosts, instance.by_strides
        self.symbol = instance.symbol
        self.source = instance.source
        compiler = instance.compiler
        self.boundscheck, self.blas, self.process = compiler.boundscheck, compiler.blas, compiler.process
        self.author = instance.compiler.author
        self.signature = tuple(a.type for a in instance.fn.args)
        self._check()

    @property
    def modes(self) -> str:
        """The modes for which there is a rule."""
        if self.rules.reverse is None:
            return FORWARD_ONLY
        return BOTH if self.rules.forward is not None else REVERSE_ONLY

    @property
    def kinds(self) -> tuple[str | HandedArray, ...]:
        """The contents of the memory behind each native parameter: "double", "float", "int"; "" where there is none."""
        out: list[str | HandedArray] = [""]
        for ty in (*self.types, *(t for _, t, _ in self.captures)):
            out += _kinds(ty)
        return (*out, *_result_kinds(self.result, self.fresh))

    def _check(self) -> None:
        rules, name = self.rules, self.fn.__name__
        for ty in (x for t in (*self.types, self.result) for x in _leaves(t)):
            if isinstance(ty, Scalar) and ty.is_complex:
                text = f"{name}() has rules, and takes or returns complex numbers, which is not supported"
                hint = "pass an array, or real and imaginary part"
                raise UnsupportedError(text, place=self.source.place(self.source.node), hint=hint)
        if (rules.augmented is None) != (rules.reverse is None):
            known = "irad.augmented_primal" if rules.reverse is None else "irad.reverse"
            raise RuleError(
                f"{name}() only has a rule by {known}: reverse mode needs irad.augmented_primal and irad.reverse",
                place=self.source.place(self.source.node),
            )


def _leaves(ty: Ty | None) -> list[Ty]:
    if isinstance(ty, Tuple):
        return [x for t in ty.items for x in _leaves(t)]
    return [ty] if ty is not None else []


_MEMORY = {kind: d.memory if d.is_inexact else "int" for kind, d in DTYPES.items()}


def _kinds(ty: Ty) -> list[str]:
    if isinstance(ty, Array):
        return [_MEMORY[ty.dtype], *[""] * (ty.ndim * (1 if ty.layout == "C" else 2))]
    if isinstance(ty, Tuple):
        return [k for t in ty.items for k in _kinds(t)]
    return [""] if isinstance(ty, Scalar) else []


def _result_kinds(ty: Ty | None, fresh: bool) -> list[str | HandedArray]:
    out: list[str | HandedArray] = []
    for t in _leaves(ty):
        if isinstance(t, Scalar):
            out.append(_MEMORY[t.kind])
        elif isinstance(t, Array):
            out.append(HandedArray(_MEMORY[t.dtype], t.ndim, fresh))
    return out
