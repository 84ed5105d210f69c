"""Statements and control flow of one function at given argument types.

The same code serves typing and code generation: a function is lowered repeatedly, each time with the variable types found
so far, until these no longer change (`Instance.lower` in `compiler.py`); only the last result is kept.
"""

from __future__ import annotations

import ast
from collections import Counter
from collections.abc import Callable
from typing import TYPE_CHECKING, Any, NoReturn

from llvmlite import ir

from irad.errors import TypingError, UnsupportedError
from irad.frontends.python import lists
from irad.frontends.python import source as src
from irad.frontends.python.arrays import Arrays
from irad.frontends.python.evaluation import may_write
from irad.frontends.python.integers import exact, kept
from irad.frontends.python.marks import note
from irad.frontends.python.promotion import UFUNC
from irad.frontends.python.rules import returned
from irad.frontends.python.types import BOOL, Array, Known, List, NoneTy, Scalar, Tuple, Ty, join
from irad.frontends.python.values import (
    I1,
    I8,
    I32,
    I64,
    MEMORY,
    PTR,
    REGISTER,
    ArrayV,
    HugeV,
    KnownV,
    LazyV,
    ListV,
    NoneV,
    RangeV,
    ScalarV,
    TupleV,
    Val,
    const,
    known_int,
)
from irad.frontends.python.webs import shown

if TYPE_CHECKING:
    from irad.frontends.python.compiler import Instance


GIVEN_UP = -100  # the status of a call that Python code has to make


class NotYet(Exception):
    """A type is not known in this round: what depends on it is skipped."""


class Lowering:
    """One round over one function."""

    def __init__(self, instance: Instance, fn: ir.Function) -> None:
        from irad.frontends.python.expressions import Expressions

        self.instance = instance
        self.source = instance.source
        self.fn = fn
        self.entry = fn.append_basic_block("entry")
        self.start = fn.append_basic_block("start")
        self.b = ir.IRBuilder(self.start)
        self.arena = fn.args[0]
        self.arrays = Arrays(self)
        self.expr = Expressions(self)
        self.slots: dict[str, tuple[Ty, list[Any]]] = {}
        self.bound: dict[str, Val] = {}
        self.bound_at: dict[str, Any] = {}
        self.several: set[str] = set()  # names that have stood for values of several types in a loop
        self.reads: dict[str, Val] = {}
        self.loops: list[tuple[Any, Any]] = []
        self.status: Any = None
        self.exit: Any = None
        self.result: Ty | None = None
        self.changed = False
        self.skipped = False
        self.bodies: list[int] = []
        self.flags: dict[str, Any] = {}
        self.at: Any = self.source.node  # the expression or statement that is lowered

    # ---- the function

    def run(self, args: list[Val]) -> None:
        node = self.source.node
        self.exit = self.fn.append_basic_block("exit")
        self.status = self.alloca(I32)
        self.mark = self.reserve_raw(const(16)) if not self.instance.keeps_arrays else None
        body = (
            node.body if isinstance(node.body, list) else [ast.Return(node.body, lineno=node.lineno, col_offset=node.col_offset)]
        )
        assigned = assigned_names(body)
        for name, value in zip(self.instance.arg_names, args, strict=True):
            if name in assigned:
                self.assign_name(name, value, node)
            else:
                self.bound[name] = value
        self.instance.lower_body(self, body)
        if not self.b.block.is_terminated:
            if self.skipped:  # perhaps a return statement that could not be typed yet
                self.b.branch(self.exit)
            else:
                self.return_value(NoneV(), node)
        self.b = ir.IRBuilder(self.exit)
        if self.mark is not None:
            self.release(self.mark)
        self.b.ret(self.b.load(self.status, typ=I32))
        ir.IRBuilder(self.entry).branch(self.start)

    def block(self, statements: list[Any]) -> None:
        for s in statements:
            if self.b.block.is_terminated:
                return
            self.reads = {}
            self.at = s
            handler: Any = getattr(self, f"_{type(s).__name__}", None)
            if handler is None:
                self.unsupported(s, f"the statement '{type(s).__name__.lower()}' is not supported in compiled functions")
            try:
                handler(s)
            except NotYet:
                self.skipped = True

    # ---- errors

    def unsupported(self, node: Any, message: str, hint: str = "") -> NoReturn:
        raise UnsupportedError(message, place=self.source.place(node), hint=hint)

    def wrong(self, node: Any, message: str, hint: str = "") -> NoReturn:
        raise TypingError(message, place=self.source.place(node), hint=hint)

    def check(self, ok: Any, kind: type[Exception], message: str, node: Any, details: list[Any] | None = None) -> None:
        """Go on if ``ok``, else return with the status of a new error site."""
        if isinstance(ok, ir.Constant) and ok.constant:
            return
        site = self.instance.compiler.site(kind, message, self.source, node)
        bad, good = self.fn.append_basic_block("error"), self.fn.append_basic_block("fine")
        self.b.cbranch(ok, good, bad)
        self.b = ir.IRBuilder(bad)
        for k, d in enumerate(details or []):
            self.b.store(d, self.b.gep(self.arena, [const(8 + 8 * k)], source_etype=I8))
        self.leave(ir.Constant(I32, site))
        self.b = ir.IRBuilder(good)

    def surely_apart(self, a: ArrayV, other: ArrayV) -> bool:
        """Arrays that are different parameters of a function whose arrays never overlap."""
        both = isinstance(a.data, ir.Argument) and isinstance(other.data, ir.Argument)
        return self.instance.apart and both and a.data is not other.data

    def give_up(self, when: Any, kind: type[Exception], message: str, node: Any) -> None:
        """If ``when``: an error; but leave it to Python what happens where the function is called from there."""
        if note(self.source.fn, "irad_gives_up") is None:
            self.check(self.b.not_(when), kind, message, node)
            return
        stop, good = self.fn.append_basic_block("give.up"), self.fn.append_basic_block("go.on")
        self.b.cbranch(when, stop, good)
        self.b = ir.IRBuilder(stop)
        self.leave(ir.Constant(I32, GIVEN_UP))
        self.b = ir.IRBuilder(good)

    def fail(self, kind: type[Exception], message: str, node: Any) -> None:
        """An error that surely happens when this point is reached."""
        site = self.instance.compiler.site(kind, message, self.source, node)
        self.leave(ir.Constant(I32, site))
        self.b = ir.IRBuilder(self.fn.append_basic_block("after"))

    def leave(self, status: Any) -> None:
        self.b.store(status, self.status)
        self.b.branch(self.exit)

    # ---- memory

    def alloca(self, t: Any) -> Any:
        with self.b.goto_block(self.entry):
            return self.b.alloca(t)

    def stack(self) -> Any:
        return self.b.gep(self.arena, [const(64)], source_etype=I8)

    def reserve(self, size: Any) -> Any:
        self.instance.note_allocation(self)
        return self.reserve_raw(size)

    def reserve_raw(self, size: Any) -> Any:
        return self.b.call(self.instance.compiler.runtime("irad_reserve"), [self.stack(), size])

    def release(self, mark: Any) -> None:
        self.b.call(self.instance.compiler.runtime("irad_release"), [self.stack(), mark])

    # ---- conversions

    def convert(self, v: ScalarV, to: Scalar) -> ScalarV:
        """A scalar in another type (bool < int64 < float32 < float64; float to int truncates)."""
        if v.ty.kind == to.kind:
            return ScalarV(to, v.v)
        source, target = v.ty.kind, to.kind
        if isinstance(v, HugeV):
            return v.converted(to)
        b = self.b
        if target == "bool":
            if source == "int64":
                return ScalarV(to, b.icmp_signed("!=", v.v, const(0)))
            return ScalarV(to, b.fcmp_unordered("!=", v.v, ir.Constant(REGISTER[source], 0.0)))
        if target == "int64":
            return ScalarV(to, b.zext(v.v, I64) if source == "bool" else b.fptosi(v.v, I64))
        t = REGISTER[target]
        if isinstance(v.v, ir.Constant) and not isinstance(v.v.constant, str):
            return ScalarV(to, ir.Constant(t, float(v.v.constant)))
        if source == "bool":
            return ScalarV(to, b.uitofp(v.v, t))
        if source == "int64":
            return ScalarV(to, b.sitofp(v.v, t))
        return ScalarV(to, b.fpext(v.v, t) if target == "float64" else b.fptrunc(v.v, t))

    def truth(self, v: Val, node: Any) -> Any:
        if isinstance(v, ScalarV):
            return self.convert(v, BOOL).v
        if isinstance(v, NoneV):
            return ir.Constant(I1, 0)
        if isinstance(v, KnownV):
            return ir.Constant(I1, bool(v.value))
        if isinstance(v, TupleV):
            return ir.Constant(I1, bool(v.items))
        if isinstance(v, ListV):
            return self.b.icmp_signed("!=", v.count, const(0))
        if isinstance(v, (ArrayV, LazyV)) and not v.shape:
            return self.convert(self.expr.as_scalar(v, node), BOOL).v
        return self.wrong(node, "the truth value of an array is ambiguous", "use .any() or .all()")

    # ---- variables

    def leaf_types(self, ty: Ty) -> list[Any]:
        return leaf_types(ty)

    def leaves(self, v: Val, ty: Ty) -> list[Any]:
        """The registers of ``v`` as type ``ty`` holds it."""
        if isinstance(ty, Scalar):
            assert isinstance(v, ScalarV)
            out = kept(self, v, ty).v
            return [self.b.zext(out, I8) if ty.kind == "bool" else out]
        if isinstance(ty, Array):
            a = self.arrays.in_memory(v)
            return [a.data, *a.shape, *([] if ty.layout == "C" else a.strides)]
        if isinstance(ty, Tuple):
            assert isinstance(v, TupleV)
            return [x for i, t in zip(v.items, ty.items, strict=True) for x in self.leaves(i, t)]
        return []

    def from_leaves(self, ty: Ty, leaves: list[Any], origin: object = None) -> Val:
        """The opposite of `leaves`; takes from the front of the list."""
        if isinstance(ty, Scalar):
            v = leaves.pop(0)
            return ScalarV(ty, self.b.trunc(v, I1) if ty.kind == "bool" else v)
        if isinstance(ty, Array):
            data = leaves.pop(0)
            shape = [leaves.pop(0) for _ in range(ty.ndim)]
            strides = self.arrays.contiguous(shape) if ty.layout == "C" else [leaves.pop(0) for _ in range(ty.ndim)]
            return ArrayV(ty, data, shape, strides, origin)
        if isinstance(ty, Tuple):
            return TupleV([self.from_leaves(i, leaves, origin) for i in ty.items], ty.form)
        return KnownV(ty.value) if isinstance(ty, Known) else NoneV()

    def assign_name(self, name: str, value: Val, node: Any) -> None:
        if name in self.instance.growing:
            lists.assign(self, name, value, node)
            return
        self.reads.pop(name, None)
        if self.is_constant(name, value):
            self.bind_constant(name, value, node)
            return
        if isinstance(value, (KnownV, RangeV)) or name in self.bound_at:
            self.bind_name(name, value, node)
            return
        if isinstance(value, LazyV):
            value = self.arrays.in_memory(value)
        ty = strip(value.ty)
        if lists.holds_list(ty):
            raise lists.refused(self.source.place(node))
        if has_known(ty):
            self.unsupported(node, f"{ty} cannot be kept in a variable", "use it where it is made")
        known = self.instance.variables.get(name)
        if known is not None and known != ty:
            joined = join(known, ty)
            if joined is None:
                self.wrong(node, f"the variable '{shown(name)}' is {known} in one place and {ty} in another", "use two names")
            ty = joined
        if known != ty:
            self.instance.variables[name] = ty
            self.changed = True
        slot = self.slots.get(name)
        if slot is None or slot[0] != ty:
            slot = self.slots[name] = (ty, [self.alloca(t) for t in self.leaf_types(ty)])
        self.instance.writes.assign(name, value)
        for v, place in zip(self.leaves(value, ty), slot[1], strict=True):
            self.b.store(v, place)
        self.b.store(ir.Constant(I1, 1), self.flag(name))

    def is_constant(self, name: str, value: Val) -> bool:
        """Can the name stand for this Python integer, known when compiling, wherever it is read?"""
        once = name in self.instance.once and name not in self.instance.varying and name not in self.instance.variables
        if not once:
            return False
        if name in self.bound_at and exact(value) != exact(self.bound[name]):  # in a loop that is written out
            self.varies(name)
            del self.bound[name], self.bound_at[name]
            return False
        return exact(value) is not None

    def bind_constant(self, name: str, value: Val, node: Any) -> None:
        self.bound[name], self.bound_at[name] = value, node
        self.b.store(ir.Constant(I1, 1), self.flag(name))

    def varies(self, name: str) -> None:
        """From the next round on the name is a variable."""
        self.instance.varying.add(name)
        self.changed = True

    def bind_name(self, name: str, value: Val, node: Any) -> None:
        """A function or a range: known when compiling, so a name can stand for one of them only, wherever it is read."""
        if name in self.slots or self.bound_at.get(name, node) is not node:
            self.unsupported(
                node,
                f"the variable '{shown(name)}' is assigned in several places, in one of them to a function, module or range",
                "use a name for each",
            )
        self.bound[name], self.bound_at[name] = value, node
        self.b.store(ir.Constant(I1, 1), self.flag(name))

    def flag(self, name: str) -> Any:
        """A truth value: has ``name`` been assigned?  (LLVM folds it away where that is certain.)"""
        if name not in self.flags:
            place = self.flags[name] = self.alloca(I1)
            with self.b.goto_block(self.entry):
                self.b.store(ir.Constant(I1, 0), place)
        return self.flags[name]

    def check_assigned(self, name: str, node: Any) -> None:
        text = f"cannot access local variable '{shown(name)}' where it is not associated with a value"
        self.check(self.b.load(self.flag(name), typ=I1), UnboundLocalError, text, node)

    def read_name(self, name: str, node: Any) -> Val:
        if name in self.bound:
            if name in self.bound_at:
                self.check_assigned(name, node)
            return self.bound[name]
        if name in self.slots:
            if name not in self.reads:
                self.check_assigned(name, node)
                ty, places = self.slots[name]
                if name in self.instance.growing:
                    return lists.read(self, name)
                loaded = [self.b.load(p, typ=t) for p, t in zip(places, self.leaf_types(ty), strict=True)]
                self.reads[name] = self.from_leaves(ty, loaded, ("variable", name))
            return self.reads[name]
        if name in self.instance.variables:
            ty = self.instance.variables[name]
            self.slots[name] = (ty, [self.alloca(t) for t in self.leaf_types(ty)])
            return self.read_name(name, node)
        if name in self.several:
            text = f"'{shown(name)}' stands for values of several types in a loop, and for nothing after it"
            self.wrong(node, text, "use two names")
        if name in self.instance.local_names:
            if name in self.instance.once and name not in self.instance.varying:  # read above the place that assigns it
                self.varies(name)
            raise NotYet
        found, value = src.lookup(self.source.fn, name)
        if not found:
            self.wrong(node, f"the name '{name}' is not defined")
        return self.instance.captured(self, name, value, node)

    # ---- statements

    def _Expr(self, s: Any) -> None:
        if not isinstance(s.value, ast.Constant):
            self.expr.value(s.value, statement=True)

    def _Pass(self, s: Any) -> None:
        return

    def _Assign(self, s: Any) -> None:
        if isinstance(s.value, ast.BinOp) and isinstance(s.value.op, ast.MatMult):
            value = self.product(s)
            if value is None:
                return
        else:
            value = self.expr.value(s.value)
        if any(may_write(self, target) for target in s.targets):
            value = self.expr.stable(value)
        for target in s.targets:
            self.assign(target, value)

    def product(self, s: Any) -> Val | None:
        """``x @ y`` of an assignment; None where it has been assigned to all of an array."""
        from irad.frontends.python import products

        x = self.expr.value(s.value.left)
        x, y = self.expr.stable(x) if may_write(self, s) else x, self.expr.value(s.value.right)
        (target, *others), whole = s.targets, None
        if not others and isinstance(target, ast.Subscript) and isinstance(target.value, ast.Name) and src.is_all(target.slice):
            whole = self.read_name(target.value.id, target)
        if isinstance(whole, ArrayV) and products.write_product(self, whole, x, y, s.value):
            return None
        return products.matmul(self, x, y, s.value)

    def _AnnAssign(self, s: Any) -> None:
        if s.value is not None:
            self.assign(s.target, self.expr.value(s.value))

    def _AugAssign(self, s: Any) -> None:
        if isinstance(s.target, ast.Name):
            current = self.read_name(s.target.id, s)
            if isinstance(current, ArrayV):
                value = self.expr.binary(s.op, current, self.expr.value(s.value), s)
                self.arrays.update(current, value, in_place(s.op), s)
                return
            self.assign_name(s.target.id, self.expr.binary(s.op, current, self.expr.value(s.value), s), s)
            return
        if isinstance(s.target, ast.Attribute):
            current = self.expr.value(s.target)
            if not isinstance(current, ArrayV):
                self.unsupported(s, "only arrays can be changed in place as attributes")
            value = self.expr.binary(s.op, current, self.expr.value(s.value), s)
            self.arrays.update(current, value, in_place(s.op), s)
            return
        if not isinstance(s.target, ast.Subscript):
            self.unsupported(s, "this target of an augmented assignment is not supported")
        place = self.expr.place(s.target)
        current = place.read()
        value = self.expr.binary(s.op, current, self.expr.value(s.value), s)
        if isinstance(current, ArrayV):  # in place; the item itself stays what it is
            self.arrays.update(current, value, in_place(s.op), s)
        else:
            place.write(value)

    def assign(self, target: Any, value: Val) -> None:
        if isinstance(target, ast.Name):
            self.assign_name(target.id, value, target)
        elif isinstance(target, (ast.Tuple, ast.List)):
            self.unpack(target, value)
        elif isinstance(target, ast.Subscript):
            self.expr.place(target).write(value)
        else:
            self.unsupported(target, "only names, subscripts and tuples can be assigned to")

    def unpack(self, target: Any, value: Val) -> None:
        if any(isinstance(t, ast.Starred) for t in target.elts):
            self.unsupported(target, "starred targets are not supported")
        items = self.expr.items(value, target, len(target.elts))
        for t, v in zip(target.elts, items, strict=True):
            if not isinstance(t, ast.Name) or t.id in self.instance.names_read:
                self.assign(t, v)

    def _If(self, s: Any) -> None:
        cond = self.truth(self.expr.value(s.test), s.test)
        if isinstance(cond, ir.Constant):
            self.block(s.body if cond.constant else s.orelse)
            return
        yes, no, join_ = (self.fn.append_basic_block(n) for n in ("then", "else", "join"))
        self.b.cbranch(cond, yes, no)
        for block, body in ((yes, s.body), (no, s.orelse)):
            self.b = ir.IRBuilder(block)
            self.block(body)
            if not self.b.block.is_terminated:
                self.b.branch(join_)
        self.b = ir.IRBuilder(join_)

    def _While(self, s: Any) -> None:
        head, body, other, done = (self.fn.append_basic_block(n) for n in ("while", "body", "else", "done"))
        self.b.branch(head)
        self.b = ir.IRBuilder(head)
        self.reads = {}
        cond = self.truth(self.expr.value(s.test), s.test)  # first: it may go on in another block
        self.b.cbranch(cond, body, other)
        self.b = ir.IRBuilder(body)
        self.iterate(self.scoped, s.body, head, done)
        self.b = ir.IRBuilder(other)
        self.end_of_loop(s.orelse, done)

    def iterate(self, lower: Callable[[list[Any]], None], body: list[Any], step: Any, done: Any) -> None:
        """The body of a loop, here: ``step`` leads to the next iteration, ``done`` to what follows the loop."""
        self.loops.append((step, done))
        lower(body)
        self.loops.pop()
        if not self.b.block.is_terminated:
            self.b.branch(step)

    def end_of_loop(self, orelse: list[Any], done: Any) -> None:
        """The ``else`` part of a loop, here; what follows the loop is in ``done``."""
        self.block(orelse)
        if not self.b.block.is_terminated:
            self.b.branch(done)
        self.b = ir.IRBuilder(done)

    def scoped(self, body: list[Any]) -> None:
        """A loop body; arrays it makes are released at its end when they cannot outlive the iteration."""
        self.bodies.append(id(body))
        try:
            self._scoped(body)
        finally:
            self.bodies.pop()

    def _scoped(self, body: list[Any]) -> None:
        if not self.instance.releases(body):
            self.block(body)
            return
        mark = self.reserve_raw(const(16))
        target, done = self.loops[-1]
        again, out = self.fn.append_basic_block("again"), self.fn.append_basic_block("out")
        self.loops[-1] = (again, out)
        self.block(body)
        self.loops[-1] = (target, done)
        if not self.b.block.is_terminated:
            self.b.branch(again)
        for block, to in ((again, target), (out, done)):
            self.b = ir.IRBuilder(block)
            self.release(mark)
            self.b.branch(to)
        self.b = ir.IRBuilder(self.fn.append_basic_block("never"))
        self.b.unreachable()

    def counted(self, n: Any, body: Callable[[Any], None]) -> None:
        """for i in range(n): body(i), for code the frontend makes itself."""
        if known_int(n) == 1:
            body(const(0))
            return
        head, inside, done = (self.fn.append_basic_block(x) for x in ("loop", "inside", "end"))
        before = self.b.block
        self.b.branch(head)
        self.b = ir.IRBuilder(head)
        i = self.b.phi(I64)
        i.add_incoming(const(0), before)
        self.b.cbranch(self.b.icmp_signed("<", i, n), inside, done)
        self.b = ir.IRBuilder(inside)
        body(i)
        following = self.b.add(i, const(1), flags=["nuw", "nsw"])
        i.add_incoming(following, self.b.block)
        self.b.branch(head)
        self.b = ir.IRBuilder(done)

    def _For(self, s: Any) -> None:
        self.expr.iteration(s)

    def for_loop(self, s: Any, count: Any, item: Callable[[Any], Val]) -> None:
        """``for target in ...`` over ``count`` items, the k-th being ``item(k)``."""
        head, body, step, other, done = (self.fn.append_basic_block(n) for n in ("for", "body", "next", "else", "done"))
        k_place = self.alloca(I64)
        self.b.store(const(0), k_place)
        self.b.branch(head)
        self.b = ir.IRBuilder(head)
        k = self.b.load(k_place, typ=I64)
        self.b.cbranch(self.b.icmp_signed("<", k, count), body, other)
        self.b = ir.IRBuilder(body)
        self.reads = {}
        try:
            self.assign(s.target, item(k))
        except NotYet:
            self.skipped = True
        self.iterate(self.scoped, s.body, step, done)
        self.b = ir.IRBuilder(step)
        self.b.store(self.b.add(self.b.load(k_place, typ=I64), const(1), flags=["nuw", "nsw"]), k_place)
        self.b.branch(head)
        self.b = ir.IRBuilder(other)
        self.end_of_loop(s.orelse, done)

    def _Break(self, s: Any) -> None:
        self.b.branch(self.loops[-1][1])

    def _Continue(self, s: Any) -> None:
        self.b.branch(self.loops[-1][0])

    def _Return(self, s: Any) -> None:
        value = self.expr.value(s.value) if s.value is not None else NoneV()
        self.return_value(value, s)

    def return_value(self, value: Val, node: Any) -> None:
        value = returned(value)
        ty = strip(value.ty)
        if lists.holds_list(ty):
            raise lists.refused(self.source.place(node))
        if has_known(ty):
            self.unsupported(node, f"{ty} cannot be returned from a compiled function")
        known = self.instance.result
        if known is not None and known != ty:
            if isinstance(known, NoneTy) or isinstance(ty, NoneTy):
                if node is not self.source.node:
                    self.wrong(node, f"the function returns {known} in one place and {ty} in another")
                ty = known  # falling off the end: cannot be told from a function that always returns
                self.fail(TypeError, "the function ended without returning a value", node)
                self.b.branch(self.exit)
                return
            joined = join(known, ty)
            if joined is None:
                self.wrong(node, f"the function returns {known} in one place and {ty} in another")
            ty = joined
        if known != ty:
            self.instance.result = ty
            self.changed = True
        places = list(self.fn.args[len(self.fn.args) - self.instance.result_count :])
        if len(places) == self.instance.count_results(ty):
            self.write_results(value, ty, places)
        self.leave(ir.Constant(I32, 0))

    def write_results(self, value: Val, ty: Ty, places: list[Any]) -> None:
        if isinstance(ty, Scalar):
            assert isinstance(value, ScalarV)
            leaf = self.leaves(value, ty)[0]
            self.b.store(leaf, places.pop(0))
        elif isinstance(ty, Array):
            a = self.arrays.in_memory(value)
            self.instance.returned.add(a.origin)
            place = places.pop(0)
            self.b.store(a.data, place)
            for k, v in enumerate([*a.shape, *a.strides]):
                self.b.store(v, self.b.gep(place, [const(k + 1)], source_etype=I64))
        elif isinstance(ty, Tuple):
            assert isinstance(value, TupleV)
            for v, t in zip(value.items, ty.items, strict=True):
                self.write_results(v, t, places)

    def _Assert(self, s: Any) -> None:
        message = s.msg.value if isinstance(s.msg, ast.Constant) else ""
        self.check(self.truth(self.expr.value(s.test), s), AssertionError, str(message), s)

    def _Raise(self, s: Any) -> None:
        import builtins

        exc = s.exc
        name = exc.func if isinstance(exc, ast.Call) else exc
        kind = getattr(builtins, name.id, None) if isinstance(name, ast.Name) else None
        if isinstance(name, ast.Attribute) and name.attr == "LinAlgError":
            found = self.expr.value(name)
            kind = found.value if isinstance(found, KnownV) else None
        if not (isinstance(kind, type) and issubclass(kind, Exception)):
            self.unsupported(s, "only built-in exceptions can be raised", 'write: raise ValueError("...")')
        text = ""
        if isinstance(exc, ast.Call) and exc.args:
            if not isinstance(exc.args[0], ast.Constant):
                self.unsupported(s, "the message of an exception must be a constant", 'write: raise ValueError("...")')
            text = str(exc.args[0].value)
        site = self.instance.compiler.site(kind, text, self.source, s)
        self.leave(ir.Constant(I32, site))


def in_place(op: Any) -> str:
    """NumPy's name of an operator."""
    return UFUNC.get(type(op), "matmul")


def leaf_types(ty: Ty) -> list[Any]:
    """The LLVM types of the registers that hold a value of ``ty``."""
    if isinstance(ty, Scalar):
        return [MEMORY[ty.kind]]
    if isinstance(ty, Array):
        return [PTR, *[I64] * ty.ndim, *([] if ty.layout == "C" else [I64] * ty.ndim)]
    if isinstance(ty, Tuple):
        return [t for i in ty.items for t in leaf_types(i)]
    if isinstance(ty, List):  # count, room, a block for each register of an item
        return [I64, I64, *[PTR] * len(leaf_types(ty.item))] if ty.item is not None else [I64, I64]
    return []


def has_known(ty: Ty) -> bool:
    """Is it a function, an annotation or the like, or does a tuple hold one?"""
    return isinstance(ty, Known) or (isinstance(ty, Tuple) and any(has_known(t) for t in ty.items))


def strip(ty: Ty) -> Ty:
    """Variables keep weakness; nothing else to strip."""
    return ty


def assigned_once(nodes: list[Any]) -> set[str]:
    """Names that one place in these nodes binds."""
    stored = [n.id for n in nodes if isinstance(n, ast.Name) and isinstance(n.ctx, ast.Store)]
    return {name for name, count in Counter(stored).items() if count == 1}


def assigned_names(body: list[Any]) -> set[str]:
    """Names that statements bind."""
    out: set[str] = set()
    for s in body:
        for n in ast.walk(s):
            if isinstance(n, ast.Name) and isinstance(n.ctx, ast.Store):
                out.add(n.id)
            elif isinstance(n, ast.AugAssign) and isinstance(n.target, ast.Name):
                out.add(n.target.id)
    return out
