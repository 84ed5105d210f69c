"""From a Python function and argument types to one module of LLVM IR: instances, captures, error sites."""

from __future__ import annotations

import ast
import inspect
import re
from collections.abc import Callable
from dataclasses import dataclass, field, replace
from typing import Any

import numpy as np
from llvmlite import ir

from irad.errors import IradError, Place, TypingError, UnsupportedError
from irad.frontends.python import lists, rules
from irad.frontends.python.lowered import Lowered
from irad.frontends.python.lowering import Lowering, NotYet, assigned_names, assigned_once, leaf_types
from irad.frontends.python.origins import Fresh, Writes, several
from irad.frontends.python.overlap import check_places
from irad.frontends.python.overrides import ruled
from irad.frontends.python.rule_sets import rules_of
from irad.frontends.python.source import Source, bare, current_source
from irad.frontends.python.trees import arrays_of
from irad.frontends.python.types import Array, Known, NoneTy, Scalar, Tuple, Ty, array_type
from irad.frontends.python.values import I8, I32, I64, ITEM, MEMORY, PTR, ArrayV, KnownV, LazyV, ScalarV, Val, const
from irad.frontends.python.webs import split
from irad.ir.reader.attributes import PLACE, RECOMPUTE
from irad.rules.deferred_errors import ErrorSite

_INTEGER = re.compile(r"(?<=[ (])(i64(?: range\([^)]*\))?) %")
_VARIABLE = inspect.CO_VARARGS | inspect.CO_VARKEYWORDS
MAX_DEPTH = 60
MAX_NESTED = 5
MAX_ROUNDS = 25


class Compiler:
    """All instances of one compilation."""

    def __init__(self, boundscheck: bool = True, blas: bool = True, prefix: str = "") -> None:
        """``prefix``: of the names of all functions, where they join a module that exists already."""
        self.prefix = prefix
        self.boundscheck = boundscheck
        self.blas = blas
        self.module = ir.Module("irad")
        self.instances: dict[Any, Instance] = {}
        self.active: list[Instance] = []
        self.sites: dict[Any, int] = {}
        self.site_list: list[ErrorSite] = []
        self.split: dict[int, tuple[Any, Any]] = {}  # trees, and what `webs.split` has made of them
        self.declared: dict[str, ir.Function] = {}
        self.constants: dict[str, Any] = {}
        self.transforms: dict[Any, Any] = {}  # made by calls such as irad.grad(f) in what is compiled

    def site(self, kind: type[Exception], message: str, source: Source, node: Any) -> int:
        place = source.place(node)
        key = (kind, message, str(place))
        if key not in self.sites:
            self.site_list.append(ErrorSite(kind, message, place))
            self.sites[key] = len(self.site_list)
        return self.sites[key]

    def with_split_names(self, source: Source, kept: set[str]) -> Source:
        """The source with names split into their webs, but those in ``kept``."""
        known = self.split.get(id(source.node))
        if known is None:
            known = self.split[id(source.node)] = (source.node, split(source.node, kept))
        return replace(source, node=known[1])

    def external(self, name: str, ftype: ir.FunctionType) -> ir.Function:
        if name not in self.declared:
            self.declared[name] = ir.Function(ir.Module("declarations"), ftype, name)
        return self.declared[name]

    def runtime(self, name: str) -> ir.Function:
        types = {"irad_reserve": ir.FunctionType(PTR, [PTR, I64]), "irad_release": ir.FunctionType(ir.VoidType(), [PTR, PTR])}
        return self.external(name, types[name])

    def intrinsic(self, base: str, t: Any) -> ir.Function:
        suffix = {"double": "f64", "float": "f32"}[str(t)]
        two = base in ("llvm.pow", "llvm.copysign", "llvm.minimum", "llvm.maximum", "llvm.minnum", "llvm.maxnum")
        return self.external(f"{base}.{suffix}", ir.FunctionType(t, [t] * (2 if two else 1)))

    def library(self, name: str, t: Any, count: int) -> ir.Function:
        return self.external(name, ir.FunctionType(t, [t] * count))

    def instance(
        self,
        fn: Any,
        types: tuple[Ty, ...],
        place: Place | None,
        apart: bool = False,
        again: bool = False,
        inactive: bool = False,
    ) -> Instance:
        """The (complete, or still unfinished) instance of ``fn`` for ``types``.

        ``apart``: its arrays never overlap.  ``again``: calls of it are run again in the reverse sweep (``irad.recompute``).
        ``inactive``: calls of it have no derivative (``irad.inactive``).
        """
        key = (fn, types, apart, again, inactive)
        found = self.instances.get(key)
        if found is not None and (found.done or found in self.active):
            if found in self.active:
                found.recursive = True
                for other in self.active[self.active.index(found) :]:
                    other.recursive = True
            return found
        nested = sum(i.python is fn for i in self.active)  # recursion settles on one or two tuples of types, or never
        if nested >= MAX_NESTED or len(self.active) >= MAX_DEPTH:
            raise UnsupportedError(
                f"calls of {fn.__name__}() with ever new types do not end",
                place=place,
                hint="give the recursion one set of types",
            )
        if found is None:
            name = f"{self.prefix}{fn.__name__}.{len(self.instances)}"
            found = self.instances[key] = self.new_instance(fn, types, name, apart, again, inactive)
        found.complete()
        return found

    def new_instance(
        self, fn: Any, types: tuple[Ty, ...], name: str, apart: bool, again: bool, inactive: bool
    ) -> Instance:
        """An instance that is not lowered yet."""
        from irad.frontends.python.host import HostInstance, host_of

        kind = HostInstance if host_of(fn) is not None else Instance
        return kind(self, fn, types, name, apart, again, inactive)

    def text(self, root: Instance) -> str:
        """The module: all finished instances and the declarations they use."""
        lines: list[str] = []
        bodies = [i.text() for i in self.instances.values() if i.done]
        everything = "\n".join(bodies)
        for name, fn in self.declared.items():
            if f'@"{name}"' in everything:
                lines.append(str(fn).strip())
        return "\n".join([*lines, *bodies]) + "\n"


@dataclass(eq=False)
class Instance:
    """One function at one tuple of argument types."""

    compiler: Compiler
    python: Any
    types: tuple[Ty, ...]
    symbol: str
    apart: bool = False
    again: bool = False
    inactive: bool = False
    variables: dict[str, Ty] = field(default_factory=dict)
    varying: set[str] = field(default_factory=set)  # names assigned once that do not stand for one constant all the same
    result: Ty | None = None
    captures: list[tuple[np.ndarray, Array, str]] = field(default_factory=list)
    allocates: set[int] = field(default_factory=set)
    writes: Writes = field(default_factory=Writes)
    sensitive: bool = False  # does it, or what it calls, make derivatives by arrays, which must not overlap?
    by_strides: bool = False  # does it, or what it calls, make a view or a copy as strides are that come from outside?
    hosts: bool = False  # does it, or what it calls, call ordinary Python?
    lanes: int = 1  # the most directions (or seeds) that it, or what it calls, takes at a time, one within another multiplied
    fn: Any = None
    done: bool = False
    recursive: bool = False
    once: set[str] = field(default_factory=set)  # local names that one place assigns
    returned: set[Any] = field(default_factory=set)  # the origins of arrays that it returns
    crowded: set[Any] = field(default_factory=set)  # origins of arrays from Python that are written to and could be crowded
    checked: list[ArrayV] = field(default_factory=list)  # these arrays, in this round
    author: int | None = None  # the number of its rules, if it has any (rules.py)

    def __post_init__(self) -> None:
        self.source = current_source(self.python)
        node = self.source.node
        a = node.args
        if a.vararg or a.kwarg or a.kwonlyargs:
            raise UnsupportedError("*args, **kwargs and keyword-only parameters are not supported", place=self.source.place(node))
        self.arg_names = [x.arg for x in [*a.posonlyargs, *a.args]]
        if len(self.arg_names) != len(self.types):
            raise TypingError(
                f"{self.python.__name__}() takes {len(self.arg_names)} arguments, {len(self.types)} were given",
                place=self.source.place(node),
            )
        body = node.body if isinstance(node.body, list) else []
        self.growing = lists.growing_names(body, self.arg_names)
        self.source = self.compiler.with_split_names(self.source, self.growing)
        node = self.source.node
        body = self.body = node.body if isinstance(node.body, list) else []
        self.local_names = assigned_names(body)
        nodes = [n for s in body for n in ast.walk(s)]
        self.once = assigned_once(nodes) - set(self.arg_names)
        self.names_read = {n.id for n in nodes if isinstance(n, ast.Name) and not isinstance(n.ctx, ast.Store)}
        self.names_read |= {n.target.id for n in nodes if isinstance(n, ast.AugAssign) and isinstance(n.target, ast.Name)}
        for s in body:
            for n in ast.walk(s):
                if isinstance(n, (ast.Global, ast.Nonlocal)):
                    raise UnsupportedError("global and nonlocal are not supported", place=self.source.place(n))
                if isinstance(n, (ast.Yield, ast.YieldFrom, ast.Await)):
                    raise UnsupportedError("generators and coroutines are not supported", place=self.source.place(n))

    @property
    def boundscheck(self) -> bool:
        """Are indices checked?"""
        return self.compiler.boundscheck and not hasattr(self.python, "irad_unchecked")

    def text(self) -> str:
        """The function in IR."""
        head, line, rest = str(self.fn).partition("\n")
        if self.again:
            place = str(self.source.place(self.source.node))
            head += f" noinline {RECOMPUTE}" + ("" if set(place) & set('"\\') else f' "{PLACE}"="{place}"')
        head += rules.attributes(self)
        return f"{head}{line}{rest}"

    # ---- lowering

    def complete(self) -> None:
        """Rounds of lowering until no type changes."""
        self.compiler.active.append(self)
        try:
            for _ in range(MAX_ROUNDS):
                before = set(self.compiler.instances)
                low = self.round()
                if not low.changed:
                    break
                if self.recursive:  # what was lowered meanwhile may rest on old types
                    for key in set(self.compiler.instances) - before:
                        del self.compiler.instances[key]
            else:
                raise TypingError(
                    f"the types of {self.python.__name__}() do not settle", place=self.source.place(self.source.node)
                )
            if low.skipped:
                if len(self.compiler.active) > 1:
                    return  # waits for the type of a caller
                raise TypingError(
                    f"a type in {self.python.__name__}() cannot be found: a variable is used before it is assigned, "
                    "or a recursion has no other return",
                    place=self.source.place(self.source.node),
                )
            self.done = True
        finally:
            self.compiler.active.pop()

    def round(self) -> Lowering:
        self.result_count = self.count_results(self.result)
        self.fn = self.function(ir.Module("scratch"))
        low = Lowering(self, self.fn)
        args = list(self.fn.args[1:])
        values: list[Val] = []
        for k, ty in enumerate(self.types):
            if isinstance(ty, Known):
                values.append(KnownV(ty.value))
            else:
                values.append(low.from_leaves(ty, args, ("argument", k)))
        self.hidden = {id(a): low.from_leaves(t, args, ("capture", id(a))) for a, t, _ in self.captures}
        self.round_state = low
        if self.recursive:
            self._check_depth(low)
        strided = self._strided(values)
        self.checked = [a for a in strided if a.origin in self.crowded]
        low.run(values)
        self._look_for_crowded(low, strided)
        return low

    def _strided(self, values: list[Val]) -> list[ArrayV]:
        """The arrays from outside that could be written to, and whose steps are known at run time."""
        found = [a for v in [*values, *self.hidden.values()] for a in arrays_of(v)]
        return [a for a in found if a.ty.layout == "A" and not a.ty.readonly]

    def _look_for_crowded(self, low: Lowering, strided: list[ArrayV]) -> None:
        """What Python passes to be written to must not have two elements in one place: NumPy computes before it writes."""
        if len(self.compiler.active) > 1:
            return
        roots = self.writes.roots()
        written = {a.origin for a in strided if None in roots or a.origin in roots}
        if written - self.crowded:
            self.crowded |= written
            low.changed = True

    def lower_body(self, low: Lowering, body: list[Any]) -> None:
        """The statements of the function."""
        check_places(low, self.checked, self.source.node)
        low.block(body)

    def _check_depth(self, low: Lowering) -> None:
        """A recursion stops with RecursionError before the machine stack does."""
        b = low.b
        address = self.compiler.external("llvm.frameaddress.p0", ir.FunctionType(PTR, [I32]))
        here = b.ptrtoint(b.call(address, [ir.Constant(I32, 0)]), I64)
        limit = b.load(b.gep(low.arena, [const(40)], source_etype=I8), typ=I64)
        deep, fine = low.fn.append_basic_block("deep"), low.fn.append_basic_block("shallow")
        b.cbranch(b.icmp_unsigned("<", here, limit), deep, fine)
        ir.IRBuilder(deep).ret(ir.Constant(I32, -2))
        low.b = ir.IRBuilder(fine)

    def function(self, module: ir.Module) -> ir.Function:
        """A function with this instance's signature as far as it is known."""
        params: list[Any] = [PTR]
        names = ["arena"]
        for ty, name in zip(self.types, self.arg_names, strict=True):
            part = leaf_types(ty) if not isinstance(ty, Known) else []
            params += part
            names += [name if k == 0 else f"{name}.{k}" for k in range(len(part))]
        for _, ty, name in self.captures:
            part = leaf_types(ty)
            params += part
            names += [name if k == 0 else f"{name}.{k}" for k in range(len(part))]
        count = self.count_results(self.result)
        params += [PTR] * count
        names += [f"result.{k}" for k in range(count)]
        fn = ir.Function(module, ir.FunctionType(I32, params), self.symbol)
        for arg, name in zip(fn.args, names, strict=True):
            arg.name = name
            if self.apart and arg.type is PTR and name != "arena":
                arg.add_attribute("noalias")
        return fn

    def count_results(self, ty: Ty | None) -> int:
        if isinstance(ty, Tuple):
            return sum(self.count_results(t) for t in ty.items)
        return 0 if ty is None or isinstance(ty, NoneTy) else 1

    def ends_with_call(self, low: Lowering) -> bool:
        """Is an array made here made once in a call, and not looked at after it?  (No array is returned, as far as is known.)"""
        return not low.bodies and not _has_array(self.result)

    @property
    def keeps_arrays(self) -> bool:
        """Arrays made here outlive the call (one is returned), or none is made: nothing to release at the end."""
        return id(self) not in self.allocates or _has_array(self.result)

    def releases(self, body: list[Any]) -> bool:
        """May the arrays that a loop body makes be released at the end of each iteration?"""
        if id(body) not in self.allocates:
            return False
        for name in assigned_names(body):
            ty = self.variables.get(name)
            if ty is not None and _has_array(ty) and not self._stays_inside(name, body):
                return False
        return self._lists_stay(body)

    def _lists_stay(self, body: list[Any]) -> bool:
        """Does no list that outlives an iteration get memory from it?"""
        grown = lists.grown_in(body) & self.growing
        for name in grown | (lists.stored_in(body) & self.growing):
            if not lists.releases(self.variables.get(name), name in grown) and not self._stays_inside(name, body):
                return False
        return True

    def _stays_inside(self, name: str, body: list[Any]) -> bool:
        """Is ``name`` set first thing in each iteration, and never read outside of the body?"""
        inside = {id(n) for s in body for n in ast.walk(s)}
        for s in self.body:
            for n in ast.walk(s):
                if isinstance(n, ast.Name) and n.id == name and isinstance(n.ctx, ast.Load) and id(n) not in inside:
                    return False
        for s in body:
            if isinstance(s, ast.Assign) and any(isinstance(t, ast.Name) and t.id == name for t in s.targets):
                return not any(isinstance(n, ast.Name) and n.id == name for n in ast.walk(s.value))
            if any(isinstance(n, ast.Name) and n.id == name for n in ast.walk(s)):
                return False
        return False

    def dry(self, action: Callable[[], Any], low: Lowering) -> Any:
        """What ``action`` would give, without leaving code behind."""
        saved, count, entry = low.b, len(low.fn.blocks), len(low.entry.instructions)
        reads = dict(low.reads)
        low.b = ir.IRBuilder(low.fn.append_basic_block("dry"))
        try:
            return action()
        finally:
            del low.fn.blocks[count:]
            del low.entry.instructions[entry:]
            low.b, low.reads = saved, reads

    # ---- names from outside, calls

    def captured(self, low: Lowering, name: str, value: Any, node: Any) -> Val:
        if isinstance(value, np.ndarray):
            return self.capture_array(low, value, name)
        v = low.expr.constant(value, node)
        if isinstance(v, ScalarV):
            self.compiler.constants[f"{self.python.__module__}.{self.python.__qualname__}:{name}"] = value
        return v

    def capture_array(self, low: Lowering, value: np.ndarray, name: str) -> Val:
        if id(value) not in self.hidden:
            if all(a is not value for a, _, _ in self.captures):
                self.captures.append((value, array_type(value), name))
            low.changed = True
            raise NotYet
        return self.hidden[id(value)]

    def call_python(
        self,
        low: Lowering,
        fn: Any,
        args: list[Val],
        keywords: dict[str, Val],
        node: Any,
        again: bool = False,
        apart: bool = False,
        inactive: bool = False,
    ) -> Val:
        """Call another Python function (inlined by LLVM where that pays); ``apart``: its arrays never overlap."""
        if fn.__code__.co_flags & _VARIABLE or fn.__code__.co_kwonlyargcount:
            text = f"{fn.__name__}() has *args, **kwargs or keyword-only parameters (a decorator's wrapper, perhaps)"
            low.unsupported(node, f"{text}, which are not supported", "call what it wraps, or write the arguments out")
        try:
            signature = inspect.signature(bare(fn))
            bound = signature.bind(*args, **keywords)
        except TypeError as error:
            low.wrong(node, f"{fn.__name__}(): {error}")
            raise AssertionError from None
        values: list[Val] = []
        for p in signature.parameters.values():
            if p.name in bound.arguments:
                v = bound.arguments[p.name]
                values.append(low.arrays.in_memory(v) if isinstance(v, LazyV) else v)
            else:
                values.append(low.expr.constant(p.default, node))
        types = tuple(v.ty for v in values)
        callee = self.callee(low, fn, types, self.source.place(node), apart, again, inactive)
        if again and _has_array(callee.result):
            callee = self.callee(low, ruled(fn), types, self.source.place(node), apart)
        return self.enter(low, callee, values)

    def enter(self, low: Lowering, callee: Instance, values: list[Val]) -> Val:
        """The native call of an instance; an error in it is one of this function."""
        types = callee.types
        hidden = [self.capture_array(low, a, n) for a, _, n in callee.captures]
        leaves = [low.arena]
        for v, t in zip(values, types, strict=True):
            leaves += low.leaves(v, t) if not isinstance(t, Known) else []
        for h, (_, t, _) in zip(hidden, callee.captures, strict=True):
            leaves += low.leaves(h, t)
        places = self.result_places(low, callee.result)
        declaration = callee.function(ir.Module("call"))
        if len(declaration.args) != len(leaves) + len(places):
            raise NotYet
        status = low.b.call(declaration, [*leaves, *places])
        bad, good = low.fn.append_basic_block("callee.error"), low.fn.append_basic_block("returned")
        low.b.cbranch(low.b.icmp_signed("==", status, ir.Constant(I32, 0)), good, bad)
        low.b = ir.IRBuilder(bad)
        low.leave(status)
        low.b = ir.IRBuilder(good)
        if _has_array(callee.result):
            self.note_allocation(low)
        assert callee.result is not None
        given = [values[k] for k in callee.written_arguments()]
        self.writes.note(*given, *(h for h, (a, _, _) in zip(hidden, callee.captures, strict=True) if callee.writes_capture(a)))
        return self.read_results(low, callee.result, places, callee.result_origin([*values, *hidden]))

    def callee(
        self,
        low: Lowering,
        fn: Any,
        types: tuple[Ty, ...],
        place: Place,
        apart: bool = False,
        again: bool = False,
        inactive: bool = False,
    ) -> Instance:
        """The instance of a function that is called, when the type of its result is known."""
        if any(map(lists.holds_list, types)):
            raise lists.refused(place)
        found = self.compiler.instance(fn, types, place, apart, again, inactive)
        if found.result is None and not found.done:
            raise NotYet
        self.sensitive |= found.sensitive
        self.hosts |= found.hosts
        self.by_strides |= found.by_strides
        self.lanes = max(self.lanes, found.lanes)
        return found

    def note_allocation(self, low: Lowering) -> None:
        """Remember in which loop bodies (and functions) arrays are made."""
        for body in [id(self), *low.bodies]:
            if body not in self.allocates:
                self.allocates.add(body)
                low.changed = True

    def result_places(self, low: Lowering, ty: Ty | None) -> list[Any]:
        if isinstance(ty, Scalar):
            return [low.alloca(MEMORY[ty.kind])]
        if isinstance(ty, Array):
            place = low.alloca(ir.ArrayType(I64, 1 + 2 * ty.ndim))
            place.type = PTR
            return [place]
        if isinstance(ty, Tuple):
            return [p for t in ty.items for p in self.result_places(low, t)]
        return []

    def written_arguments(self) -> list[int]:
        """The arguments whose arrays this function may write to."""
        roots = self.writes.roots() if self.done else {None}
        return [k for k in range(len(self.types)) if None in roots or ("argument", k) in roots]

    @property
    def returns_fresh(self) -> bool:
        """Is every array that it returns memory of its own?"""
        return self.writes.are_fresh(self.returned)

    def writes_capture(self, array: np.ndarray) -> bool:
        """May this function write to a captured array?"""
        roots = self.writes.roots() if self.done else {None}
        return None in roots or ("capture", id(array)) in roots

    def result_origin(self, given: list[Val]) -> Any:
        """The origin of the arrays that a call with these values returns."""
        return Fresh() if self.done and self.returns_fresh else several(given)

    def read_results(self, low: Lowering, ty: Ty, places: list[Any], origin: object = None) -> Val:
        from irad.frontends.python.values import ArrayV, NoneV, TupleV

        if isinstance(ty, Scalar):
            return low.from_leaves(ty, [low.b.load(places.pop(0), typ=MEMORY[ty.kind])])
        if isinstance(ty, Array):
            place = places.pop(0)
            data = low.b.load(place, typ=PTR)
            rest = [low.b.load(low.b.gep(place, [const(k)], source_etype=I64), typ=I64) for k in range(1, 1 + 2 * ty.ndim)]
            return ArrayV(ty, data, rest[: ty.ndim], rest[ty.ndim :], origin)
        if isinstance(ty, Tuple):
            return TupleV([self.read_results(low, t, places, origin) for t in ty.items], ty.form)
        return NoneV()


def _has_array(ty: Ty | None) -> bool:
    return isinstance(ty, Array) or (isinstance(ty, Tuple) and any(_has_array(t) for t in ty.items))


def lower_function(fn: Any, types: tuple[Ty, ...], boundscheck: bool, blas: bool) -> Lowered:
    """See ``irad.frontends.python.lower``."""
    compiler = Compiler(boundscheck, blas)
    root = compiler.instance(fn, types, None)
    entry, text = root.symbol, compiler.text(root)
    if rules_of(fn) is not None:  # rules apply to calls
        entry += ".entry"
        text += _calling(root, entry)
    text = finished(compiler, root, text, entry)
    if root.result is None:
        raise IradError(f"the result type of {fn.__name__}() cannot be found")
    return Lowered(
        text,
        entry,
        tuple(root.arg_names),
        types,
        root.result,
        tuple(root.captures),
        tuple(compiler.site_list),
        tuple(i.python for i in compiler.instances.values()),
        tuple(compiler.constants.items()),
        tuple(root.written_arguments()),
        tuple(k for k, (array, _, _) in enumerate(root.captures) if root.writes_capture(array)),
    )


def _calling(root: Instance, name: str) -> str:
    """A function that only calls the root."""
    params = [f'{a.type} %"{a.name}"' for a in root.fn.args]
    call = f'  %".status" = call i32 @"{root.symbol}"({", ".join(params)})'
    return f'define i32 @"{name}"({", ".join(params)})\n{{\nentry:\n{call}\n  ret i32 %".status"\n}}\n'


def finished(compiler: Compiler, root: Instance | None, text: str, entry: str) -> str:
    """The text of a compilation with linkage and attributes; only ``entry`` is visible."""
    text = re.sub("^define ", "define internal ", text, flags=re.M)
    text = text.replace(f'define internal i32 @"{entry}"(', f'define i32 @"{entry}"(')
    text = _with_attributes(text, _facts(root) if root is not None else {})
    for instance in compiler.instances.values():
        text = _with_parameters(text, instance, instance.symbol)
    if root is not None and entry != root.symbol:
        text = _with_parameters(text, root, entry)
    return text


def _with_attributes(text: str, facts: dict[str, str]) -> str:
    """Every function here takes the arena and returns a status; the entry's arrays have known elements."""
    lines = []
    for line in text.split("\n"):
        if line.startswith("define "):
            if line.startswith("define i32"):
                for name, known in facts.items():
                    line = line.replace(f'ptr %"{name}"', f'ptr {known} %"{name}"')
            line = line.replace('(ptr %"arena"', '(ptr "irad-arena" %"arena"', 1) + ' nounwind "irad-status"'
        lines.append(line)
    return "\n".join(lines)


def _with_parameters(text: str, instance: Instance, symbol: str) -> str:
    """Memory for results is nobody else's; sizes of arrays are not negative, and no array has more than 2^63 bytes (NumPy)."""
    found = re.search(rf'^define (?:internal )?i32 @"{re.escape(symbol)}"\(.*$', text, re.M)
    if found is None:
        return text
    line = found[0]
    for name, integers in zip(_result_names(instance), _integer_words(instance.result), strict=True):
        words = 'noalias "irad-result"' if line.startswith("define internal") else '"irad-result"'
        words += f' "irad-integers"="{integers}"' if integers else ""  # what calls the entry is not ours
        line = line.replace(f' %"{name}"', f' {words} %"{name}"')
    for name, item in _sizes(instance).items():
        limit = 2**63 // item if item > 1 else -(2**63)  # as a signed number
        line = line.replace(f'i64 %"{name}"', f'i64 range(i64 0, {limit}) %"{name}"')
    line = _INTEGER.sub(r'\1 "irad-number" %', line)
    return text[: found.start()] + line + text[found.end() :]


_ELEMENT = {"float64": "double", "float32": "float", "int64": "i64", "bool": "i8"}


def _facts(root: Instance) -> dict[str, str]:
    """What is known of memory behind pointers: the type of its elements; how many sizes follow, and an element's bytes."""
    out: dict[str, str] = {}
    for name, k, ty in _arrays(root):
        sizes = f' "irad-sizes"="{ty.ndim}:{ITEM[ty.dtype]}"' if ty.layout == "C" else ""
        out[_leaf(name, k)] = f'"irad-element"="{_ELEMENT[ty.dtype]}"{sizes}'
    results = root.result.items if isinstance(root.result, Tuple) else (root.result,)
    if all(isinstance(ty, Scalar) for ty in results):
        kinds = [ty.kind for ty in results if isinstance(ty, Scalar)]
        out |= {n: f'"irad-sizes"="0:{ITEM[kind]}"' for n, kind in zip(_result_names(root), kinds, strict=True)}
    return out


def _result_names(instance: Instance) -> list[str]:
    """The parameters for results, which are the last."""
    args = instance.fn.args
    return [a.name for a in args[len(args) - instance.count_results(instance.result) :]]


def _integer_words(ty: Ty | None) -> list[str]:
    """For each result the words of its memory that are integers, from the first one to before the last: sizes and strides."""
    if isinstance(ty, Tuple):
        return [w for t in ty.items for w in _integer_words(t)]
    if isinstance(ty, Array):
        return [f"1:{1 + 2 * ty.ndim}"]
    return ["0:1" if ty.kind == "int64" else ""] if isinstance(ty, Scalar) else []


def _sizes(instance: Instance) -> dict[str, int]:
    """The parameters that are sizes of arrays, with the bytes of an element."""
    return {_leaf(name, k + 1 + axis): ITEM[ty.dtype] for name, k, ty in _arrays(instance) for axis in range(ty.ndim)}


def _leaf(name: str, k: int) -> str:
    """Parameter ``k`` of those that an argument is passed as."""
    return name if k == 0 else f"{name}.{k}"


def _arrays(instance: Instance) -> list[tuple[str, int, Array]]:
    """The arrays in the arguments: the argument, where its parameters for the array begin, the array's type."""
    out: list[tuple[str, int, Array]] = []

    def walk(ty: Ty, name: str, k: int) -> int:
        if isinstance(ty, Array):
            out.append((name, k, ty))
        if isinstance(ty, Tuple):
            for t in ty.items:
                k = walk(t, name, k)
            return k
        return k + len(leaf_types(ty))

    for ty, name in [*zip(instance.types, instance.arg_names, strict=True), *((t, n) for _, t, n in instance.captures)]:
        if not isinstance(ty, Known):
            walk(ty, name, 0)
    return out
