"""One compilation: the state that its functions share, and the facts about each function at one tuple of argument types.

`Compilation` and `Instance` are independent of how code is made; lowering a function's statements is the task of classes derived
from them (`python_compiler.py`, `python_instance.py`).
"""

from __future__ import annotations

import ast
import types
from abc import ABC, abstractmethod
from collections.abc import Callable
from dataclasses import dataclass, field, replace
from typing import Any

from llvmlite import ir

from irad.errors import IradError, Place, TypingError, UnsupportedError
from irad.frontends.python.core.facts import MemoryUse, Records
from irad.frontends.python.core.origins import Fresh, Writes, several
from irad.frontends.python.core.python_values import I8, I32, I64, PTR, ArrayV, Spot, Val, leaf_types
from irad.frontends.python.messages.problems import Problems
from irad.frontends.python.messages.spelling import not_called, not_supported, wrong_count
from irad.frontends.python.numeric.helper_functions import HELPERS
from irad.frontends.python.sources.error_classes import catcher_text
from irad.frontends.python.sources.outside import HeldArray, Outside, OutsideSlot, Use
from irad.frontends.python.sources.python_source import Source, current_source
from irad.frontends.python.sources.python_types import (
    Aliases,
    Fixed,
    Known,
    List,
    NoneTy,
    Optional,
    Scalar,
    Sliced,
    Tuple,
    Ty,
    has_array,
    holds_shared,
)
from irad.frontends.python.trees.bound_names import (
    assigned_first,
    assigned_names,
    assigned_once,
    growing_names,
    grown_in,
    stored_in,
    tested,
)
from irad.frontends.python.trees.comprehensions import is_made_list
from irad.frontends.python.trees.early_returns import is_checkpointed, returning_behind
from irad.frontends.python.trees.local_classes import with_classes
from irad.frontends.python.trees.local_functions import LocalFunction, lifted
from irad.frontends.python.trees.local_imports import with_imports
from irad.frontends.python.trees.mapped_loops import with_lazy_calls
from irad.frontends.python.trees.scopes import OF_GENERATOR, parameters
from irad.frontends.python.trees.webs import split
from irad.rules.deferred_errors import ErrorSite

Steps = tuple[int, tuple[Any, ...]]  # a parameter, and where in it (`steps_to`)


class Compilation(ABC):
    """The module that is made: its declarations, its error sites, its functions so far."""

    def __init__(
        self, boundscheck: bool = True, blas: bool = True, prefix: str = "", author: Author | None = None, limited: bool = False,
        process: bool = False,
    ) -> None:  # fmt: skip
        """``prefix``: of the names of all functions, where they join a module that exists already.

        ``limited``: outermost loops are written so that they may be checkpointed.  ``process``: for this process only.
        ``author`` registers the object that writes the derivatives of a function with rules, and returns its number.
        """
        self.prefix, self.author, self.boundscheck, self.limited = prefix, author, boundscheck, limited
        self.asked: dict[Any, set[Any]] = {}  # places of calls of libraries' functions; also by symbol of what has rules in them
        self.blas, self.process, self.module = blas, process, ir.Module("irad")
        self.instances: dict[Any, Instance] = {}
        self.refusals: dict[Any, IradError] = {}  # of instances of libraries' functions: what is said where they are called
        self.made = 0  # how many instances there have been
        self.active: list[Instance] = []  # those that are being lowered
        self.problems = Problems()
        self.untaken: set[str] = set()  # places of statements and expressions that conditions known when compiling leave out
        self.sites: dict[Any, int] = {}
        self.site_list: list[ErrorSite] = []
        self.site_of: dict[int, ErrorSite] = {}  # by number
        self.catchers: dict[tuple[type, ...], ir.Function] = {}
        self.helpers: dict[str, ir.Function] = {}
        self.local_classes: dict[Any, type] = {}  # by functions and lines
        self.lifted: dict[int, tuple[Any, Any]] = {}  # trees, and those with functions inside lifted
        self.adopted: dict[Any, Any] = {}  # the statements of generators, by loops, functions and types
        self.managed: dict[int, Any] = {}  # the loops that with statements of generators stand for, by their items
        self.split: dict[int, tuple[Any, Any]] = {}  # trees, and what `webs.split` has made of them
        self.declared: dict[str, Any] = {}  # functions, and constant texts
        self.constants: dict[str, Any] = {}
        self.transforms: dict[Any, Any] = {}  # made by calls such as irad.grad(f) in what is compiled
        self.paths: dict[Any, Outside] = {}  # those that begin at names
        self.uses: dict[Use, None] = {}  # what is read by them, in order
        self.static_parameters: dict[Any, set[int]] = {}  # of functions: integers and flags that they are compiled for
        self.static_leaves: dict[Any, set[Steps]] = {}  # the same of integers inside of parameters, and of lengths
        self.never_known: set[tuple[Any, int, tuple[Any, ...] | None]] = set()  # of these, those that some call does not know
        self.hashed: dict[Any, Ty | None] = {}  # what makes sets and dicts whose keys are computed, and of which type
        self.known_tuples: set[Any] = set()  # calls of tuple() that make keys
        self.static_results: set[Any] = set()  # functions, of which callers have to know the integers in results
        self.static_floats: set[Any] = set()  # of these, the floats as well
        self.rebound: set[Any] = set()  # names from outside that functions bind, as keys of slots
        self.slots: dict[Any, OutsideSlot] = {}  # what lies at paths and is changed, by object and step
        self.put_backs: dict[Any, Any] = {}  # the functions of ordinary Python that put it back, or draw random numbers
        self.makes_generators = False  # of random numbers
        self.static_paths: set[Outside] = set()  # integers that are compiled in
        self.static_shapes: set[Outside] = set()  # arrays from outside whose shapes are
        self.held_arrays: dict[int, HeldArray] = {}  # those that functions capture themselves
        self.grown: dict[Any, Ty | None] = {}  # displays of lists that grow, with the types of their items
        self.fixed_lists: set[Any] = set()  # displays of lists that do not grow, since their items are of different types
        self.shared: set[Any] = set()  # those of them whose lists have an identity
        self.selected: set[Any] = set()  # functions that return one of the objects they are given, the object itself
        self.selecting_arguments: set[Any] = set()  # functions that change an argument which may be None
        self.caching: dict[type, bool] = {}  # classes with cached properties that are used: whether their objects are changed
        self.records = Records()
        self.evaluated: dict[Any, Any] = {}  # calls that Python has evaluated, by functions and arguments
        self.displays: dict[Any, Any] = {}  # the expressions that make their results, by calls
        self.methods: dict[int, tuple[Any, Any]] = {}  # by functions: these, and what stands for them in values

    def site(self, kind: type[Exception], message: str, source: Source, node: Any) -> int:
        place = source.place(node)
        key = (kind, message, str(place))
        if key not in self.sites:
            self.site_list.append(ErrorSite(kind, message, place))
            self.sites[key] = len(self.site_list)
            self.site_of[len(self.site_list)] = self.site_list[-1]
        for instance in self.active:
            instance.error_sites.add(self.sites[key])
        return self.sites[key]

    def path(self, outside: Outside) -> Outside:
        """The one object for all paths that begin at this name.  (A bound method is made anew whenever it is looked up.)"""
        home = outside.home if isinstance(outside.home, types.MethodType) else id(outside.home)
        return self.paths.setdefault((outside.kind, home, outside.key), outside)

    def held(self, array: Any, name: str) -> HeldArray:
        """The path that stands for a captured array."""
        return self.held_arrays.setdefault(id(array), HeldArray(array, name))

    def catcher(self, kinds: tuple[type, ...]) -> ir.Function:
        """The function that tells whether a status stands for an exception of one of these classes."""
        if kinds not in self.catchers:
            name = f"{self.prefix}irad.catches.{len(self.catchers)}"
            self.catchers[kinds] = ir.Function(ir.Module("catchers"), ir.FunctionType(ir.IntType(1), [I32]), name)
        return self.catchers[kinds]

    def helper(self, name: str) -> ir.Function:
        """A function of `irad.frontends.python.numeric.helper_functions`."""
        name, ftype = f"{self.prefix}{name}", HELPERS[name].ftype
        return self.helpers.setdefault(name, ir.Function(ir.Module("helpers"), ftype, name))

    def helper_texts(self) -> list[str]:
        """The definitions of these functions: to be made when all error sites are known."""
        catchers = [catcher_text(fn.name, kinds, self.site_of) for kinds, fn in self.catchers.items()]
        return [*catchers, *(HELPERS[name.removeprefix(self.prefix)].text(name) for name in self.helpers)]

    def with_lifted_functions(self, source: Source) -> Source:
        """The source with `LocalFunction` values in the place of functions inside."""
        if (known := self.lifted.get(id(source.node))) is None:
            node = with_imports(with_classes(with_lazy_calls(source.node, source.fn), source.fn.__code__.co_freevars))
            known = self.lifted[id(source.node)] = (source.node, lifted(replace(source, node=node)).node)
        return replace(source, node=known[1])

    def with_split_names(self, source: Source, kept: set[str]) -> Source:
        """The source with names split into their webs, but those in ``kept``; checkpointed loops are left by ``break``."""
        known = self.split.get(id(source.node))
        if known is None:
            node = returning_behind(source.node, lambda loop: self.limited or is_checkpointed(source.fn, loop))
            known = self.split[id(source.node)] = (source.node, split(node, kept))
        return replace(source, node=known[1])

    def external(self, name: str, ftype: ir.FunctionType) -> ir.Function:
        if name not in self.declared:
            self.declared[name] = ir.Function(ir.Module("declarations"), ftype, name)
        return self.declared[name]

    def text_of(self, data: bytes) -> ir.GlobalVariable:
        """A pointer to constant bytes."""
        name = f"{self.prefix}irad.text.{data.hex()}"
        if name not in self.declared:
            made = ir.GlobalVariable(ir.Module("constants"), ir.ArrayType(I8, len(data)), name)
            made.linkage, made.global_constant, made.initializer = "internal", True, ir.Constant(made.value_type, bytearray(data))
            made.type = PTR
            self.declared[name] = made
        return self.declared[name]

    def runtime(self, name: str) -> ir.Function:
        types = {
            "irad_reserve": ir.FunctionType(PTR, [PTR, I64]),
            "irad_release": ir.FunctionType(ir.VoidType(), [PTR, PTR]),
            "irad_is_newer": ir.FunctionType(ir.IntType(1), [PTR, PTR, PTR]),
        }
        return self.external(name, types[name])

    def intrinsic(self, base: str, t: Any) -> ir.Function:
        suffix = {"double": "f64", "float": "f32"}.get(str(t), str(t))
        two = base in ("llvm.pow", "llvm.copysign", "llvm.minimum", "llvm.maximum", "llvm.minnum", "llvm.maxnum")
        return self.external(f"{base}.{suffix}", ir.FunctionType(t, [t] * (2 if two else 1)))

    def library(self, name: str, t: Any, count: int) -> ir.Function:
        return self.external(name, ir.FunctionType(t, [t] * count))

    @abstractmethod
    def instance(
        self,
        fn: Any,
        types: tuple[Ty, ...],
        place: Place | None,
        apart: bool = False,
        again: bool = False,
        inactive: bool = False,
        caught: bool = False,
        fixed: Fixed = (),
        aliases: Aliases = (),
    ) -> Instance:
        """The (complete, or still unfinished) instance of ``fn`` for ``types`` (`PythonCompiler.instance`)."""


@dataclass(eq=False)
class Instance:
    """One function at one tuple of argument types."""

    compiler: Compilation
    python: Any
    types: tuple[Ty, ...]
    symbol: str
    apart: bool = False
    again: bool = False
    inactive: bool = False
    caught: bool = False
    fixed: Fixed = ()
    aliases: Aliases = ()
    callees: set[Instance] = field(default_factory=set)
    variables: dict[str, Ty] = field(default_factory=dict)
    varying: set[str] = field(default_factory=set)  # names assigned once that nevertheless do not stand for one constant
    result: Ty | None = None
    only_raises: bool = False  # it never returns
    early_result: bool = False  # whether that is from a round in which something was left out
    numbers: list[int | float | None] | None = None  # in the registers of the results: the same at all returns of this round
    result_count: int = 0  # of native parameters for results, in this round
    captures: list[tuple[Any, Ty, str]] = field(default_factory=list)
    allocates: set[int] = field(default_factory=set)
    sharing: set[int] = field(default_factory=set)  # loop bodies in which memory goes to lists with an identity
    writes: Writes = field(default_factory=Writes)
    sensitive: bool = False  # whether it, or a callee, makes derivatives by arrays, which must not overlap
    by_strides: bool = False  # whether it, or a callee, makes a view or a copy depending on strides that come from outside
    hosts: bool = False  # whether it, or a callee, calls ordinary Python
    warns: bool = False  # whether it, or a callee, calls warnings.warn
    lanes: int = 1  # the most directions (or seeds) that it, or a callee, takes at a time; the product of nested ones
    hidden: dict[int, Val] = field(default_factory=dict)  # the captured arrays in this round, by identity
    fn: Any = None
    done: bool = False
    recursive: bool = False
    varied: set[str] = field(default_factory=set)  # variables whose values have types that no type holds
    maybe: set[str] = field(default_factory=set)  # variables that are None at times
    holding: set[str] = field(default_factory=set)  # variables that have been given objects which others hold
    mutated: set[str] = field(default_factory=set)  # variables that hold containers which are changed
    referring: set[str] = field(default_factory=set)  # names that stand for a container which another variable holds
    list_makers: dict[str, set[Any]] = field(default_factory=dict)  # of lists that grow: the displays that they begin as
    handed_lists: set[str] = field(default_factory=set)  # variables with lists that are handed on as values
    structures: dict[str, list[Ty]] = field(default_factory=dict)  # of changed containers: what they are in turn
    written_out: set[int] = field(default_factory=set)  # loops that are, because of what depends on their variables
    unending: set[int] = field(default_factory=set)  # loops that cannot be: when they end is known at run time only
    uncertain: set[Any] = field(default_factory=set)  # generators of as many items as the run tells, and `demand.loop_states`
    copied: set[str] = field(default_factory=set)  # names that hold copies of objects which others hold
    selecting: set[Any] = field(default_factory=set)  # names, and places in the text, of `objects/selected_objects.py`
    choosing: dict[tuple[int, ...], Ty] = field(default_factory=dict)  # places in the text that choose an object, and its type
    lost_at: dict[int, set[str]] = field(default_factory=dict)  # loops, and names of which an end does not know what they are
    lively: set[int] = field(default_factory=set)  # loops that replace items of lists which they go over
    loop_copies: dict[int, dict[Any, Spot]] = field(default_factory=dict)  # loops, and of what there are copies at their ends
    peeled: dict[int, int] = field(default_factory=dict)  # loops, and how many iterations are emitted before them
    entered: dict[int, str] = field(default_factory=dict)  # loops that are refused where they have no iteration, and why
    unstable: set[tuple[int, str]] = field(default_factory=set)  # loops, and names of which other facts hold in each iteration
    of_known_structure: set[str] = field(default_factory=set)  # names of lists that were to grow, and are not to
    steady: set[tuple[int, str, int]] = field(default_factory=set)  # loops, and numbers of variables that they leave alone
    unsteady: set[tuple[int, str, int]] = field(default_factory=set)  # those of which that has turned out to be wrong
    shared: frozenset[str] = frozenset()  # variables that functions inside of this one assign to, and those of functions around
    adopted: set[Any] = field(default_factory=set)  # the keys of generators whose statements are those of this function, too
    changed_lists: set[tuple[str, tuple[int, ...]]] = field(default_factory=set)  # as `touched`, of lists
    outs: dict[int, Ty] = field(default_factory=dict)  # arguments that are changed: what they are at the end
    torn: set[int] = field(default_factory=set)  # those that may be something else where the function ends with an error
    touched: set[tuple[str, tuple[int, ...]]] = field(default_factory=set)  # variables, and steps to containers that are changed
    replaced: dict[tuple[str, tuple[int, ...]], bool] = field(default_factory=dict)  # items that are; True: on some ways only
    links: dict[tuple[int, tuple[int, ...]], Spot] = field(default_factory=dict)  # containers in results that are arguments
    twins: tuple[tuple[tuple[int, tuple[int, ...]], ...], ...] | None = None  # containers in results that are one object
    nonlocals: frozenset[str] = frozenset()  # parameters that are variables of the function around
    unknown: set[str] = field(default_factory=set)  # names whose values follow from something that is refused
    unsure: bool = False  # whether a return statement is refused
    outside: set[str] = field(default_factory=set)  # names from outside that it binds
    refused: bool = False  # whether something in it is refused: it is not lowered again
    error_sites: set[int] = field(default_factory=set)  # that it, or a callee, may end with
    once: set[str] = field(default_factory=set)  # local names that one place assigns
    returned: set[Any] = field(default_factory=set)  # the origins of arrays that it returns
    crowded: set[Any] = field(default_factory=set)  # origins of arrays from Python that are written to and could be crowded
    checked: list[ArrayV] = field(default_factory=list)  # these arrays, in this round
    cells: dict[OutsideSlot, None] = field(default_factory=dict)  # what it, or a callee, uses of what is changed at paths
    reads_first: dict[OutsideSlot, None] = field(default_factory=dict)  # of these, what may be read before it is assigned to
    assigns: frozenset[OutsideSlot] = frozenset()  # what has certainly been assigned to when it returns
    stores: bool = False  # whether it, or a callee, stores an array in one of them
    memory: MemoryUse = field(default_factory=MemoryUse)  # attributes of objects in memory, and lists with an identity
    passed_displays: frozenset[int] | None = None  # displays that nothing keeps, by identity; None: it is no function of the user
    untyped: dict[str, Any] = field(default_factory=dict)  # where names are read before they have a type
    deeper: dict[str, list[tuple[Ty, Ty]]] = field(default_factory=dict)  # variables whose types have become deeper, and how
    raises: dict[int | None, None] = field(default_factory=dict)  # the sites of its errors; None: and others
    author: int | None = None  # the number of its rules, if it has any

    def __post_init__(self) -> None:
        self.source = self.compiler.with_lifted_functions(current_source(self.python))
        node = self.source.node
        self.arg_names = parameters(node)
        by_position = not (node.args.kwonlyargs or node.args.vararg or node.args.kwarg)
        if not by_position and (not self.compiler.active or len(self.arg_names) != len(self.types)):
            name = self.python.__name__
            text = f"{name}() has *args, **kwargs or keyword-only parameters: compiled code can call it, Python cannot"
            raise UnsupportedError(text, place=self.source.place(node), hint="write a function that calls it")
        if len(self.arg_names) != len(self.types):
            text = wrong_count(self.python, len(self.arg_names), len(self.types))
            raise TypingError(text, place=self.source.place(node))
        body = node.body if isinstance(node.body, list) else []
        self.growing = growing_names(body, self.arg_names)
        assigned_inside = {name for s in body for n in ast.walk(s) if isinstance(n, LocalFunction) for name in n.lifted.nonlocals}
        self.nonlocals = getattr(self.python, "irad_nonlocals", frozenset())
        declared = {name for s in body for n in ast.walk(s) if isinstance(n, (ast.Global, ast.Nonlocal)) for name in n.names}
        self.outside = declared & assigned_names(body)  # names from outside that it binds
        self.growing -= self.outside
        self.shared = frozenset(assigned_inside) | self.nonlocals
        kept = self.growing | assigned_inside | self.nonlocals | self.outside
        self.source = self.compiler.with_split_names(self.source, kept)
        node = self.source.node
        body = self.body = node.body if isinstance(node.body, list) else []
        self.local_names = assigned_names(body) - self.outside
        nodes = [n for s in body for n in ast.walk(s)]
        self.once = assigned_once(nodes) - set(self.arg_names) - assigned_inside - self.nonlocals - self.outside
        self.tested = tested(nodes)
        self.names_read = {n.id for n in nodes if isinstance(n, ast.Name) and not isinstance(n.ctx, ast.Store)}
        self.names_read |= {n.target.id for n in nodes if isinstance(n, ast.AugAssign) and isinstance(n.target, ast.Name)}
        self.names_read |= self.outside
        for s in body:
            for n in ast.walk(s):
                if isinstance(n, (ast.Yield, ast.YieldFrom, ast.Await)):
                    raise UnsupportedError(not_called(self.python, n), place=self.source.place(n), hint=not_supported(n)[1])

    def adopt(self, statements: list[Any], first: set[str]) -> None:
        """The statements of a generator become statements of this function; ``first``: its parameters."""
        nodes = [n for s in statements for n in ast.walk(s)]
        own = assigned_names(statements)
        self.tested |= tested(nodes)
        self.local_names |= own
        self.once |= (assigned_once(nodes) - first) & {n for n in own if n not in self.names_read or n not in self.once}
        self.names_read |= {n.id for n in nodes if isinstance(n, ast.Name) and not isinstance(n.ctx, ast.Store)}
        self.names_read |= {n.target.id for n in nodes if isinstance(n, ast.AugAssign) and isinstance(n.target, ast.Name)}
        self.growing |= {n for n in growing_names(statements, list(first)) if OF_GENERATOR in n}  # not those of this function

    @property
    def returned_type(self) -> Ty | None:
        """The type of the result; behind it, of arguments that are containers and changed, what they are then."""
        return self.result if not self.outs or self.result is None else Tuple((self.result, *self.outs.values()))

    @property
    def is_root(self) -> bool:
        """Whether it is what is called from outside."""
        return self.compiler.active[:1] == [self]

    @property
    def is_entry(self) -> bool:
        """Whether it holds what lies at paths from outside and is changed: what Python calls, or what is differentiated."""
        return self.apart or self.is_root

    @property
    def boundscheck(self) -> bool:
        """Whether indices are checked."""
        return self.compiler.boundscheck and not hasattr(self.python, "irad_unchecked")

    # ---- the native function

    def function(self, module: ir.Module) -> ir.Function:
        """A function with this instance's signature as far as it is known."""
        params: list[Any] = [PTR]
        names = ["arena"]
        captured = [(ty, name) for _, ty, name in self.captures]
        for ty, name in (*zip(self.types, self.arg_names, strict=True), *captured):
            part = leaf_types(ty) if not isinstance(ty, Known) else []
            params += part
            names += [name if k == 0 else f"{name}.{k}" for k in range(len(part))]
        count = self.count_results(self.returned_type)
        params += [PTR] * count
        names += [f"result.{k}" for k in range(count)]
        fn = ir.Function(module, ir.FunctionType(I32, params), self.symbol)
        for arg, name in zip(fn.args, names, strict=True):
            arg.name = name
            if self.apart and arg.type is PTR and name != "arena":
                arg.add_attribute("noalias")
        return fn

    def count_results(self, ty: Ty | None) -> int:
        if isinstance(ty, (Tuple, Sliced)):
            return sum(self.count_results(t) for t in (ty.items if isinstance(ty, Tuple) else ty.parts))
        if isinstance(ty, List):
            return len(leaf_types(ty))
        if isinstance(ty, Optional):
            return 1 + self.count_results(ty.item)
        if isinstance(ty, Scalar):
            return len(ty.parts)
        return 0 if ty is None or isinstance(ty, (NoneTy, Known)) else 1  # (of a `SharedList` its address)

    # ---- arrays that it makes

    def ends_with_call(self, bodies: list[int]) -> bool:
        """Whether an array made here is allocated once per call and is dead at its end (no array is known to be returned).

        ``bodies``: the loop bodies around it.
        """
        return not bodies and not has_array(self.returned_type) and not self.stores and not self.reaches_shared

    @property
    def keeps_arrays(self) -> bool:
        """Whether nothing is to be freed at the end: arrays made here outlive the call (one is returned), or none is made."""
        kept = has_array(self.returned_type) or self.stores or self.hands_on
        return id(self) not in self.allocates or kept

    @property
    def reaches_shared(self) -> bool:
        """Whether it is given lists with an identity, in which what it makes may stay."""
        return any(map(holds_shared, self.types))

    @property
    def hands_on(self) -> bool:
        """Whether memory that it allocates may stay in lists with an identity that it is given."""
        return self.reaches_shared and id(self) in self.sharing

    def releases(self, body: list[Any]) -> bool:
        """Whether the arrays that a loop body makes may be freed at the end of each iteration."""
        if id(body) not in self.allocates or self.stores or id(body) in self.sharing:
            return False
        if any(map(has_array, (ty for name in self.mutated for ty in self.structures.get(name, ())))):
            return False
        for name in assigned_names(body):
            held = [ty for ty in (self.variables.get(name), *self.structures.get(name, ())) if ty is not None]
            keeps = any(has_array(ty) and not (isinstance(ty, List) and is_made_list(name)) for ty in held)
            if keeps and not self.stays_inside(name, body):
                return False
        return self._lists_stay(body)

    def _lists_stay(self, body: list[Any]) -> bool:
        """Whether no list that outlives an iteration takes memory allocated in it."""
        grown = {name for name in grown_in(body) if name in self.growing or is_made_list(name)}
        made = {name for name in assigned_names(body) if is_made_list(name)}  # lists of comprehensions, begun anew each time
        for name in (grown | (stored_in(body) & self.growing)) - made:
            ty = self.variables.get(name)
            keeps = name in grown or (isinstance(ty, List) and ty.item is not None and has_array(ty.item))
            if keeps and not self.stays_inside(name, body):
                return False
        return True

    def stays_inside(self, name: str, body: list[Any]) -> bool:
        """Whether each iteration assigns ``name`` before any other use of it, and nothing outside of the body reads it."""
        inside = {id(n) for s in body for n in ast.walk(s)}
        for s in self.body:
            for n in ast.walk(s):
                if isinstance(n, ast.Name) and n.id == name and isinstance(n.ctx, ast.Load) and id(n) not in inside:
                    return False
        return assigned_first(name, body)

    # ---- arrays that it gets

    def captured(self, value: Any, ty: Ty, name: str) -> Val | None:
        """A captured array or path, None in the round that first meets it (the next one has it)."""
        if id(value) not in self.hidden:
            if all(a is not value for a, _, _ in self.captures):
                self.captures.append((value, ty, name))
            return None
        return self.hidden[id(value)]

    def written_arguments(self) -> list[int]:
        """The arguments whose arrays this function may write to."""
        roots = self.writes.roots() if self.done else {None}
        return [k for k in range(len(self.types)) if None in roots or ("argument", k) in roots]

    @property
    def returns_fresh(self) -> bool:
        """Whether every array that the function returns is in memory that it has allocated."""
        return self.writes.are_fresh(self.returned)

    def writes_capture(self, array: Any) -> bool:
        """Whether this function may write to a captured array."""
        roots = self.writes.roots() if self.done else {None}
        return None in roots or ("capture", id(array)) in roots

    def result_origin(self, given: list[Val]) -> Any:
        """The origin of the arrays that a call with these values returns."""
        return Fresh() if self.done and self.returns_fresh else several(given)


Author = Callable[[Instance, Any], int]
