"""Objects in memory of their own, for what cannot be followed from statement to statement: trees, chains, lists of agents.

A function is compiled with objects whose items are the registers of variables, and of which it is known when compiling which name
stands for which (`changes.py`).  Where that is refused, it is compiled once more (`PythonCompiler.root`) with every object that
it makes in memory of its own.  A reference is an address then: all that hold the object have it, and an attribute is read and
written behind it.  `Records` has the types of the attributes, for each class; they are found while code is written, which is
written anew until they do not change any more.

Behind an address lies the number of the sort of the object, then the registers of the attributes, each behind a mark which says
that the attribute is there.  Sorts that one reference may lead to have one layout: at one place lies what has one name.
"""

from __future__ import annotations

import ast
import inspect
import textwrap
import types
from collections.abc import Callable
from dataclasses import MISSING, replace
from functools import partial
from typing import Any, TypeGuard

from llvmlite import ir

from irad.frontends.python.compiled_classes import closures
from irad.frontends.python.compiled_classes.counter_objects import Counter
from irad.frontends.python.compiled_classes.deque_objects import Deque
from irad.frontends.python.compiled_classes.hashed_objects import DefaultDict, Dict, Set, rank_of
from irad.frontends.python.compiled_classes.record_dicts import RecordDict
from irad.frontends.python.core.code_writer import NotYet
from irad.frontends.python.core.lowering import Lowering
from irad.frontends.python.core.python_values import (
    FIXED,
    I1,
    I8,
    I64,
    SHARED,
    KnownV,
    LazyV,
    MaybeV,
    ReferenceV,
    ScalarV,
    SharedV,
    TupleV,
    Val,
    const,
)
from irad.frontends.python.objects import list_identity
from irad.frontends.python.sources.joined_types import can_hold, joined_item
from irad.frontends.python.sources.outside import Outside
from irad.frontends.python.sources.python_types import (
    FLAG,
    FUNCTION,
    OBJECT,
    Form,
    ObjectSort,
    Optional,
    Reference,
    Tuple,
    Ty,
    is_changeable,
    is_function_form,
)
from irad.frontends.python.trees.local_functions import Lifted

_CONTAINERS = (Set, Dict, DefaultDict, Counter, Deque, RecordDict)


def is_several(v: Val) -> TypeGuard[ReferenceV]:
    """Whether a value is a reference to an object of one of several sorts."""
    return isinstance(v, ReferenceV) and len(v.ty.kinds) > 1


def has_itself(cls: Any, name: str) -> bool:
    """Whether a class has an attribute, or a method, of this name: a slot is one of its objects."""
    found = next((vars(c)[name] for c in cls.__mro__ if name in vars(c)), None)
    of_tuple = issubclass(cls, tuple) and name in getattr(cls, "_fields", ())
    return hasattr(cls, name) and not isinstance(found, types.MemberDescriptorType) and not of_tuple


def lies_in_memory(low: Lowering, cls: Any) -> bool:
    """Whether the objects of a class that compiled code makes lie in memory: those with attributes that can change."""
    params = getattr(cls, "__dataclass_params__", None)
    if any(cls is c for c in _CONTAINERS):
        return low.instance.compiler.records.used
    library = hasattr(cls, "irad_compiled") and not _has_items(cls)
    records = low.instance.compiler.records
    if issubclass(cls, tuple) or (params is not None and params.frozen):
        records.immutable.add(cls)
        return records.used and cls in records.boxed
    if hasattr(cls, "irad_stands_for") or library:
        return False
    records.possible = True
    return records.used


def _has_items(cls: Any) -> bool:
    """Whether it is a class of the library's whose objects hold items of any type: those that one place makes are a sort."""
    return any(cls is c for c in _CONTAINERS) or (hasattr(cls, "irad_compiled") and hasattr(cls, "__next__"))


def new(low: Lowering, cls: Any, node: Any) -> tuple[ReferenceV, list[str]]:
    """An object without attributes, and the names of those that need not be there."""
    site = list_identity.maker(low, node) if _has_items(cls) else None
    records = low.instance.compiler.records
    kind = records.same.get(ObjectSort(cls, site), ObjectSort(cls, site))
    record = records.of(kind)
    _note(low, node)
    head = low.reserve(const(records.size(kind)))
    low.b.store(const(record.number), head)
    v = ReferenceV(Reference((kind,)), head)
    uncertain = [name for name in record.fields if name not in _certain(cls)]
    for name in uncertain:
        low.b.store(const(0), _place(low, v, records.places(kind, name)[0]))
    return v, uncertain


def has(low: Lowering, v: ReferenceV, name: str, node: Any) -> bool:
    """Whether an object has an attribute, which its class does not have."""
    (kind,) = v.ty.kinds
    known = low.instance.compiler.records.of(kind).fields
    if name in known and name not in _certain(kind.cls):
        text = f"whether a {kind.cls.__name__} has the attribute '{name}' is known at run time only"
        low.unsupported(node, text, "set it to None in __init__")
    return name in known


def there(low: Lowering, v: ReferenceV, name: str) -> Any:
    """Whether an object has an attribute that need not be there, an i1; None: no object of its sort has."""
    (kind,) = v.ty.kinds
    records = low.instance.compiler.records
    if name not in records.of(kind).fields:
        return None
    mark = records.places(kind, name)[0]
    return low.b.icmp_signed("!=", low.b.load(_place(low, v, mark), typ=I64), const(0))


def _note(low: Lowering, node: Any) -> None:
    if low.checkpointed:
        low.unsupported(node, "objects in memory are not supported in a checkpointed loop", "use arrays")
    low.note_shared()


def _place(low: Lowering, v: ReferenceV, offset: int) -> Any:
    return low.b.gep(v.head, [const(offset)], inbounds=True, source_etype=I8)


def read(low: Lowering, v: ReferenceV, name: str, node: Any) -> Val | None:
    """An attribute; None where only the class of the object has one of this name."""
    (kind,), records = v.ty.kinds, low.instance.compiler.records
    ty, of_class = records.of(kind).fields.get(name), has_itself(kind.cls, name)
    low.instance.memory.reads.add((kind.cls, name))
    if ty is None:
        if of_class:
            return None
        raise NotYet
    if of_class and any(_is_class_attribute(slot.path, kind.cls, name) for slot in low.instance.compiler.slots.values()):
        text = f"'{name}' of the class {kind.cls.__name__} is changed, and objects in memory may have an attribute of this name"
        low.unsupported(node, text, "give one of them another name")
    _, *places = records.places(kind, name)
    if name not in _certain(kind.cls) and not of_class:  # (else it has that of its class from the beginning)
        low.check(there(low, v, name), AttributeError, f"'{kind.cls.__name__}' object has no attribute '{name}'", node)
    types, ty = low.leaf_types(ty), list_identity.now(low, ty)
    leaves = [low.typed(low.b.load(_place(low, v, p), typ=t), t) for p, t in zip(places, types, strict=True)]
    found = low.from_leaves(ty, leaves)
    return replace(found, place=SHARED) if isinstance(found, TupleV) and is_changeable(ty) else found


def _is_class_attribute(path: Outside, cls: Any, name: str) -> bool:
    """Whether a path leads to an attribute of a class, or of one that it derives from."""
    if path.kind != "attribute" or path.key != name:
        return False
    owner = path.owner(None)
    return isinstance(owner, type) and issubclass(cls, owner)


def cached(low: Lowering, v: ReferenceV, name: str, compute: Callable[[], Val], node: Any) -> Val:
    """What a ``functools.cached_property`` gives: an attribute that is computed when it is asked for the first time."""
    (kind,), records = v.ty.kinds, low.instance.compiler.records

    def anew() -> Val:
        write(low, v, name, compute(), node)
        return kept()

    def kept() -> Val:
        found = read(low, v, name, node)
        assert found is not None
        return found

    if name not in records.of(kind).fields:
        return anew()
    return low.expr.branches([there(low, v, name)], [kept, anew], node)


def opened(low: Lowering, v: Val) -> Val:
    """An object of one sort with its attributes as they are now, which cannot be changed; anything else as it is."""
    if not isinstance(v, ReferenceV) or is_several(v):
        return v
    (kind,) = v.ty.kinds
    names = tuple(low.instance.compiler.records.of(kind).fields)
    items = [read(low, v, n, low.at) for n in names]
    plain = "namedtuple" if issubclass(kind.cls, tuple) else OBJECT
    form = Form("dataclass" if hasattr(kind.cls, "__dataclass_fields__") else plain, names, kind.cls)
    return TupleV([i for i in items if i is not None], form, SHARED)


def as_tuple(low: Lowering, v: Val) -> Val:
    """A named tuple in memory as a tuple; anything else as it is."""
    named = isinstance(v, ReferenceV) and not is_several(v) and issubclass(v.ty.kinds[0].cls, tuple)
    return opened(low, v) if named else v


def copied(low: Lowering, v: ReferenceV, node: Any) -> Val:
    """``copy.copy(v)``."""

    def one(v: Val) -> Val:
        assert isinstance(v, ReferenceV)
        (kind,) = v.ty.kinds
        if hasattr(kind.cls, "__copy__"):
            low.unsupported(node, f"{kind.cls.__name__} has a __copy__ of its own, which is not supported")
        made = new(low, kind.cls, node)[0]
        for name in low.instance.compiler.records.of(kind).fields:
            value = read(low, v, name, node)
            assert value is not None
            write(low, made, name, value, node)
        return made

    return each(low, v, one, node)


def write(low: Lowering, v: ReferenceV, name: str, value: Val, node: Any) -> None:
    """``v.name = value``."""
    (kind,), records = v.ty.kinds, low.instance.compiler.records
    if (kind.cls, name) in records.callables:
        value = _callable(low, value, node)
    value = storable(low, value, node)
    old, ty = records.of(kind).fields.get(name), value.ty
    if old is not None:
        old = list_identity.now(low, old)
        both = joined_item(old, ty)
        if (both is None or isinstance(both, Optional)) and (_is_closure(old) or _is_closure(ty)):
            if (kind.cls, name) not in records.callables:
                records.callables.add((kind.cls, name))
                records.of(kind).fields.pop(name, None)
                low.begin_anew()
        both = both or list_identity.meet(low, old, ty, node)
        if both is None:
            low.wrong(node, f"the attribute '{name}' is {old} in one place and {ty} in another", "use two attributes")
            raise AssertionError
        ty = both
    if ty != records.of(kind).fields.get(name):
        records.put(kind, name, ty)
    _note(low, node)
    low.instance.memory.writes.add((kind.cls, name))
    low.effects, low.memory_effects = low.effects + 1, low.memory_effects + 1
    leaves = low.leaves(value, ty)
    unite(low, value)
    mark, *places = records.places(kind, name)
    for p, leaf in zip(places, leaves, strict=True):
        low.typed(low.b.store(leaf, _place(low, v, p)), leaf.type)
    if name not in _certain(kind.cls):
        low.b.store(const(1), _place(low, v, mark))


def _is_closure(ty: Ty) -> bool:
    """Whether it is the type of a function with what it captures."""
    return isinstance(ty, Tuple) and is_function_form(ty.form)


def _callable(low: Lowering, v: Val, node: Any) -> Val:
    """A function as an object in memory that can be called; anything else as it is."""
    closure = isinstance(v, TupleV) and is_function_form(v.form)
    fn = v.form.cls if isinstance(v, TupleV) and v.form is not None and closure else v.value if isinstance(v, KnownV) else None
    cls = closures.closure_class(fn) if isinstance(fn, (Lifted, types.FunctionType)) else None
    if cls is None:
        return v
    low.check_kept(v, node)
    made = new(low, cls, node)[0]
    if isinstance(v, TupleV) and v.form is not None:
        for k, name in enumerate(v.form.names):
            write(low, made, closures.attribute_of(name), v.item(k), node)
    return made


def unite(low: Lowering, v: Val) -> None:
    """Note which sorts one reference may lead to."""
    if isinstance(v, MaybeV):
        unite(low, v.value)
    if isinstance(v, ReferenceV):
        low.instance.compiler.records.unite(v.ty.kinds)


def storable(low: Lowering, v: Val, node: Any) -> Val:
    """A value as an attribute, or an item of a list, can hold it; begins anew where a list has to have an identity for that."""
    if isinstance(v, LazyV):
        return low.arrays.in_memory(v)
    v = low.expr.stable(v)
    low.check_kept(v, node)
    list_identity.as_items(low, v, node)
    if isinstance(v, TupleV) and v.place != FIXED and is_changeable(v.ty):
        if v.form is not None and v.form.kind == "list" and v.form.cls is None:
            list_identity.share(low, list_identity.makers(low, v), list_identity.common_type([i.ty for i in v.items]), node)
        if v.form is not None and v.form.kind in ("dict", "set"):
            _begin_hashed(low, v, node)
        if v.form is not None and v.form.kind == "dict" and _is_fresh(low, v) and can_hold(v.ty):
            low.share(v)  # it cannot be changed from now on
            return v
        if v.form is not None and v.form.kind not in ("namedtuple", FUNCTION):
            low.unsupported(node, f"{v.ty} cannot be an attribute of an object in memory")
        return TupleV([storable(low, i, node) for i in v.items], v.form)
    low.share(v)
    return v


def filled(low: Lowering, v: Val) -> Val:
    """A list into which nothing is ever put as an empty one; anything else as it is."""
    empty = isinstance(v, SharedV) and v.ty.item is None and low.instance.compiler.records.stuck
    return TupleV([], Form("list")) if empty else v


def _is_fresh(low: Lowering, v: TupleV) -> bool:
    """Whether nobody but this function holds a container, which it has made."""
    if v.place is None:
        return True
    args = low.source.node.args
    keywords = args.kwarg.arg if args.kwarg is not None else ""
    own = v.place.name in low.instance.local_names and v.place.name not in low.instance.arg_names
    return not v.place.steps and (own or v.place.name == keywords)


def _begin_hashed(low: Lowering, v: TupleV, node: Any) -> None:
    """Begin anew with an object in the place of a set or dict of known structure."""
    assert v.form is not None
    keys = list_identity.common_type([low.expr.constant(n, node).ty for n in v.form.names])
    known, made = low.instance.compiler.hashed, v.form.made
    fits = list_identity.common_type([i.ty for i in v.items]) is not None or not v.items
    if made is not None and made not in known and (keys is not None or not v.form.names) and fits:
        known[made] = keys
        low.begin_anew()


# ---- one of several sorts


def _tag(low: Lowering, v: ReferenceV) -> Any:
    return low.b.load(v.head, typ=I64)


def is_instance(low: Lowering, v: ReferenceV, asked: Any) -> Val:
    """``isinstance(v, asked)`` of an object of several sorts."""
    tag, found = _tag(low, v), ir.Constant(I1, 0)
    for kind in v.ty.kinds:
        if issubclass(kind.cls, asked):
            number = low.instance.compiler.records.of(kind).number
            found = low.b.or_(found, low.b.icmp_signed("==", tag, const(number)))
    return ScalarV(FLAG, found)


def each(low: Lowering, v: ReferenceV, action: Callable[[Val], Val], node: Any) -> Val:
    """The result of an action with the object: a branch for each sort that it may be."""
    if not is_several(v):
        return action(v)
    tag, records = _tag(low, v), low.instance.compiler.records
    tests = [low.b.icmp_signed("==", tag, const(records.of(k).number)) for k in v.ty.kinds]
    ways = [partial(action, ReferenceV(Reference((k,)), v.head)) for k in v.ty.kinds]
    return low.expr.branches(tests[:-1], ways, node)


def having(low: Lowering, v: ReferenceV, name: str, node: Any) -> ReferenceV:
    """The object as one of the sorts that have an attribute, where all attributes are known."""
    records = low.instance.compiler.records
    if not records.stuck:
        return v
    found = tuple(k for k in v.ty.kinds if has_itself(k.cls, name) or name in records.of(k).fields)
    if found and found != v.ty.kinds:
        tag, fine = _tag(low, v), ir.Constant(I1, 0)
        for kind in found:
            fine = low.b.or_(fine, low.b.icmp_signed("==", tag, const(records.of(kind).number)))
        low.check(fine, AttributeError, f"this object has no attribute '{name}'", node)
        return ReferenceV(Reference(found), v.head)
    return v


def same(low: Lowering, x: ReferenceV, y: ReferenceV) -> Val:
    """``x is y``."""
    return ScalarV(FLAG, low.b.icmp_unsigned("==", x.head, y.head))


def compared(low: Lowering, op: Any, x: Val, y: Val, node: Any) -> Val:
    """``x op y`` where the classes do not define it: an object is equal to itself alone."""
    if isinstance(op, (ast.Eq, ast.NotEq)):
        both = isinstance(x, ReferenceV) and isinstance(y, ReferenceV)
        equal = low.b.icmp_unsigned("==", x.head, y.head) if both else ir.Constant(I1, 0)  # type: ignore[attr-defined]
        return ScalarV(FLAG, equal if isinstance(op, ast.Eq) else low.b.not_(equal))
    if low.source.fn is rank_of and isinstance(x, ReferenceV) and isinstance(y, ReferenceV):  # keys, in any order
        return ScalarV(FLAG, low.b.icmp_unsigned("<", x.head, y.head))
    check_not_ordered(low, x, y, ir.Constant(I1, 0), node)
    return ScalarV(FLAG, ir.Constant(I1, 0))


def without_order(low: Lowering, x: Val, y: Val) -> bool:
    """Whether these are objects of classes without an order."""
    if low.source.fn is rank_of:
        return False
    kinds = [k for v in (x, y) if isinstance(v, ReferenceV) for k in v.ty.kinds]
    return bool(kinds) and not any(vars(c).get(n) for k in kinds for c in k.cls.__mro__[:-1] for n in ("__lt__", "__gt__"))


def check_not_ordered(low: Lowering, x: Val, y: Val, fine: Any, node: Any) -> None:
    """An error where objects without an order are compared."""
    low.check(fine, TypeError, f"'<' not supported between instances of '{x.ty}' and '{y.ty}'", node)


# ---- attributes that are always there

_KNOWN: dict[Any, frozenset[str]] = {}


def _certain(cls: Any) -> frozenset[str]:
    """The attributes that objects of a class have before anything can read one that is missing."""
    if cls not in _KNOWN:
        _KNOWN[cls] = frozenset(_assigned(cls))
    return _KNOWN[cls]


def _assigned(cls: Any) -> set[str]:
    if issubclass(cls, tuple):
        return set(cls._fields)
    if hasattr(cls, "__dataclass_fields__") and cls.__init__.__code__.co_filename == "<string>":
        return {n for n, f in cls.__dataclass_fields__.items() if f.init or f.default is not MISSING}
    return _assigned_by(cls, next(c for c in cls.__mro__ if "__init__" in vars(c)))


def _assigned_by(cls: Any, where: Any) -> set[str]:
    """The attributes that the ``__init__`` of a base ``where`` assigns to, for an object of ``cls``."""
    init = vars(where)["__init__"]
    try:
        tree: Any = ast.parse(textwrap.dedent(inspect.getsource(init))).body[0]
    except (OSError, TypeError, SyntaxError):
        return set()
    own, found = tree.args.args[0].arg, set()
    for s in tree.body:
        if isinstance(s, ast.Expr) and ast.unparse(s).startswith("super().__init__("):
            behind = cls.__mro__[cls.__mro__.index(where) + 1 :]
            found |= _assigned_by(cls, next(c for c in behind if "__init__" in vars(c)))
            continue
        inside = list(ast.walk(s))
        loads = [n for n in inside if isinstance(n, ast.Attribute) and isinstance(n.ctx, ast.Load) and _is_own(n.value, own)]
        ends = any(isinstance(n, (ast.Return, ast.Try)) for n in inside) or {n.attr for n in loads} - found
        if ends or any(map(partial(_escapes, own, cls), _with_parents(s))):
            break
        targets = s.targets if isinstance(s, ast.Assign) else [s.target] if isinstance(s, ast.AnnAssign) and s.value else []
        for t in targets:
            parts = t.elts if isinstance(t, (ast.Tuple, ast.List)) else [t]
            found |= {p.attr for p in parts if isinstance(p, ast.Attribute) and _is_own(p.value, own)}
    return found


def _is_own(n: ast.AST, own: str) -> bool:
    return isinstance(n, ast.Name) and n.id == own


def _with_parents(s: ast.AST) -> list[tuple[ast.AST, ast.AST]]:
    return [(child, n) for n in ast.walk(s) for child in ast.iter_child_nodes(n)]


def _escapes(own: str, cls: Any, found: tuple[ast.AST, ast.AST]) -> bool:
    """Whether a name stands for the object itself, which others may see from then on, or of which a method is called."""
    child, parent = found
    if isinstance(child, ast.Call) and isinstance(child.func, ast.Name) and child.func.id == "super":
        return True
    if not isinstance(child, ast.Name) or child.id != own:
        return False
    return not isinstance(parent, ast.Attribute) or has_itself(cls, parent.attr)
