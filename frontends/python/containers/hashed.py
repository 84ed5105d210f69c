"""Sets and dicts of computed items: where one of known structure becomes an object of `hashed_objects`.

As with lists that grow, a display, ``set()``, ``dict()`` or an operator makes one of known structure, and everything is lowered
anew with an object in its place when an item or key is used that is known at run time only.
"""

from __future__ import annotations

import ast
from typing import Any

from irad.frontends.python.compiled_classes import counter_objects, hashed_objects, ordered_dicts
from irad.frontends.python.containers import list_values, record_objects
from irad.frontends.python.core.lowering import Lowering
from irad.frontends.python.core.python_values import ListV, NoneV, ReferenceV, TupleV, Val
from irad.frontends.python.objects import list_identity
from irad.frontends.python.sources.joined_types import can_hold, holds, options_of
from irad.frontends.python.sources.python_types import SETS, WHOLE, Form, List, Reference, Scalar, SharedList, Tuple, Ty


def is_key(ty: Ty) -> bool:
    """Whether values of a type can be computed keys."""
    if isinstance(ty, Tuple):
        return ty.form is None and all(map(is_key, ty.items))
    if isinstance(ty, Reference):
        return all(k.cls.__eq__ is object.__eq__ for k in ty.kinds)
    return any(isinstance(o, str) for o in options_of(ty)) or (isinstance(ty, Scalar) and not ty.is_complex)


def know_tuple(low: Lowering, v: Val) -> None:
    """Lower everything anew with a tuple of known length, if one of computed length is used as a key."""
    tuples = low.instance.compiler.known_tuples
    if isinstance(v, ListV) and v.ty.frozen and v.ty.made is not None and v.ty.made not in tuples:
        tuples.add(v.ty.made)
        low.begin_anew()


def begin_anew(low: Lowering, owner: Val, *keys: Val) -> None:
    """Lower everything anew with an object in the place of a set or dict, if these keys can be those of one."""
    for key in keys:
        know_tuple(low, key)
    begin_with(low, owner, *(k.ty for k in keys))


def begin_with(low: Lowering, owner: Val, *types: Ty) -> None:
    """As `begin_anew`, for keys of these types."""
    made = owner.form.made if isinstance(owner, TupleV) and owner.form is not None else None
    fits = all(map(is_key, types)) and isinstance(owner, TupleV) and _can_be_computed(owner.form)
    plain = [i.ty for i in owner.items if not isinstance(i, TupleV)] if isinstance(owner, TupleV) else []
    fits = fits and (not plain or list_identity.common_type(plain) is not None)
    hashed = low.instance.compiler.hashed
    if made is not None and fits and made not in hashed:
        hashed[made] = types[0] if types else None
        _forget(low, made)
        low.begin_anew()


def _forget(low: Lowering, made: Any) -> None:
    """Drop what is known of lists and attributes that hold a container of known structure which has computed keys from now on."""
    compiler = low.instance.compiler

    def is_it(ty: Ty | None) -> bool:
        return isinstance(ty, Tuple) and ty.form is not None and ty.form.made == made

    for key, item in compiler.grown.items():
        if holds(item, is_it):
            compiler.grown[key] = None
    for record in compiler.records.found.values():
        for name in [n for n, ty in record.fields.items() if holds(ty, is_it)]:
            del record.fields[name]
            compiler.records.slots.clear()


def in_any_order(low: Lowering, v: Val) -> Val:
    """The items of a set of computed items as a sorted list; anything else as it is."""
    if isinstance(v, TupleV) and v.form is not None and v.form.cls is hashed_objects.Set:
        return v.item(v.form.names.index("items"))
    if isinstance(v, ReferenceV) and v.ty.kinds[0].cls is hashed_objects.Set:
        return low.expr.attribute_of(v, "items", low.at)
    return v


def _can_be_computed(form: Any, kinds: tuple[type, ...] = (int, float, str)) -> bool:
    """Whether all keys that a container of known structure has are such as can be computed."""
    return all(isinstance(n, kinds) or (isinstance(n, tuple) and all(isinstance(x, kinds) for x in n)) for n in form.names)


def grow(low: Lowering, before: Ty | None, after: Ty | None, kinds: tuple[type, ...]) -> None:
    """Begin anew if sets or dicts have other keys, of these kinds, on one way than on another."""
    found: set[Any] = set()
    _differing(before, after, found, kinds)
    hashed = low.instance.compiler.hashed
    new = found - hashed.keys()
    if new:
        hashed.update(dict.fromkeys(new))
        low.begin_anew()


def _differing(before: Ty | None, after: Ty | None, found: set[Any], of: tuple[type, ...]) -> None:
    if not isinstance(before, Tuple) or not isinstance(after, Tuple) or before.form is None or after.form is None:
        return
    kinds = {before.form.kind, after.form.kind}
    if len(kinds) > 1:
        return
    if kinds <= {"dict", *SETS} and set(before.form.names) != set(after.form.names):
        if _can_be_computed(before.form, of) and _can_be_computed(after.form, of):
            found |= {f.made for f in (before.form, after.form) if f.made is not None}
        return
    names = after.form.names or tuple(range(len(after.items)))
    own = before.form.names or tuple(range(len(before.items)))
    for name, ty in zip(names, after.items, strict=True):
        if name in own:
            _differing(before.items[own.index(name)], ty, found, of)


def key_of(node: Any, what: str) -> Any:
    """What a set or dict that is made here is known by."""
    return id(node), what


def is_hashed(low: Lowering, node: Any, what: str) -> bool:
    """Whether what is made here has computed keys."""
    return key_of(node, what) in low.instance.compiler.hashed


def set_of(low: Lowering, items: Val, node: Any, key: Ty | None = None) -> Val:
    """A set with the items of what is iterated over; ``key``: of which type others are that are added."""
    return low.expr.apply(hashed_objects.Set, [_list(low, node, 0, key), items], {}, node)


def _list(low: Lowering, node: Any, k: int, item: Ty | None) -> Val:
    """An empty list that grows."""
    return list_values.grown_display(low, TupleV([]), (id(node), "hashed", k), item, node)


def dict_of(
    low: Lowering, pairs: Val, node: Any, kind: Any = None, key: Ty | None = None, fill: Any = hashed_objects.filled
) -> Val:
    """A dict with these keys and values; ``kind``: as in the form of one of known structure; ``key``: as in `set_of`."""
    lists = [_list(low, node, k, item) for k, item in enumerate((key, None, key, WHOLE))]
    if kind is not None and kind.name == "defaultdict":
        factory = NoneV() if kind.factory is None else low.expr.constant(kind.factory, node)
        made = low.expr.apply(hashed_objects.DefaultDict, [*lists, factory], {}, node)
    else:
        cls = {"": hashed_objects.Dict, "OrderedDict": ordered_dicts.SortedByArrival, "Counter": counter_objects.Counter}
        made = low.expr.apply(cls[kind.name if kind is not None else ""], lists, {}, node)
    if isinstance(pairs, TupleV) and not pairs.items:
        return made
    return low.expr.apply(fill, [made, pairs], {}, node)


def as_pairs(pairs: list[tuple[Val, Val]]) -> Val:
    """Keys and values that are known to be there."""
    return TupleV([TupleV([k, v]) for k, v in pairs])


def as_set(low: Lowering, v: TupleV, node: Any, what: str) -> Val:
    """A set of known structure that is made here, as an object if it has computed items later."""
    assert v.form is not None
    _keep(low, v, node, what)
    if is_hashed(low, node, what):
        key = low.instance.compiler.hashed[key_of(node, what)]
        return set_of(low, TupleV([low.expr.constant(n, node) for n in v.form.make([])]), node, key)
    return TupleV([], Form(v.form.kind, v.form.names, made=key_of(node, what)))


def _keep(low: Lowering, v: TupleV, node: Any, what: str) -> None:
    """Make an object of a set or dict from the beginning, where all containers are to have an identity, if it can be one."""
    low.instance.compiler.records.possible = True
    if v.form is None or not low.keeps(node) or not _can_be_computed(v.form) or record_objects.is_record(low, v, node):
        return
    keys = list_identity.common_type([low.expr.constant(n, node).ty for n in v.form.names])
    item = list_identity.common_type([i.ty for i in v.items])
    if not v.form.names or (keys is not None and (v.form.kind in SETS or (item is not None and can_hold(item)))):
        low.instance.compiler.hashed.setdefault(key_of(node, what), keys)


def as_dict(low: Lowering, v: TupleV, node: Any, what: str) -> Val:
    """A dict of known structure that is made here, as an object if it has computed keys later."""
    assert v.form is not None
    kind = v.form.cls
    _keep(low, v, node, what)
    if not is_hashed(low, node, what):
        if low.keeps(node) and record_objects.is_record(low, v, node):
            return record_objects.made(low, v, node)
        return TupleV(v.items, Form("dict", v.form.names, kind, key_of(node, what)))
    pairs = as_pairs([(low.expr.constant(n, node), v.item(k)) for k, n in enumerate(v.form.names)])
    return dict_of(low, pairs, node, kind, low.instance.compiler.hashed[key_of(node, what)])


def is_dict(v: Val) -> bool:
    """Whether a value is a dict of computed keys."""
    cls = v.form.cls if isinstance(v, TupleV) and v.form is not None else None
    cls = v.ty.kinds[0].cls if isinstance(v, ReferenceV) else cls
    return isinstance(cls, type) and issubclass(cls, hashed_objects.Dict)


def takes_list(low: Lowering, owner: Val, node: Any) -> bool:
    """Whether this is ``d.get(key, ())`` of a dict of lists that grow."""
    if not is_dict(owner):
        return False
    numbers = low.expr.attribute_of(owner, "numbers", node)
    empty = len(node.args) == 2 and isinstance(node.args[1], ast.Tuple) and not node.args[1].elts
    of_lists = isinstance(numbers.ty, (List, SharedList)) and isinstance(numbers.ty.item, (List, SharedList))
    return empty and node.func.attr == "get" and of_lists


_with_lists: dict[int, Any] = {}


def with_list(node: Any) -> Any:
    """``d.get(key, [])``, which has the items of ``d.get(key, ())``."""
    if id(node) not in _with_lists:
        made = ast.Call(node.func, [node.args[0], ast.copy_location(ast.List([], ast.Load()), node.args[1])], [])
        _with_lists[id(node)] = node, ast.copy_location(made, node)
    return _with_lists[id(node)][1]
