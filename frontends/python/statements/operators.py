"""Operators: arithmetic, comparisons and logic of values, with Python's rules or NumPy's; Python objects as values."""

from __future__ import annotations

import ast
from abc import ABC, abstractmethod
from collections.abc import Callable
from enum import Enum, Flag
from typing import Any

import numpy as np
from llvmlite import ir

from irad.frontends.python.arrays.array_arguments import as_array
from irad.frontends.python.arrays.products import matmul
from irad.frontends.python.arrays.reductions import reduce
from irad.frontends.python.compiled_classes import iterator_objects
from irad.frontends.python.containers import fixed_containers, hashed, list_values, shared_lists
from irad.frontends.python.containers.key_search import equal_items
from irad.frontends.python.core import checked_integers, integers, memory_order, scalar_arithmetic, texts
from irad.frontends.python.core.conditions import both, either, negated
from irad.frontends.python.core.facts import joined as joined_facts
from irad.frontends.python.core.lowering import Lowering
from irad.frontends.python.core.python_values import (
    I1,
    ArrayV,
    ChoiceV,
    HugeV,
    IterV,
    KnownV,
    LazyV,
    ListV,
    MaybeV,
    MemberV,
    NoneV,
    OneOfV,
    RangeV,
    ScalarV,
    SharedV,
    TupleV,
    Val,
    const,
    known_int,
)
from irad.frontends.python.functions import array_powers
from irad.frontends.python.iteration import comparisons, iterators, sequences
from irad.frontends.python.messages.callable_names import is_foreign, value_name
from irad.frontends.python.messages.operand_errors import SIGNS
from irad.frontends.python.numeric import complex_arithmetic, whose_numbers
from irad.frontends.python.numeric.promotion import UFUNC
from irad.frontends.python.numeric.registers import constant_of, joined_number, number_constant
from irad.frontends.python.objects import classes, memory_objects, selected_objects, special_methods
from irad.frontends.python.operands import flags
from irad.frontends.python.sources.captured import is_immutable
from irad.frontends.python.sources.instances import PATTERNS, interned, is_known_object, is_mode
from irad.frontends.python.sources.joined_types import join
from irad.frontends.python.sources.python_types import (
    BOOL,
    FLAG,
    INT,
    Array,
    Scalar,
    form_of,
    holds_shared,
    is_function_form,
    parts_of,
    type_of,
)

_COMPARE = {ast.Lt: "<", ast.LtE: "<=", ast.Gt: ">", ast.GtE: ">=", ast.Eq: "==", ast.NotEq: "!="}
_UFUNC = dict(zip(_COMPARE.values(), ("less", "less_equal", "greater", "greater_equal", "equal", "not_equal"), strict=True))


class Operators(ABC):
    """The part of `Expressions` that works with values, not with the syntax tree."""

    low: Lowering

    @property
    def b(self) -> ir.IRBuilder:
        return self.low.b

    def constant(self, v: Any, node: Any) -> Val:
        if isinstance(v, Enum):
            return MemberV(v) if isinstance(v, int) and not isinstance(v, Flag) else KnownV(v)
        if isinstance(v, (range, slice)):
            return KnownV(interned(v))
        if isinstance(v, int) and not isinstance(v, bool):
            return integers.integer(self.low, int(v), node)
        if isinstance(v, (bool, float, complex, np.bool_, np.number)):
            ty = type_of(v)
            assert isinstance(ty, Scalar)
            return ScalarV(ty, number_constant(ty.kind, v))
        if v is None:
            return NoneV()
        if v is Ellipsis or v is NotImplemented:
            return KnownV(v)
        parts = parts_of(v) if not is_mode(v) else None
        if parts is not None:
            if not is_immutable(v):
                hint = "pass it as an argument, or make it a tuple or a frozen dataclass"
                self.low.unsupported(node, f"a {type(v).__name__} from outside could change while compiled code goes on", hint)
            return TupleV([self.constant(x, node) for x in parts], form_of(v))
        if isinstance(v, np.ndarray):  # in a container
            return self.low.capture_array(v, "an array")
        known = (str, type, np.dtype, Enum, *PATTERNS)
        if isinstance(v, known) or callable(v) or type(v).__name__ == "module" or is_mode(v):
            return KnownV(v)
        if is_known_object(v):
            return KnownV(v)
        written = f" ('{ast.unparse(node)}')" if isinstance(node, (ast.Name, ast.Attribute)) else ""
        text = f"a value of type {type(v).__name__}{written} cannot be used in a compiled function"
        self.low.unsupported(node, text, "compute what is needed of it outside, and pass that as an argument")
        raise AssertionError

    def stable(self, v: Val) -> Val:
        """Lazy arrays are computed before they are put somewhere."""
        if isinstance(v, ListV):
            return list_values.as_value(self.low, v)
        return self.low.arrays.in_memory(v) if isinstance(v, LazyV) else v

    def binary(self, op: Any, x: Val, y: Val, node: Any) -> Val:
        x, y = comparisons.operands(self.low, op, x, y, node)
        own = flags.operator(self.low, op, x, y, node) or special_methods.operator(self.low, op, x, y, node)
        if own is not None:
            return own
        if isinstance(op, ast.MatMult):
            return matmul(self.low, x, y, node)
        found = sequences.combined(self.low, op, x, y, node)
        if found is not None:
            return found
        x, y = self.as_operands(x, y, node)
        self.numeric(x, node)
        self.numeric(y, node)
        if isinstance(x, ScalarV) and isinstance(y, ScalarV):
            return self.scalar_binary(op, x, y, node)
        power = array_powers.operator(self.low, x, y, node) if isinstance(op, ast.Pow) else None
        return power or self.elementwise([x, y], lambda p: self.scalar_binary(op, p[0], p[1], node), node)

    def as_operands(self, x: Val, y: Val, node: Any) -> tuple[Val, Val]:
        """The operands; a list or tuple beside an array is one, as for NumPy."""
        for v in (x, y):
            if isinstance(v, (ArrayV, LazyV)) or (isinstance(v, ScalarV) and not v.ty.weak and not v.ty.also):
                return self._operand(x, node), self._operand(y, node)
        return x, y

    def _operand(self, v: Val, node: Any) -> Val:
        fixed = isinstance(v, TupleV) and (v.form is None or v.form.kind in ("list", "namedtuple"))
        plain = fixed or isinstance(v, (ListV, SharedV, RangeV))
        return as_array(self.low, v, node) if plain else v

    def numeric(self, v: Val, node: Any) -> None:
        if not isinstance(v, (ScalarV, ArrayV, LazyV)):
            if is_foreign(self.low.source.fn) and classes.class_of(self.low, v) is not None:  # an item of a set, or a key
                self.low.try_in_memory()
            what = value_name(getattr(v, "value", None)) or v.ty
            self.low.wrong(node, f"arithmetic needs numbers or arrays, not {what}", _as_number(v, node))

    def scalar_binary(self, op: Any, x: ScalarV, y: ScalarV, node: Any, python: bool = True) -> ScalarV:
        return scalar_arithmetic.binary(self.low, op, x, y, node, python)

    def elementwise(self, values: list[Val], fn: Callable[[list[ScalarV]], ScalarV], node: Any, array: bool = False) -> Val:
        """``fn`` over scalars and broadcast arrays, computed when it is used.

        For arrays without axes the result is a number, as of NumPy's universal functions; with ``array`` it is an array.
        """
        if any(isinstance(v, (TupleV, ListV)) for v in values):
            values = [as_array(self.low, v, node) if isinstance(v, (TupleV, ListV)) else v for v in values]
        arrays = [v for v in values if isinstance(v, (ArrayV, LazyV))]
        if not arrays:
            return fn(values)  # type: ignore[arg-type]
        a = self.low.arrays
        arrays, shape = a.broadcast(arrays, node)
        found = iter(arrays)
        values = [next(found) if isinstance(v, (ArrayV, LazyV)) else v for v in values]
        pairs = [a.stretched(v, shape) if isinstance(v, (ArrayV, LazyV)) else (None, ()) for v in values]
        readers, stretched = [r for r, _ in pairs], tuple(axis for _, axes in pairs for axis in axes)

        def at(idx: list[Any]) -> ScalarV:
            parts = [v if r is None else ScalarV(Scalar(v.ty.dtype), r(idx)) for v, r in zip(values, readers, strict=True)]
            self.low.of_elements += 1
            found = fn(parts)  # type: ignore[arg-type]
            self.low.of_elements -= 1
            return found

        if not shape and not array:
            return at([])
        kind = self.dtype(self.low.dry(lambda: at([const(0)] * len(shape))).ty, node)
        reads = [r for v in arrays for r in (v.reads if isinstance(v, LazyV) else [v])]
        plan = memory_order.of_elementwise(self.low, arrays, shape)
        return LazyV(Array(kind, len(shape), plan.layout), shape, lambda idx: at(idx).v, reads, plan.strides, stretched)

    def dtype(self, ty: Scalar, node: Any) -> str:
        """The dtype of an array of such numbers."""
        if ty.maybe_truth:
            text = f"an array of what is a truth value in one case and {ty} in another has a dtype that only the run tells"
            self.low.wrong(node, text, "write int(...), float(...) or bool(...) around the number")
        if len({c.kind for c in ty.also if c.is_integer}) > 1:
            text = f"an array of what is {' or '.join(map(str, ty.also))} has a dtype that only the run tells"
            self.low.wrong(node, text, "write int(...) or np.int64(...) around the number")
        return ty.kind

    def negate(self, op: Any, v: ScalarV, node: Any, python: bool = True) -> ScalarV:
        """``-v``, ``+v`` or ``~v``."""
        made = self._negated(op, v, node, python)
        return ScalarV(made.ty, made.v, whose=v.whose) if python and whose_numbers.is_mixed(made.ty) else made

    def _negated(self, op: Any, v: ScalarV, node: Any, python: bool) -> ScalarV:
        known = integers.exact(v) if python else None
        if known is not None:
            return integers.integer(self.low, {ast.USub: -known, ast.UAdd: known, ast.Invert: ~known}[type(op)], node)
        how = scalar_arithmetic.planned(self.low, UFUNC[type(op)], [v], node, python)
        if how.checked and isinstance(op, ast.USub):
            return checked_integers.negate(self.low, v, how.result, node)
        x = self.low.convert(v, Scalar(how.loop)).v
        if isinstance(op, ast.UAdd):
            return ScalarV(how.result, x)
        if isinstance(op, ast.Invert):
            return ScalarV(how.result, self.b.not_(x))
        n = constant_of(x)
        if n is not None:
            return ScalarV(how.result, number_constant(how.result.kind, -n))
        if how.result.is_complex:
            return ScalarV(how.result, complex_arithmetic.negative(self.low, x))
        return ScalarV(how.result, self.b.fneg(x) if how.result.is_float else self.b.sub(ir.Constant(x.type, 0), x))

    def joined(self, first: Val, rest: Callable[[], Val], both: bool, node: Any) -> Val:
        """``first and rest`` (or ``or``), with short-circuit evaluation."""
        low = self.low
        cond = low.truth(first, node)
        if isinstance(cond, ir.Constant):
            return first if bool(cond.constant) != both else rest()
        done = low.fn.append_basic_block("done")
        known, latest, facts = low.reads, low.latest, low.facts.copy()
        with low.region(done, condition=cond):
            more, short = (low.fn.append_basic_block(n) for n in ("more", "short"))
            self.b.cbranch(cond, more if both else short, short if both else more)
            low.b = ir.IRBuilder(more)
            low.reads, low.latest = dict(known), dict(latest)  # this side may not run: what it reads is not there afterwards
            second = rest()
        low.reads, low.latest = unchanged([known, low.reads]), unchanged([latest, low.latest])
        low.facts = joined_facts([low.facts, facts]) or facts
        ty = join(first.ty, second.ty) if isinstance(first, ScalarV) and isinstance(second, ScalarV) else None
        if not isinstance(ty, Scalar):
            low.wrong(node, "'and' and 'or' need scalars")
        assert isinstance(ty, Scalar)
        found, owners = [], []
        for v, block in ((second, low.b.block), (first, short)):
            low.b = ir.IRBuilder(block)
            assert isinstance(v, ScalarV)
            held = integers.kept(low, v, ty).v
            found.append((held, low.b.block))
            owners.append((whose_numbers.whose(v.ty, v.whose), low.b.block))
            low.b.branch(done)
        low.b = ir.IRBuilder(done)
        own = joined_number(low.b, owners) if whose_numbers.is_mixed(ty) else None
        return ScalarV(ty, joined_number(low.b, found), whose=own)

    def compare(self, op: Any, x: Val, y: Val, node: Any, python: bool = True) -> Val:
        if not isinstance(op, (ast.Is, ast.IsNot)) or not any(isinstance(v, NoneV) for v in (x, y)):
            self.low.need_texts(x, y)
        if isinstance(x, OneOfV) or (memory_objects.is_several(x) and type(op) in _COMPARE):
            return selected_objects.each(self.low, x, lambda one: self.compare(op, one, y, node, python), node, some=False)
        if isinstance(y, OneOfV) or (memory_objects.is_several(y) and type(op) in (*_COMPARE, ast.In, ast.NotIn)):
            return selected_objects.each(self.low, y, lambda one: self.compare(op, x, one, node, python), node, some=False)
        own = special_methods.comparison(self.low, op, x, y, node)
        if own is not None:
            return own
        if isinstance(op, (ast.Is, ast.IsNot)):
            for v, other in ((x, y), (y, x)):
                if isinstance(v, MaybeV) and isinstance(other, NoneV):
                    return ScalarV(FLAG, negated(self.low, v.there) if isinstance(op, ast.Is) else v.there)
            if isinstance(x, MaybeV) or isinstance(y, MaybeV):
                found = self._same_or_none(x, y, node, ast.Is())
            else:
                found = self.low.truth(comparisons.same(self.low, x, y, node), node)
            return ScalarV(FLAG, found if isinstance(op, ast.Is) else negated(self.low, found))
        if isinstance(op, (ast.Eq, ast.NotEq)) and (isinstance(x, MaybeV) or isinstance(y, MaybeV)):
            same = self._same_or_none(x, y, node, ast.Eq())
            return ScalarV(FLAG, same if isinstance(op, ast.Eq) else negated(self.low, same))
        if type(op) in SIGNS:
            x, y = comparisons.operands(self.low, op, x, y, node)
        elif isinstance(y, MaybeV):
            y = self.low.certain(y, node, "argument of type 'NoneType' is not iterable")
        own = special_methods.contains(self.low, x, y, node) if isinstance(op, (ast.In, ast.NotIn)) else None
        if own is not None:
            truth = self.low.truth(own, node)
            return ScalarV(FLAG, truth if isinstance(op, ast.In) else negated(self.low, truth))
        if isinstance(op, (ast.In, ast.NotIn)):
            return self.contains(x, y, isinstance(op, ast.In), node)
        x, y = flags.as_operands(self.low, op, x, y, node)
        special = comparisons.compared(self.low, op, x, y, node) if python else None
        if special is not None:
            return special
        x, y = self.as_operands(x, y, node)
        self.numeric(x, node)
        self.numeric(y, node)
        return self.elementwise([x, y], lambda p: self.scalar_compare(_COMPARE[type(op)], p[0], p[1], node, python), node)

    def _same_or_none(self, x: Val, y: Val, node: Any, op: ast.Eq | ast.Is) -> Any:
        """``x == y``, or ``x is y``, where one of them may be None."""
        there = [v.there if isinstance(v, MaybeV) else ir.Constant(I1, int(not isinstance(v, NoneV))) for v in (x, y)]
        neither = self.b.and_(*(self.b.not_(t) for t in there))
        if isinstance(x, NoneV) or isinstance(y, NoneV):
            return neither
        a, c = (v.value if isinstance(v, MaybeV) else v for v in (x, y))
        if isinstance(op, ast.Eq) and (holds_shared(a.ty) or holds_shared(c.ty)):
            found = self.low.where(self.b.and_(*there), lambda: self.low.truth(self.compare(op, a, c, node), node), node)
            return self.b.or_(neither, found)
        same = self.low.truth(self.compare(op, a, c, node), node)
        return self.b.or_(neither, self.b.and_(self.b.and_(*there), same))

    def contains(self, x: Val, y: Val, positive: bool, node: Any) -> Val:
        """``x in y``: for texts, ranges, sets and dicts, and for numbers in a container of known structure."""
        if isinstance(x, MaybeV) and (isinstance(y, ChoiceV) or isinstance(texts.known_value(y), str)):
            x = self.low.certain(x, node, "'in <string>' requires string as left operand, not NoneType")
        if isinstance(x, MaybeV) and holds_shared(x.ty):
            there, value = x.there, x.value
            inside = self.low.where(there, lambda: self.low.truth(self.contains(value, y, True, node), node), node)
            none = self.low.truth(self.contains(NoneV(), y, True, node), node)
            found = self.b.or_(inside, self.b.and_(self.b.not_(there), none))
            return ScalarV(FLAG, found if positive else negated(self.low, found))
        if isinstance(x, MaybeV):
            found = either(self.low, *(
                both(self.low, there, self.low.truth(self.contains(v, y, True, node), node))
                for there, v in ((x.there, x.value), (negated(self.low, x.there), NoneV()))
            ))  # fmt: skip
            return ScalarV(FLAG, found if positive else negated(self.low, found))
        cls = classes.class_of(self.low, y)
        if cls is not None and not issubclass(cls, tuple) and hasattr(cls, "__contains__"):
            found = self.low.truth(self.apply_method(y, "__contains__", [x], {}, node), node)
            return ScalarV(FLAG, found if positive else negated(self.low, found))
        found = comparisons.contained(self.low, x, y, node)
        if found is None and isinstance(y, (ArrayV, LazyV)):
            found = self.in_array(x, y, node)
        if found is None:
            found = self._among_items(x, y, node)
        return ScalarV(FLAG, found if positive else negated(self.low, found))

    def _among_items(self, x: Val, y: Val, node: Any) -> Any:
        if iterators.is_held(y):
            if hasattr(iterators.opened_class(y), "irad_compiled"):
                return self.low.truth(self.low.expr.apply(iterator_objects.contains, [y, x], {}, node), node)
            self.low.unsupported(node, "'in' of an iterator that may be used again is not supported", "make a list of it")
        a, b = texts.known_value(x), texts.known_value(y)
        if a is not texts.UNKNOWN and b is not texts.UNKNOWN and isinstance(b, (tuple, list)):
            return ir.Constant(I1, int(a in b))
        v = fixed_containers.as_iterated(self.low, y, node) if isinstance(y, (TupleV, IterV)) else y
        v = shared_lists.opened(self.low, v)
        if isinstance(v, ListV):
            return self._in_list(x, v, node)
        if not isinstance(v, TupleV) or is_function_form(v.form):
            self.low.unsupported(node, f"'in' {y.ty} is not supported in compiled functions", "write a loop, or (a == x).any()")
            raise AssertionError
        found: Any = ir.Constant(I1, 0)
        for item in fixed_containers.all_items(v):
            same = equal_items(self.low, item, x, node)
            if isinstance(same, ir.Constant):
                found = same if same.constant else found
                if same.constant:
                    break
                continue
            found = same if isinstance(found, ir.Constant) else self.b.or_(found, same)
        return found

    def _in_list(self, x: Val, xs: ListV, node: Any) -> Any:
        """``x in xs`` of a list that grows."""
        if xs.ty.item is None:  # empty, as far as is known in this round
            return self.b.icmp_signed("<", xs.count, const(0))
        place = iterators.flag(self.low, False)
        count, item = self.counted(xs, node)

        def one(k: Any) -> None:
            same = equal_items(self.low, item(k), x, node)
            self.b.store(self.b.or_(self.b.load(place, typ=I1), same), place)

        self.low.counted(count, one)
        return self.b.load(place, typ=I1)

    @abstractmethod
    def counted(self, v: Val, node: Any) -> Any:
        """(count, item(k)) of what can be iterated."""

    @abstractmethod
    def apply_method(self, owner: Val, name: str, args: list[Val], keywords: dict[str, Val], node: Any) -> Val:
        """``owner.name(*args)`` of an instance of a class."""

    def in_array(self, x: Val, y: Val, node: Any) -> Any:
        """``x in y`` of a number, and an array or a list of numbers that grows."""
        if isinstance(y, ListV):
            y = as_array(self.low, y, node)
        if not isinstance(y, (ArrayV, LazyV)) or not isinstance(x, (ScalarV, ArrayV, LazyV)) or getattr(x, "shape", []):
            self.low.unsupported(node, f"{x.ty} in {y.ty} is not supported in compiled functions", "write a loop")
        same = self.compare(ast.Eq(), x, y, node, False)
        return self.low.truth(reduce(self.low, "any", same, None, node), node)

    def scalar_compare(self, sign: str, x: ScalarV, y: ScalarV, node: Any = None, python: bool = True) -> ScalarV:
        known = integers.compared(self.low, sign, x, y) if python else None
        if known is not None:
            return known
        found = self.whole_compare(sign, x, y)
        if found is not None:
            return found
        how = scalar_arithmetic.planned(self.low, _UFUNC[sign], [x, y], node or self.low.source.node, python)
        if Scalar(how.loop).is_complex:
            return ScalarV(how.result, self.complex_compare(sign, x, y, Scalar(how.loop)))
        a, c = self.low.convert(x, Scalar(how.loop)).v, self.low.convert(y, Scalar(how.loop)).v
        if Scalar(how.loop).is_float:
            test = self.b.fcmp_unordered if sign == "!=" else self.b.fcmp_ordered
            return ScalarV(how.result, test(sign, a, c))
        m, n = known_int(a), known_int(c)
        if m is not None and n is not None:
            return ScalarV(how.result, ir.Constant(I1, int(integers.COMPARE[sign](m, n))))
        test = self.b.icmp_signed if Scalar(how.loop).dtype.is_signed else self.b.icmp_unsigned
        return ScalarV(how.result, test(sign, a, c))

    def complex_compare(self, sign: str, x: ScalarV, y: ScalarV, loop: Scalar) -> Any:
        a, c = self.low.convert(x, loop).v, self.low.convert(y, loop).v
        if sign in ("==", "!="):
            same = complex_arithmetic.equal(self.low, a, c)
            return same if sign == "==" else self.b.not_(same)
        if sign[0] == ">":
            return complex_arithmetic.less(self.low, sign.replace(">", "<"), c, a)
        return complex_arithmetic.less(self.low, sign, a, c)

    def whole_compare(self, sign: str, x: ScalarV, y: ScalarV) -> ScalarV | None:
        """Of integers of two dtypes, or one of Python's and another: by their values, as in NumPy."""
        python = x.ty.weak and y.ty.weak
        if python or not (x.ty.is_integer and y.ty.is_integer) or x.ty.kind == y.ty.kind:
            if not isinstance(x, HugeV) and not isinstance(y, HugeV):
                return None
        for v, other, way in ((x, y, sign), (y, x, integers.MIRRORED[sign])):
            if isinstance(v, HugeV) and other.ty.is_integer and not v.fits(other.ty):
                return integers.truth(integers.COMPARE[way](v.number, 0), x.ty.weak and y.ty.weak)
        if isinstance(x, HugeV) or isinstance(y, HugeV):
            return None
        result = BOOL
        wide = [self.low.convert(ScalarV(Scalar(v.ty.kind), v.v), INT).v for v in (x, y)]
        large = [v.ty.kind == "uint64" for v in (x, y)]
        if not any(large):
            return ScalarV(result, self.b.icmp_signed(sign, *wide))
        a, c = wide
        unsigned = self.b.icmp_unsigned(sign, a, c)
        below = self.b.icmp_signed("<", c if large[0] else a, const(0))  # a negative number beside one of uint64
        return ScalarV(
            result,
            self.b.select(below, ir.Constant(I1, int(integers.COMPARE[sign](*((0, -1) if large[0] else (-1, 0))))), unsigned),
        )

    def key(self, v: Val, node: Any, owner: Val | None = None) -> Any:
        """A key of a dict, which is ``owner``: a constant."""
        k = texts.known_value(v)
        if k is texts.UNKNOWN:
            k = integers.known_index(v)
            if k is None:
                self.low.demand(node, v)
                if owner is not None:
                    hashed.begin_anew(self.low, owner, v)
                hint = "use an array, or a list that grows"
                self.low.wrong(node, "a dict can only be indexed with a constant here", hint)
        try:
            hash(k)
        except TypeError as error:
            self.low.wrong(node, str(error))
        return k

    def _of_whole_arrays(self, v: Val, node: Any) -> str:
        """The function of NumPy that takes arrays where another one, which is called, takes numbers."""
        fn = node.func if isinstance(node, ast.Call) else None
        name = fn.attr if isinstance(fn, ast.Attribute) else fn.id if isinstance(fn, ast.Name) else ""
        other = {"max": "maximum", "min": "minimum", "fabs": "abs", "pow": "power"}.get(name, name)
        known = isinstance(v, (ArrayV, LazyV)) and isinstance(vars(np).get(other), np.ufunc)
        return f"np.{other} takes arrays" if known else ""

    def as_scalar(self, v: Val, node: Any) -> ScalarV:
        v = flags.as_number(self.low, self.low.certain(v, node), node)
        if isinstance(v, (ArrayV, LazyV)) and not v.shape:
            return ScalarV(Scalar(v.ty.dtype), self.low.arrays.element(v, []))
        if not isinstance(v, ScalarV):
            self.low.wrong(node, f"a single number is needed here, not {v.ty}", self._of_whole_arrays(v, node))
        assert isinstance(v, ScalarV)
        return v


def _as_number(v: Val, node: Any) -> str:
    """What to write where an operand is no number."""
    if isinstance(v, (ListV, SharedV)) or (isinstance(v, TupleV) and (v.form is None or v.form.kind == "list")):
        return "make an array of it: np.array(...)"
    if isinstance(v, NoneV) and any(isinstance(n, ast.Call) for n in ast.iter_child_nodes(node)):
        return "what a function returns is missing (a return statement, or returns= of irad.host_rule or irad.pure_host)"
    return ""


def unchanged(ways: list[dict[str, Any]]) -> dict[str, Any]:
    """What is known of names on the first of these ways, and no other way has changed."""
    return {name: v for name, v in ways[0].items() if all(way.get(name) is v for way in ways[1:])}
