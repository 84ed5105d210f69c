"""Python objects from native results: the part of a call wrapper (`irad.pycall.wrapper`) behind the call."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path

from irad.frontends.python.sources.dtypes import DTYPES
from irad.pycall.call_text import HEAD, CallText
from irad.pycall.signature import ITEM, NATIVE, ArrayValue, Items, Same, ScalarValue, Signature, Value

ARRAY_MAKER = "irad.result.array"
ALLOCATOR = tuple(f"irad.result.{what}" for what in ("malloc", "calloc", "realloc", "free"))  # as in NumPy's PyDataMemAllocator


def result_slots(t: CallText, kinds: Sequence[Value]) -> list[str]:
    """Memory for the results, one piece for each number or array."""
    slots: list[str] = []
    for kind in kinds:
        if isinstance(kind, ScalarValue):
            slots += [t.slot("i64") for _ in DTYPES[kind.kind].parts]
        elif isinstance(kind, ArrayValue):
            slots.append(t.slot(f"[{1 + 2 * kind.ndim} x i64]"))
        elif not isinstance(kind, Same):
            slots += result_slots(t, kind.items)
    return slots


def box(t: CallText, signature: Signature, slots: Sequence[str], arena: str) -> str:
    """The result as an object (null if there was no memory for it); large arrays take their memory out of the arena."""
    if not signature.results and not signature.as_tuple:
        return _none(t)
    lasting = arena if _plain(signature.results) else "null"
    owners = f"{_owners(t)}, ptr {lasting}" if signature.makes_arrays else ""
    rest = iter(slots)
    if len(signature.results) == 1 and not signature.as_tuple:
        return _boxed(t, signature.results[0], rest, owners)
    return _tuple(t, signature.results, rest, owners)


def _plain(kinds: Sequence[Value]) -> bool:
    """Whether no code of the user's runs while results become objects."""
    items = [kind for kind in kinds if isinstance(kind, Items)]
    return all(kind.make in (None, list) and _plain(kind.items) for kind in items)


def _none(t: CallText) -> str:
    t("call void @Py_IncRef(ptr @irad.py.None)")
    return "@irad.py.None"


def _boxed(t: CallText, kind: Value, slots: Iterator[str], owners: str) -> str:
    if isinstance(kind, ScalarValue):
        return _scalar(t, kind.kind, [next(slots) for _ in DTYPES[kind.kind].parts])
    if isinstance(kind, ArrayValue):
        what = f"ptr {next(slots)}, i64 {kind.ndim}, ptr @irad.dtype.{kind.dtype}, i64 {ITEM[kind.dtype]}"
        return t.let(f"call ptr @{ARRAY_MAKER}({what}, {owners})")
    if isinstance(kind, Same):
        same = t.next_same()
        t(f"call void @Py_IncRef(ptr {same})")
        return same
    if kind.make is None:
        t.next_container()
        return _tuple(t, kind.items, slots, owners)
    return _made(t, kind, slots, owners)


def _made(t: CallText, kind: Items, slots: Iterator[str], owners: str) -> str:
    """A container that is no plain tuple."""
    maker = f'@"{t.name}.make{t.next_container()}"'
    parts = _tuple(t, kind.items, slots, owners)
    make, done = t.fresh(), t.fresh()
    before = t.current
    t(f"br i1 {t.let(f'icmp eq ptr {parts}, null')}, label %{done}, label %{make}")
    t.block(make)
    made = t.let(f"call ptr @PyObject_CallOneArg(ptr {maker}, ptr {parts})")
    t(f"call void @Py_DecRef(ptr {parts})")
    t(f"br label %{done}")
    t.block(done)
    return t.let(f"phi ptr [ null, %{before} ], [ {made}, %{make} ]")


def _owners(t: CallText) -> str:
    """A list of the arrays that a result may be a view of."""
    made = t.slot(f"[{max(1, len(t.arrays))} x ptr]")
    for k, obj in enumerate(t.arrays):
        t(f"store ptr {obj}, ptr {t.at(made, 8 * k)}")
    return f"ptr {made}, i64 {len(t.arrays)}"


def _tuple(t: CallText, kinds: Sequence[Value], slots: Iterator[str], owners: str) -> str:
    boxed = [_boxed(t, kind, slots, owners) for kind in kinds]
    # PyTuple_Pack takes new references to its items; null items (no memory) must not be passed to it.
    whole = "true"
    for item in boxed:
        whole = t.let(f"and i1 {whole}, {t.let(f'icmp ne ptr {item}, null')}")
    pack, skip = t.fresh(), t.fresh()
    before = t.current
    t(f"br i1 {whole}, label %{pack}, label %{skip}")
    t.block(pack)
    items = "".join(f", ptr {item}" for item in boxed)
    packed = t.let(f"call ptr (i64, ...) @PyTuple_Pack(i64 {len(boxed)}{items})")
    t(f"br label %{skip}")
    t.block(skip)
    out = t.let(f"phi ptr [ {packed}, %{pack} ], [ null, %{before} ]")
    for item in boxed:
        t(f"call void @Py_DecRef(ptr {item})")
    return out


def _scalar(t: CallText, kind: str, slots: Sequence[str]) -> str:
    native = NATIVE[kind]
    values = [t.load(native, slot) for slot in slots]
    value = values[0]
    if kind == "complex128":
        return t.let(f"call ptr @PyComplex_FromDoubles(double {value}, double {values[1]})")
    if kind == "float64":
        return t.let(f"call ptr @PyFloat_FromDouble(double {value})")
    if kind == "int64":
        return t.let(f"call ptr @PyLong_FromLongLong(i64 {value})")
    if kind == "bool":
        return t.let(f"call ptr @PyBool_FromLong(i64 {t.let(f'zext i8 {value} to i64')})")
    made = t.let(f"call ptr @PyType_GenericAlloc(ptr @irad.np.{kind}, i64 0)")
    store, done = t.fresh(), t.fresh()
    t(f"br i1 {t.let(f'icmp eq ptr {made}, null')}, label %{done}, label %{store}")
    t.block(store)
    for k, v in enumerate(values):
        t(f"store {native} {v}, ptr {t.at(made, HEAD + k * ITEM[kind] // len(values))}")
    t(f"br label %{done}")
    t.block(done)
    return made


def array_text() -> str:
    """The function that makes arrays of results (for the layout of objects in this Python): one for all wrappers."""
    text = (Path(__file__).parent / "result_array.ll").read_text()
    for what, offset in (("DATA", 0), ("NDIM", 8), ("SHAPE", 16), ("STRIDES", 24), ("FLAGS", 48), ("HANDLER", 72)):
        text = text.replace(f"${what}", str(HEAD + offset))
    return text
