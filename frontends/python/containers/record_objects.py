"""Dicts of known keys as objects in memory (`compiled_classes/record_dicts.py`): where one is made, and which keys it has."""

from __future__ import annotations

from typing import Any

from llvmlite import ir

from irad.frontends.python.compiled_classes.record_dicts import RecordDict, as_computed, attribute_of, has_key, key_names
from irad.frontends.python.core.code_writer import OtherWay
from irad.frontends.python.core.lowering import Lowering
from irad.frontends.python.core.python_values import I1, KnownV, NoneV, ReferenceV, ScalarV, TupleV, Val
from irad.frontends.python.objects import list_identity, memory_objects
from irad.frontends.python.sources.python_types import FLAG


def is_record(low: Lowering, v: TupleV, node: Any) -> bool:
    """Whether a dict that is made here is such an object, if dicts have an identity."""
    form = v.form
    if list_identity.maker(low, node) in low.instance.compiler.records.computed:
        return False
    return form is not None and form.cls is None and bool(form.names) and all(isinstance(n, str) for n in form.names)


def made(low: Lowering, v: TupleV, node: Any) -> ReferenceV:
    """A dict of known structure as an object."""
    assert v.form is not None
    new, _ = memory_objects.new(low, RecordDict, node)
    (kind,) = new.ty.kinds
    low.instance.compiler.records.displayed.setdefault(kind, {})[list_identity.maker(low, node)] = v.form.names
    for k, name in enumerate(v.form.names):
        memory_objects.write(low, new, attribute_of(name), v.item(k), node)
    return new


def _begin_computed(low: Lowering, record: ReferenceV, text: str, hint: str, node: Any) -> None:
    """Begin anew with dicts of computed keys; an error where the values are of several types."""
    records = low.instance.compiler.records
    found: set[Any] = set()
    for kind in record.ty.kinds:
        if list_identity.common_type(list(records.of(kind).fields.values())) is None:
            low.unsupported(node, text, hint)
        found |= records.displayed.get(kind, {}).keys()
    records.computed |= found
    raise OtherWay


def _as_computed(low: Lowering, args: list[Val], kw: dict[str, Val], node: Any) -> Val:
    text = "this is not supported of a dict with values of several types that several names may stand for"
    assert isinstance(args[0], ReferenceV)
    _begin_computed(low, args[0], text, "make a new dict", node)
    return NoneV()


def _has_key(low: Lowering, args: list[Val], kw: dict[str, Val], node: Any) -> Val:
    record, key = args
    assert isinstance(record, ReferenceV)
    if not isinstance(key, KnownV) or not isinstance(key.value, str):
        text = f"a key of type {key.ty} of a dict with values of several types has to be known when compiling"
        _begin_computed(low, record, text, "use a dict with values of one type", node)
        raise AssertionError
    there = memory_objects.there(low, record, attribute_of(key.value))
    return ScalarV(FLAG, ir.Constant(I1, 0) if there is None else there)


def _key_names(low: Lowering, args: list[Val], kw: dict[str, Val], node: Any) -> Val:
    (record,) = args
    assert isinstance(record, ReferenceV)
    records = low.instance.compiler.records
    (kind,) = record.ty.kinds
    found = set(records.displayed.get(kind, {}).values())
    names = next(iter(found), ())
    if len(found) != 1 or set(map(attribute_of, names)) != set(records.of(kind).fields):
        text = "which keys this dict has, and in which order, is known at run time only"
        _begin_computed(low, record, text, "make it with all of its keys, in one order", node)
    return TupleV([KnownV(n) for n in names])


TABLE = {has_key: _has_key, key_names: _key_names, as_computed: _as_computed}
