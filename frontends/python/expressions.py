"""Expressions: names, arithmetic, comparisons, subscripts, attributes, calls."""

from __future__ import annotations

import ast
from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING, Any

import numpy as np
from llvmlite import ir

from irad.frontends.python import checked, integers, lists, order
from irad.frontends.python.captured import is_immutable, may_change
from irad.frontends.python.evaluation import is_simple, may_write
from irad.frontends.python.iteration import Iteration
from irad.frontends.python.types import BOOL, FLAG, INT, Array, Form, Scalar, form_of, is_mode, join, parts_of
from irad.frontends.python.values import (
    I1,
    MOST_ELEMENTS,
    REGISTER,
    ArrayV,
    HugeV,
    KnownV,
    LazyV,
    ListV,
    NoneV,
    ScalarV,
    TupleV,
    Val,
    const,
    known_int,
)

if TYPE_CHECKING:
    from irad.frontends.python.lowering import Lowering

_COMPARE = {ast.Lt: "<", ast.LtE: "<=", ast.Gt: ">", ast.GtE: ">=", ast.Eq: "==", ast.NotEq: "!="}
_UFUNC = dict(zip(_COMPARE.values(), ("less", "less_equal", "greater", "greater_equal", "equal", "not_equal"), strict=True))


def _is_text(v: Val) -> bool:
    return isinstance(v, KnownV) and isinstance(v.value, str)


@dataclass
class Place:
    """Something that can be assigned to: an element or a view."""

    read: Callable[[], Val]
    write: Callable[[Val], None]


class Expressions(Iteration):
    """Expressions of one `Lowering`."""

    def __init__(self, low: Lowering) -> None:
        self.low = low
        self.writes: bool | None = None  # may the expression that is being computed write to arrays?

    @property
    def b(self) -> ir.IRBuilder:
        return self.low.b

    def value(self, node: Any, statement: bool = False) -> Val:
        handler: Callable[[Any], Val] | None = getattr(self, f"_{type(node).__name__}", None)
        if handler is None:
            names = {
                "GeneratorExp": "a generator expression",
                "DictComp": "a dict comprehension",
                "ListComp": "a list comprehension",
                "SetComp": "a set comprehension",
                "JoinedStr": "an f-string",
            }
            what = names.get(type(node).__name__, f"the expression '{type(node).__name__}'")
            self.low.unsupported(node, f"{what} is not supported in compiled functions", "write a loop over an array")
            raise AssertionError
        outer, self.low.at = self.low.at, node
        whole = self.writes is None
        if whole:
            self.writes = may_write(self.low, node)
        try:
            out = handler(node)
            if self.writes and not whole:
                out = self.stable(out)  # before operands that come later
        finally:
            if whole:
                self.writes = None
        self.low.at = outer
        return out

    # ---- atoms

    def _Constant(self, node: Any) -> Val:
        return self.constant(node.value, node)

    def constant(self, v: Any, node: Any) -> Val:
        if isinstance(v, (bool, np.bool_)):
            return ScalarV(Scalar("bool", weak=isinstance(v, bool)), ir.Constant(I1, int(v)))
        if isinstance(v, (int, np.integer)):
            if isinstance(v, int):
                return integers.integer(self.low, int(v), node)
            if not integers.LEAST <= int(v) <= integers.MOST:
                self.low.unsupported(node, f"the integer {v} does not fit 64 bits")
            return ScalarV(INT, const(int(v)))
        if isinstance(v, np.float32):
            return ScalarV(Scalar("float32"), ir.Constant(REGISTER["float32"], float(v)))
        if isinstance(v, float):
            return ScalarV(Scalar("float64", weak=not isinstance(v, np.floating)), ir.Constant(REGISTER["float64"], float(v)))
        if v is None:
            return NoneV()
        if v is Ellipsis:
            return KnownV(Ellipsis)
        parts = parts_of(v) if not is_mode(v) else None
        if parts is not None:
            if not is_immutable(v):
                hint = "pass it as an argument, or make it a tuple or a frozen dataclass"
                self.low.unsupported(node, f"a {type(v).__name__} from outside could change while compiled code goes on", hint)
            return TupleV([self.constant(x, node) for x in parts], form_of(v))
        if isinstance(v, np.ndarray):  # in a container
            return self.low.instance.capture_array(self.low, v, "an array")
        if isinstance(v, (str, type, np.dtype)) or callable(v) or type(v).__name__ == "module" or is_mode(v):
            return KnownV(v)
        if isinstance(v, complex):
            self.low.unsupported(node, "complex numbers are not supported yet")
        self.low.unsupported(node, f"a value of type {type(v).__name__} cannot be used in a compiled function")
        raise AssertionError

    def _Name(self, node: Any) -> Val:
        return self.low.read_name(node.id, node)

    def _Tuple(self, node: Any) -> Val:
        return TupleV([self.stable(self.value(e)) for e in node.elts])

    def type_of(self, node: Any) -> Any:
        return self.stable(self.value(node)).ty

    def stable(self, v: Val) -> Val:
        """Lazy arrays are computed before they are put somewhere."""
        return self.low.arrays.in_memory(v) if isinstance(v, LazyV) else v

    def _List(self, node: Any) -> Val:
        return TupleV([self.stable(self.value(e)) for e in node.elts], Form("list"))

    def _Dict(self, node: Any) -> Val:
        keys = []
        for k in node.keys:
            if not isinstance(k, ast.Constant):
                self.low.unsupported(node, "a dict whose keys are not constants is not supported in compiled functions")
            keys.append(k.value)
        if len(set(keys)) != len(keys):
            self.low.wrong(node, "a key stands twice in this dict")
        return TupleV([self.stable(self.value(v)) for v in node.values], Form("dict", tuple(keys)))

    def _Lambda(self, node: Any) -> Val:
        self.low.unsupported(node, "a lambda inside a compiled function is not supported", "define a function outside")
        raise AssertionError

    def _Starred(self, node: Any) -> Val:
        self.low.unsupported(node, "starred arguments are not supported")
        raise AssertionError

    # ---- arithmetic

    def _BinOp(self, node: Any) -> Val:
        left = self.value(node.left)
        return self.binary(node.op, left, self.value(node.right), node)

    def binary(self, op: Any, x: Val, y: Val, node: Any) -> Val:
        if isinstance(op, ast.MatMult):
            from irad.frontends.python.products import matmul

            return matmul(self.low, x, y, node)
        if isinstance(x, TupleV) and isinstance(y, TupleV) and isinstance(op, ast.Add) and self.sequences(x, y):
            return TupleV([*x.items, *y.items], x.form)
        self.numeric(x, node)
        self.numeric(y, node)
        if isinstance(x, ScalarV) and isinstance(y, ScalarV):
            return self.scalar_binary(op, x, y, node)
        return self.elementwise([x, y], lambda p: self.scalar_binary(op, p[0], p[1], node), node)

    def sequences(self, x: TupleV, y: TupleV) -> bool:
        """Two tuples, or two lists?"""
        kinds = {v.form.kind if v.form is not None else "tuple" for v in (x, y)}
        return len(kinds) == 1 and kinds <= {"tuple", "list"}

    def numeric(self, v: Val, node: Any) -> None:
        if not isinstance(v, (ScalarV, ArrayV, LazyV)):
            what = "a string" if isinstance(getattr(v, "value", None), str) else str(v.ty)
            self.low.wrong(node, f"arithmetic needs numbers or arrays, not {what}")

    def scalar_binary(self, op: Any, x: ScalarV, y: ScalarV, node: Any, python: bool = True) -> ScalarV:
        from irad.frontends.python.scalars import binary

        return binary(self.low, op, x, y, node, python)

    def elementwise(
        self, values: list[Val], fn: Callable[[list[ScalarV]], ScalarV], node: Any, array: bool = False
    ) -> Val:
        """``fn`` over scalars and broadcast arrays, computed when it is used.

        Of arrays without axes it is a number, as for NumPy's universal functions; ``array``: an array.
        """
        if any(isinstance(v, (TupleV, ListV)) for v in values):
            from irad.frontends.python.functions import as_array

            values = [as_array(self.low, v, node) if isinstance(v, (TupleV, ListV)) else v for v in values]
        arrays = [v for v in values if isinstance(v, (ArrayV, LazyV))]
        if not arrays:
            return fn(values)  # type: ignore[arg-type]
        a = self.low.arrays
        shape = a.broadcast_shape([v.shape for v in arrays], node)
        readers = [a.aligned(v, shape) if not isinstance(v, ScalarV) else None for v in values]

        def at(idx: list[Any]) -> ScalarV:
            parts = [v if r is None else ScalarV(Scalar(v.ty.dtype), r(idx)) for v, r in zip(values, readers, strict=True)]
            return fn(parts)  # type: ignore[arg-type]

        if not shape and not array:
            return at([])
        kind = self.dtype(self.low.instance.dry(lambda: at([const(0)] * len(shape)), self.low).ty, node)
        reads = [r for v in arrays for r in (v.reads if isinstance(v, LazyV) else [v])]
        plan = order.of_elementwise(self.low, arrays, shape)
        return LazyV(Array(kind, len(shape), plan.layout), shape, lambda idx: at(idx).v, reads, plan.strides)

    def dtype(self, ty: Scalar, node: Any) -> str:
        """The dtype of an array of such numbers."""
        if ty.maybe_truth:
            text = f"an array of what is a truth value in one case and {ty} in another has a dtype that only the run tells"
            self.low.wrong(node, text, "write int(...), float(...) or bool(...) around the number")
        return ty.kind

    def _UnaryOp(self, node: Any) -> Val:
        v = self.value(node.operand)
        if isinstance(node.op, ast.Not):
            truth = self.low.truth(v, node)
            known = isinstance(truth, ir.Constant)  # decides which of two branches is compiled at all
            return ScalarV(FLAG, ir.Constant(I1, int(not truth.constant)) if known else self.b.not_(truth))
        self.numeric(v, node)
        return self.elementwise([v], lambda p: self.negate(node.op, p[0], node), node)

    def negate(self, op: Any, v: ScalarV, node: Any, python: bool = True) -> ScalarV:
        """``-v``, ``+v`` or ``~v``."""
        from irad.frontends.python.promotion import UFUNC
        from irad.frontends.python.scalars import planned

        known = integers.exact(v) if python else None
        if known is not None:
            return integers.integer(self.low, {ast.USub: -known, ast.UAdd: known, ast.Invert: ~known}[type(op)], node)
        how = planned(self.low, UFUNC[type(op)], [v], node, python)
        if how.checked and isinstance(op, ast.USub):
            return checked.negate(self.low, v, how.result, node)
        x = self.low.convert(v, Scalar(how.loop)).v
        if isinstance(op, ast.UAdd):
            return ScalarV(how.result, x)
        if isinstance(op, ast.Invert):
            return ScalarV(how.result, self.b.not_(x))
        if isinstance(x, ir.Constant) and not isinstance(x.constant, str):
            return ScalarV(how.result, ir.Constant(x.type, -x.constant))
        return ScalarV(how.result, self.b.fneg(x) if how.result.is_float else self.b.sub(const(0), x))

    def _BoolOp(self, node: Any) -> Val:
        first = self.value(node.values[0])
        for rest in node.values[1:]:
            first = self.joined(first, partial(self.value, rest), isinstance(node.op, ast.And), node)
        return first

    def joined(self, first: Val, rest: Callable[[], Val], both: bool, node: Any) -> Val:
        """``first and rest`` (or ``or``); the rest is computed only where it counts."""
        low = self.low
        cond = low.truth(first, node)
        if isinstance(cond, ir.Constant):
            return first if bool(cond.constant) != both else rest()
        more, short, done = (low.fn.append_basic_block(n) for n in ("more", "short", "done"))
        self.b.cbranch(cond, more if both else short, short if both else more)
        low.b = ir.IRBuilder(more)
        known = low.reads
        low.reads = dict(known)  # this side may not run: what it reads is not there afterwards
        second = rest()
        low.reads = known
        ty = join(first.ty, second.ty) if isinstance(first, ScalarV) and isinstance(second, ScalarV) else None
        if not isinstance(ty, Scalar):
            low.wrong(node, "'and' and 'or' need scalars")
        assert isinstance(ty, Scalar)
        found = []
        for v, block in ((second, low.b.block), (first, short)):
            low.b = ir.IRBuilder(block)
            held = integers.kept(low, v, ty).v  # type: ignore[arg-type]
            found.append((held, low.b.block))
            low.b.branch(done)
        low.b = ir.IRBuilder(done)
        phi = low.b.phi(REGISTER[ty.kind])
        for held, block in found:
            phi.add_incoming(held, block)
        return ScalarV(ty, phi)

    def _Compare(self, node: Any) -> Val:
        if not all(map(is_simple, node.comparators[1:])):
            return self.chain(self.value(node.left), 0, node)
        values = [self.value(node.left)]
        result: Val | None = None
        for op, right in zip(node.ops, node.comparators, strict=True):
            values.append(self.value(right))
            part = self.compare(op, values[-2], values[-1], node)
            if result is None:
                result = part
            elif isinstance(result, ScalarV) and isinstance(part, ScalarV):
                ty = join(result.ty, part.ty)
                assert isinstance(ty, Scalar)
                result = ScalarV(ty, self.b.and_(result.v, part.v))
            else:
                self.low.wrong(node, "chained comparisons of arrays are ambiguous", "use & between two comparisons")
        assert result is not None
        return result

    def chain(self, left: Val, k: int, node: Any) -> Val:
        """The comparisons from the ``k``-th on; none is made, and nothing computed for it, after one that does not hold."""
        right = self.value(node.comparators[k])
        part = self.compare(node.ops[k], left, right, node)
        if k + 1 == len(node.ops):
            return part
        if not isinstance(part, ScalarV):
            self.low.wrong(node, "chained comparisons of arrays are ambiguous", "use & between two comparisons")
        return self.joined(part, lambda: self.chain(right, k + 1, node), True, node)

    def compare(self, op: Any, x: Val, y: Val, node: Any, python: bool = True) -> Val:
        if isinstance(op, (ast.Is, ast.IsNot)):
            same = isinstance(x, NoneV) and isinstance(y, NoneV)
            if not (isinstance(x, NoneV) or isinstance(y, NoneV)):
                self.low.unsupported(node, "'is' is only supported with None")
            return ScalarV(FLAG, ir.Constant(I1, int(same == isinstance(op, ast.Is))))
        if isinstance(op, (ast.In, ast.NotIn)) and isinstance(y, TupleV) and y.form is not None and y.form.kind == "dict":
            inside = self.key(x, node) in y.form.names
            return ScalarV(FLAG, ir.Constant(I1, int(inside == isinstance(op, ast.In))))
        if type(op) not in _COMPARE:
            self.low.unsupported(node, "'in' is not supported in compiled functions")
        if isinstance(x, KnownV) and isinstance(y, KnownV) and isinstance(op, (ast.Eq, ast.NotEq)):
            return ScalarV(FLAG, ir.Constant(I1, int((x.value == y.value) == isinstance(op, ast.Eq))))
        if isinstance(op, (ast.Eq, ast.NotEq)) and _is_text(x) != _is_text(y) and isinstance(y if _is_text(x) else x, ScalarV):
            return ScalarV(FLAG, ir.Constant(I1, int(isinstance(op, ast.NotEq))))
        self.numeric(x, node)
        self.numeric(y, node)
        return self.elementwise([x, y], lambda p: self.scalar_compare(_COMPARE[type(op)], p[0], p[1], node, python), node)

    def scalar_compare(self, sign: str, x: ScalarV, y: ScalarV, node: Any = None, python: bool = True) -> ScalarV:
        from irad.frontends.python.scalars import planned

        known = integers.compared(self.low, sign, x, y) if python else None
        if known is not None:
            return known
        how = planned(self.low, _UFUNC[sign], [x, y], node or self.low.source.node, python)
        a, c = self.low.convert(x, Scalar(how.loop)).v, self.low.convert(y, Scalar(how.loop)).v
        if how.loop.startswith("float"):
            test = self.b.fcmp_unordered if sign == "!=" else self.b.fcmp_ordered
            return ScalarV(how.result, test(sign, a, c))
        m, n = known_int(a), known_int(c)
        if m is not None and n is not None:
            return ScalarV(how.result, ir.Constant(I1, int(integers.COMPARE[sign](m, n))))
        test = self.b.icmp_unsigned if how.loop == "bool" else self.b.icmp_signed
        return ScalarV(how.result, test(sign, a, c))

    def _IfExp(self, node: Any) -> Val:
        low = self.low
        cond = low.truth(self.value(node.test), node)
        if isinstance(cond, ir.Constant):
            return self.value(node.body if cond.constant else node.orelse)
        from irad.frontends.python.lowering import NotYet

        kinds = []
        for part in (node.body, node.orelse):
            try:
                kinds.append(low.instance.dry(partial(self.type_of, part), low))
            except NotYet:  # a recursion: the other side tells the type
                low.skipped = True
        if not kinds:
            raise NotYet
        ty = join(kinds[0], kinds[-1])
        if ty is None:
            low.wrong(node, f"the two sides of the conditional expression are {kinds[0]} and {kinds[1]}")
        if lists.holds_list(ty):
            raise lists.refused(low.source.place(node))
        places = [low.alloca(t) for t in low.leaf_types(ty)]
        yes, no, done = (low.fn.append_basic_block(n) for n in ("yes", "no", "done"))
        self.b.cbranch(cond, yes, no)
        before = low.reads
        for block, part in ((yes, node.body), (no, node.orelse)):
            low.b = ir.IRBuilder(block)
            low.reads = dict(before)  # what one side reads is not there on the other side, nor afterwards
            try:
                for v, p in zip(low.leaves(self.stable(self.value(part)), ty), places, strict=True):
                    low.b.store(v, p)
                low.b.branch(done)
            except NotYet:
                low.b.unreachable()
        low.b, low.reads = ir.IRBuilder(done), before
        return low.from_leaves(ty, [low.b.load(p, typ=t) for p, t in zip(places, low.leaf_types(ty), strict=True)])

    # ---- attributes and calls

    def _Attribute(self, node: Any) -> Val:
        owner = self.value(node.value)
        if isinstance(owner, KnownV):
            if not hasattr(owner.value, node.attr):
                self.low.wrong(node, f"{owner.ty} has no attribute '{node.attr}'")
            if may_change(owner.value):
                text = f"the attribute '{node.attr}' of {owner.ty} from outside could change while compiled code goes on"
                self.low.unsupported(node, text, "give it a name in the module, or pass it as an argument")
            return self.constant(getattr(owner.value, node.attr), node)
        if isinstance(owner, TupleV) and owner.form is not None and owner.form.by_attribute and node.attr in owner.form.names:
            return owner.items[owner.form.names.index(node.attr)]
        from irad.frontends.python.functions import attribute

        return attribute(self.low, owner, node.attr, node)

    def _Call(self, node: Any) -> Val:
        from irad.frontends.python.functions import call

        return call(self.low, node)

    # ---- subscripts

    def _Subscript(self, node: Any) -> Val:
        owner = self.value(node.value)
        if isinstance(owner, TupleV):
            return self.tuple_item(owner, node)
        if isinstance(owner, ListV):
            return lists.item(self.low, owner, lists.index_value(self.low, node), node)
        return self.place(node, owner).read()

    def key(self, v: Val, node: Any) -> Any:
        """A key of a dict: a constant."""
        if isinstance(v, KnownV):
            return v.value
        k = integers.known_index(v)
        if k is None:
            self.low.wrong(node, "a dict can only be indexed with a constant here")
        return k

    def tuple_item(self, owner: TupleV, node: Any) -> Val:
        if owner.form is not None and owner.form.kind == "dict":
            key = self.key(self.value(node.slice), node)
            if key not in owner.form.names:
                self.low.wrong(node, f"the dict has no key {key!r}, it has {', '.join(map(repr, owner.form.names))}")
            return owner.items[owner.form.names.index(key)]
        if owner.form is not None and owner.form.kind == "dataclass":
            self.low.wrong(node, f"{owner.ty} cannot be indexed")
        if isinstance(node.slice, ast.Slice):
            numbers = [self.slice_bound(x, node) for x in (node.slice.lower, node.slice.upper, node.slice.step)]
            if numbers[2] == 0:
                self.low.wrong(node, "slice step cannot be zero")
            whole = owner.form if owner.form is not None and owner.form.kind == "list" else None
            return TupleV(owner.items[slice(*numbers)], whole)
        k = integers.known_index(self.value(node.slice))
        if k is not None:
            if not -len(owner.items) <= k < len(owner.items):
                self.low.wrong(node, f"tuple index {k} is out of range for {len(owner.items)} items")
            return owner.items[k]
        return self.low.wrong(node, "a tuple can only be indexed with a constant here")

    def slice_bound(self, bound: Any, node: Any) -> int | None:
        """A bound of a slice of a tuple, None where it is left out."""
        v = self.value(bound) if bound is not None else NoneV()
        if isinstance(v, NoneV):
            return None
        k = integers.known_index(v)
        if k is None:
            self.low.wrong(node, "a tuple can only be sliced with constants here", "make an array of it: np.array(t)")
        return k

    def place(self, node: Any, owner: Val | None = None) -> Place:
        """The element or view that a subscript names."""
        low, a = self.low, self.low.arrays
        base = owner if owner is not None else self.value(node.value)
        if isinstance(base, LazyV):
            base = a.in_memory(base)
        if isinstance(base, TupleV):
            item = self.tuple_item(base, node)
            return Place(lambda: item, lambda v: self.replace_item(item, v, node))
        if isinstance(base, ListV):
            return self.list_place(base, node)
        if not isinstance(base, ArrayV):
            low.wrong(node, f"{base.ty} cannot be indexed")
        assert isinstance(base, ArrayV)
        parts = node.slice.elts if isinstance(node.slice, ast.Tuple) else [node.slice]
        view, scalar = self.view(base, parts, node)
        if scalar is not None:
            kind = Scalar(base.ty.dtype)

            def write(v: Val) -> None:
                a.check_writable(base, node)
                a.store(base, scalar, checked.stored(low, self.as_scalar(v, node), kind, node).v)

            return Place(lambda: ScalarV(kind, a.load(base, scalar)), write)
        assert view is not None
        return Place(lambda: view, lambda v: a.assign(view, self.as_array_or_scalar(v, node), node))

    def list_place(self, xs: ListV, node: Any) -> Place:
        """An item of a list that grows."""
        i = lists.index_value(self.low, node)
        return Place(lambda: lists.item(self.low, xs, i, node), lambda v: lists.set_item(self.low, xs.name, i, v, node))

    def replace_item(self, item: Val, value: Val, node: Any) -> None:
        """An item of a container can only be replaced by itself (``p["w"] += 1`` does that)."""
        if value is not item:
            hint = "make a new container, or write into an array"
            self.low.unsupported(node, "an item of a container cannot be replaced in compiled functions", hint)

    def as_scalar(self, v: Val, node: Any) -> ScalarV:
        if isinstance(v, (ArrayV, LazyV)) and not v.shape:
            return ScalarV(Scalar(v.ty.dtype), self.low.arrays.element(v, []))
        if not isinstance(v, ScalarV):
            self.low.wrong(node, f"one element cannot be set to {v.ty}")
        assert isinstance(v, ScalarV)
        return v

    def as_array_or_scalar(self, v: Val, node: Any) -> Val:
        if isinstance(v, TupleV):
            from irad.frontends.python.functions import array_of

            return array_of(self.low, v, node, None)
        if not isinstance(v, (ScalarV, ArrayV, LazyV)):
            self.low.wrong(node, f"an array cannot be filled with {v.ty}")
        return v

    def view(self, base: ArrayV, parts: list[Any], node: Any) -> tuple[ArrayV | None, list[Any] | None]:
        """(view, None), or (None, indices) of one element: every axis has an integer index, and there is no Ellipsis."""
        low, a = self.low, self.low.arrays
        values = [None if isinstance(p, ast.Slice) else self.value(p) for p in parts]
        news = sum(isinstance(v, NoneV) for v in values)
        dots = [k for k, v in enumerate(values) if isinstance(v, KnownV) and v.value is Ellipsis]
        used = len(parts) - news - len(dots)
        if used > base.ty.ndim:
            low.wrong(node, f"too many indices: the array has {base.ty.ndim} axes, {used} were given")
        missing = base.ty.ndim - used
        full = ast.Slice(None, None, None)
        at = dots[0] if dots else len(parts)
        parts = [*parts[:at], *[full] * missing, *parts[at + len(dots) :]]
        values = [*values[:at], *[None] * missing, *values[at + len(dots) :]]
        data_offset: Any = const(0)
        shape: list[Any] = []
        strides: list[Any] = []
        indices: list[Any] = []
        axis, layout_kept, single = 0, base.ty.layout in ("C", "F"), True  # single: no axis with several elements so far
        for part, v in zip(parts, values, strict=True):
            if isinstance(v, NoneV):
                shape.append(const(1))
                strides.append(const(0))
                continue
            n, s = base.shape[axis], base.strides[axis]
            if v is not None:
                i = self.index(v, n, axis, node)
                indices.append(i)
                data_offset = a.add(data_offset, a.mul(i, s))
                layout_kept = layout_kept and single and base.ty.layout == "C"
            else:
                start, count, step = self.slice_parts(part, n, node)
                data_offset = a.add(data_offset, a.mul(start, s))
                shape.append(count)
                strides.append(a.mul(s, step))
                whole = part.lower is None and part.upper is None and part.step is None
                one = known_int(step) == 1
                layout_kept = layout_kept and (whole or (one and single and base.ty.layout == "C"))
                single = False
            axis += 1
        if not shape and not dots:
            return None, indices
        from irad.frontends.python.values import MEMORY

        data = base.data
        if known_int(data_offset) != 0:
            data = self.b.gep(base.data, [data_offset], inbounds=True, source_etype=MEMORY[base.ty.dtype])
        layout = base.ty.layout if layout_kept else order.of_view(base.ty.layout, len(shape))
        layout = layout if shape else "C"
        strides = order.contiguous(low, layout, shape) if layout_kept else strides
        return ArrayV(Array(base.ty.dtype, len(shape), layout, base.ty.readonly), data, shape, strides, base.origin), None

    def index(self, v: Val, n: Any, axis: int, node: Any) -> Any:
        """A checked, non-negative index."""
        if isinstance(v, (ArrayV, LazyV)):
            self.low.unsupported(node, "indexing with an array is not supported", "write a loop")
        if isinstance(v, ScalarV) and (v.ty.kind == "bool" or v.ty.maybe_truth):
            text = "a truth value as the index of an array is a mask, which is not supported"
            self.low.unsupported(node, text, "write an if statement, or x[int(flag)] for one of two elements")
        if not isinstance(v, ScalarV) or v.ty.kind != "int64":
            self.low.wrong(node, f"an index must be an integer, not {v.ty}")
        assert isinstance(v, ScalarV)
        if isinstance(v, HugeV):
            self.low.fail(IndexError, "cannot fit 'int' into an index-sized integer", node)
            return const(0)
        i = self.low.convert(v, INT).v
        k = known_int(i)
        if k is None or k < 0:
            negative = self.b.icmp_signed("<", i, const(0))
            i2 = self.b.select(negative, self.b.add(i, n), i) if k is None else self.b.add(n, i)
        else:
            i2 = i
        if self.low.instance.boundscheck:
            fine = self.b.icmp_unsigned("<", i2, n)
            text = f"index {{0}} is out of bounds for axis {axis} with size {{1}}"
            self.low.check(fine, IndexError, text, node, [i, n])
        return i2

    def slice_parts(self, s: Any, n: Any, node: Any) -> tuple[Any, Any, Any]:
        """(start, count, step) of a slice of an axis of length ``n``, as Python clips them."""
        step = const(1)
        if s.step is not None:
            v = self.value(s.step)
            if not isinstance(v, ScalarV) or v.ty.kind != "int64":
                self.low.wrong(node, "the step of a slice must be an integer")
            assert isinstance(v, ScalarV)
            step = self.step(v, n, node)
        k = known_int(step)
        if k == 0:
            self.low.wrong(node, "slice step cannot be zero")
        b = self.b  # the step may have been checked: we are in another block
        if s.lower is None and s.upper is None and k == 1:
            return const(0), n, step
        down = ir.Constant(I1, int(k < 0)) if k is not None else b.icmp_signed("<", step, const(0))
        low_end = b.select(down, const(-1), const(0)) if k is None else const(-1 if k < 0 else 0)
        high_end = b.select(down, b.sub(n, const(1)), n) if k is None else (b.sub(n, const(1)) if k < 0 else n)
        first = high_end if k is not None and k < 0 else low_end if k is not None else b.select(down, high_end, low_end)
        last = low_end if k is not None and k < 0 else high_end if k is not None else b.select(down, low_end, high_end)
        start = self.clip(s.lower, n, low_end, high_end, first, node)
        stop = self.clip(s.upper, n, low_end, high_end, last, node)
        b = self.b  # the bounds may have been checked: we are in another block
        if k == 1:
            length = b.sub(stop, start, flags=["nsw"])
            count = b.select(b.icmp_signed(">", length, const(0)), length, const(0))
            return start, count, step
        span = b.select(down, b.sub(start, stop), b.sub(stop, start))
        size = b.select(down, b.sub(const(0), step), step)
        count = b.add(b.sdiv(b.sub(span, const(1)), size), const(1))
        count = b.select(b.icmp_signed(">", span, const(0)), count, const(0))
        start = b.select(b.icmp_signed(">", count, const(0)), start, const(0))
        return start, count, step

    def step(self, v: ScalarV, n: Any, node: Any) -> Any:
        """The step of a slice of an axis of length ``n``; one that leaves the axis at once is as good as one by ``n``."""
        k = integers.known_index(v)
        if k is not None and abs(k) <= MOST_ELEMENTS:
            return v.v
        b = self.b
        if k is not None:
            most = b.select(b.icmp_signed(">", n, const(1)), n, const(1))
            return most if k > 0 else b.sub(const(0), most)
        step = v.v
        self.low.check(b.icmp_signed("!=", step, const(0)), ValueError, "slice step cannot be zero", node)
        b = self.b  # behind the check
        most = b.select(b.icmp_signed(">", n, const(1)), n, const(1))
        least = b.sub(const(0), most)
        step = b.select(b.icmp_signed(">", step, most), most, step)
        return b.select(b.icmp_signed("<", step, least), least, step)

    def clip(self, node: Any, n: Any, low: Any, high: Any, default: Any, at: Any) -> Any:
        if node is None:
            return default
        v = self.value(node)
        if isinstance(v, NoneV):
            return default
        if not isinstance(v, ScalarV) or v.ty.is_float or v.ty == BOOL:
            self.low.wrong(at, f"the bounds of a slice must be integers, not {v.ty}")
        assert isinstance(v, ScalarV)
        b = self.b
        if isinstance(v, HugeV):
            return high if v.number > 0 else low
        i = self.low.convert(v, INT).v
        k = known_int(i)
        if k is None:
            i = b.select(b.icmp_signed("<", i, const(0)), b.add(i, n), i)
        elif k < 0:
            i = b.add(n, const(k))
        if k is None or k < 0:
            i = b.select(b.icmp_signed("<", i, low), low, i)
        return b.select(b.icmp_signed(">", i, high), high, i)
