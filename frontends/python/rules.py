"""Functions with rules of the user's own, and what such rules are written with: annotated arguments, ``AugmentedReturn``.

A function that has rules is marked in IR (`irad.rules.python_rules`).  Its `Author` compiles a rule when the transform asks for
it; `glue.py` writes what lies between the transform's conventions and the user's function.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from irad.errors import RuleError
from irad.frontends.python.captured import plain
from irad.frontends.python.marks import note, public_name
from irad.frontends.python.rule_sets import RuleSet, rules_of
from irad.frontends.python.types import Array, Form, Scalar, Tuple, Ty
from irad.frontends.python.values import KnownV, NoteV, TupleV, Val
from irad.rules.formulas.external import HandedArray, Texts, Wanted
from irad.rules.python_rules import ATTRIBUTE, BOTH, FORWARD_ONLY, INACTIVE, READER, REVERSE_ONLY, PythonRule, register

if TYPE_CHECKING:
    from irad.frontends.python.compiler import Instance
    from irad.frontends.python.lowering import Lowering

Keywords = dict[str, Val]
# The style of irad's own: as "jax", but the reverse is told which arguments have a derivative, and forward those that have none
# have the tangent None.
ASKING = "asking"
AGAIN = "again"  # the style of a rule that runs the function again, and back; its functions are the function itself


# ---- what rules are written with


def _isinstance(low: Lowering, args: list[Val], kw: Keywords, node: Any) -> Val:
    """``isinstance(a, irad.Const)`` for an annotated argument, and other containers with a class."""
    cls = args[0].form.cls if len(args) == 2 and isinstance(args[0], TupleV) and args[0].form is not None else None
    if cls is None:
        low.unsupported(node, "isinstance() is only supported for annotated arguments of rules, dataclasses and named tuples")
    kinds = args[1].items if isinstance(args[1], TupleV) else [args[1]]
    asked = [k.value for k in kinds if isinstance(k, KnownV) and isinstance(k.value, type)]
    if len(asked) != len(kinds):
        low.wrong(node, "isinstance() takes a class or a tuple of classes")
    return low.expr.constant(issubclass(cls, tuple(asked)), node)


def returned(v: Val) -> Val:
    """``return irad.Duplicated(primal, tangent)`` of a forward rule: an ordinary container."""
    if isinstance(v, NoteV) and v.kind == "Duplicated" and len(v.shadows) == 1:
        return TupleV([v.val, v.shadows[0]], Form("dataclass", ("val", "dval")))
    return v


def handler(fn: Any) -> Callable[[Lowering, list[Val], Keywords, Any], Val] | None:
    """What lowers a call of ``fn`` if it has to do with rules."""
    if fn is isinstance:
        return _isinstance
    said = said_of(fn)
    if said:
        words = {"apart": said == "noalias", "inactive": said == "inactive"}
        return lambda low, args, kw, node: low.instance.call_python(low, plain(fn), args, kw, node, **words)
    if public_name(fn) in ("inactive", "noalias"):
        return lambda low, args, kw, node: _mark(low, fn, args, kw, node)
    return None


def said_of(fn: Any) -> str:
    """ "inactive" or "noalias", where `irad.inactive` or `irad.noalias` has made the function."""
    marking = note(fn, "irad_marking")
    return "" if marking is None else str(marking.kind)


def _mark(low: Lowering, mark: Any, args: list[Val], kw: Keywords, node: Any) -> Val:
    """``irad.inactive(f)`` and ``irad.noalias(f)`` inside of a compiled function."""
    if kw or len(args) != 1 or not isinstance(args[0], KnownV) or not hasattr(plain(args[0].value), "__code__"):
        low.wrong(node, f"irad.{mark.__name__}() takes one Python function")
    assert isinstance(args[0], KnownV)
    return KnownV(mark(args[0].value))


# ---- functions with rules


def attributes(instance: Instance) -> str:
    """The words that mark a function with rules in IR."""
    if instance.inactive:
        host = note(instance.python, "irad_host") is not None  # it gets its arrays read-only
        return f' "{ATTRIBUTE}"="{READER if host else INACTIVE}"'
    if rules_of(instance.python) is None:
        return ""
    if instance.author is None:
        instance.author = register(FunctionAuthor(instance))
    return f' "{ATTRIBUTE}"="{instance.author}"'


class FunctionAuthor:
    """Writes the derivatives of one function at one tuple of types, from the user's rules."""

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
        self.boundscheck, self.blas = instance.compiler.boundscheck, instance.compiler.blas
        self.signature = tuple(a.type for a in instance.fn.args)
        self._check()

    @property
    def modes(self) -> str:
        """In which modes there is a rule."""
        if self.rules.reverse is None:
            return FORWARD_ONLY
        return BOTH if self.rules.forward is not None else REVERSE_ONLY

    @property
    def kinds(self) -> tuple[str | HandedArray, ...]:
        """What lies behind each native parameter: "double", "float", "int", "" where there is no memory of its own."""
        out: list[str | HandedArray] = [""]
        for ty in (*self.types, *(t for _, t, _ in self.captures)):
            out += _kinds(ty)
        return (*out, *_result_kinds(self.result, self.fresh))

    def split(self, rule: PythonRule, wanted: Wanted) -> Texts:
        from irad.frontends.python.glue_reverse import reverse_texts

        return reverse_texts(self, rule, wanted)

    def forward(self, rule: PythonRule, wanted: Wanted) -> Texts:
        from irad.frontends.python.glue_forward import forward_texts

        return forward_texts(self, rule, wanted)

    def _check(self) -> None:
        rules, name = self.rules, self.fn.__name__
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


_MEMORY = {"float64": "double", "float32": "float", "int64": "int", "bool": "int"}


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
