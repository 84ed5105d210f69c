"""Native values from Python objects: the part of a call wrapper (`irad.pycall.wrapper`) before the call.

Layouts: CPython's ``PyObject`` and ``PyTupleObject`` (Include/object.h, tupleobject.h), NumPy's ``PyArrayObject_fields``
(ndarraytypes.h).
"""

from __future__ import annotations

from irad.frontends.python.sources.dtypes import DTYPES, PYTHON
from irad.pycall.call_text import HEAD, ITEMS, TYPE, CallText
from irad.pycall.signature import ITEM, NATIVE, ArrayValue, CapturedArray, Items, Same, ScalarValue, Signature, Value

_C_CONTIGUOUS, _ALIGNED, _WRITEABLE = 0x1, 0x100, 0x400


def unpack(t: CallText, signature: Signature) -> list[str]:
    """Typed native values, after all checks on the objects."""
    natives, index = [], 0
    for i, p in enumerate(signature.params):
        if isinstance(p, CapturedArray):
            natives += _array(t, p.array, f'@"{t.name}.captured{i}"')
            continue
        natives += _value(t, p, t.load("ptr", t.given, 8 * index))
        index += 1
    return natives


def _value(t: CallText, p: Value, obj: str) -> list[str]:
    if isinstance(p, ScalarValue):
        return _complex(t, p, obj) if DTYPES[p.kind].is_complex else [_scalar(t, p, obj)]
    if isinstance(p, ArrayValue):
        return _array(t, p, obj)
    if isinstance(p, Same):
        t.check(t.let(f"icmp eq ptr {obj}, {t.next_same()}"))
        return []
    return _container(t, p, obj)


def _container(t: CallText, p: Items, obj: str) -> list[str]:
    number = t.next_container()
    cls = f"@irad.py.{p.kind}" if p.kind in ("tuple", "list", "dict") else f'@"{t.name}.class{number}"'
    t.check(t.let(f"icmp eq ptr {t.load('ptr', obj, TYPE)}, {cls}"))
    if p.kind == "dict":
        t.check(t.let(f"icmp eq i64 {t.let(f'call i64 @PyDict_Size(ptr {obj})')}, {len(p.items)}"))
    elif p.kind != "dataclass":
        t.check(t.let(f"icmp eq i64 {t.load('i64', obj, HEAD)}, {len(p.items)}"))
    first = t.load("ptr", obj, HEAD + 8) if p.kind == "list" else t.at(obj, ITEMS)
    t.changeable += p.kind in ("list", "dict", "dataclass")
    if p.kind == "dict":
        at, key, value = t.slot("i64"), t.slot("ptr"), t.slot("ptr")
        t(f"store i64 0, ptr {at}")
    natives = []
    for k, item in enumerate(p.items):
        name = f'@"{t.name}.name{number}.{k}"'
        if p.kind == "dict":  # in their order, on which code may depend
            t.check(t.let(f"icmp ne i32 {t.let(f'call i32 @PyDict_Next(ptr {obj}, ptr {at}, ptr {key}, ptr {value})')}, 0"))
            t.check(t.let(f"icmp eq ptr {t.load('ptr', key, 0)}, {name}"))
            found = t.load("ptr", value, 0)
        elif p.names and p.kind != "namedtuple":
            found = t.let(f"call ptr @irad.attribute(ptr {obj}, ptr {name})")
            t.check(t.let(f"icmp ne ptr {found}, null"))
        else:
            found = t.load("ptr", first, 8 * k)
        natives += _value(t, item, found)
    t.changeable -= p.kind in ("list", "dict", "dataclass")
    return natives


def _is_one_of(t: CallText, obj: str, objects: list[str]) -> str:
    """Whether ``obj`` is one of these objects (i1)."""
    found = "false"
    for other in objects:
        found = t.let(f"or i1 {found}, {t.let(f'icmp eq ptr {obj}, {other}')}")
    return found


def _scalar(t: CallText, p: ScalarValue, obj: str) -> str:
    if p.kind == "bool":
        owners = [o for o, other in (("py", "numpy"), ("np", "python")) if p.origin != other]
        true, false = (_is_one_of(t, obj, [f"@irad.{o}.{text}" for o in owners]) for text in ("True", "False"))
        t.check(t.let(f"or i1 {true}, {false}"))
        return f"i8 {t.let(f'zext i1 {true} to i8')}"
    kind = t.load("ptr", obj, TYPE)
    numpy, python = f"@irad.np.{p.kind}", "@irad.py.float" if p.kind == "float64" else ""
    readable = [x for x in (numpy if p.origin != "python" else "", python if p.origin != "numpy" else "") if x]
    # numpy.float64 is a subclass of float and has its value at the same place.
    direct = "false"
    for x in readable:
        direct = t.let(f"or i1 {direct}, {t.let(f'icmp eq ptr {kind}, {x}')}")
    if p.origin == "numpy" or p.kind not in PYTHON or (p.kind != "int64" and not p.convert):
        t.check(direct)
        return f"{NATIVE[p.kind]} {t.load(NATIVE[p.kind], obj, HEAD)}"
    return _number(t, p, obj, kind, direct)


def _complex(t: CallText, p: ScalarValue, obj: str) -> list[str]:
    """The parts, which lie behind one another; numpy.complex128 is a subclass of complex and has them at the same place."""
    kind, fits = t.load("ptr", obj, TYPE), "false"
    for other, origin in ((f"@irad.np.{p.kind}", "python"), ("@irad.py.complex" if p.kind in PYTHON else "", "numpy")):
        if other and p.origin != origin:
            fits = t.let(f"or i1 {fits}, {t.let(f'icmp eq ptr {kind}, {other}')}")
    t.check(fits)
    native = NATIVE[p.kind]
    return [f"{native} {t.load(native, obj, HEAD + k * DTYPES[p.kind].item // 2)}" for k in range(2)]


def _number(t: CallText, p: ScalarValue, obj: str, kind: str, direct: str) -> str:
    """A value that is read from the object, or computed by CPython from an int."""
    native = NATIVE[p.kind]
    read, other, join = t.fresh(), t.fresh(), t.fresh()
    t(f"br i1 {direct}, label %{read}, label %{other}")
    t.block(read)
    stored = t.load(native, obj, HEAD)
    t(f"br label %{join}")
    t.block(other)
    t.check(t.let(f"icmp eq ptr {kind}, @irad.py.int"))
    flag = t.slot("i32")
    whole = t.let(f"call i64 @PyLong_AsLongLongAndOverflow(ptr {obj}, ptr {flag})")
    t.check(t.let(f"icmp eq i32 {t.load('i32', flag)}, 0"))
    value = whole
    if p.kind == "float64":
        value = t.let(f"sitofp i64 {whole} to double")
    last = t.current
    t(f"br label %{join}")
    t.block(join)
    return f"{native} {t.let(f'phi {native} [ {stored}, %{read} ], [ {value}, %{last} ]')}"


def _array(t: CallText, p: ArrayValue, obj: str) -> list[str]:
    t.arrays.append(obj)
    if t.changeable:
        t.held.append(obj)
    t.check(t.let(f"icmp eq ptr {t.load('ptr', obj, TYPE)}, @irad.np.ndarray"))
    descr = t.load("ptr", obj, HEAD + 40)
    t.check(t.let(f"icmp eq ptr {descr}, @irad.dtype.{p.dtype}"))
    t.check(t.let(f"icmp eq i32 {t.load('i32', obj, HEAD + 8)}, {p.ndim}"))
    mask = _ALIGNED | (_C_CONTIGUOUS if p.layout == "C" else 0) | (_WRITEABLE if p.writable else 0)
    seen = mask | (_C_CONTIGUOUS if p.layout == "S" else 0)
    flags = t.let(f"and i32 {t.load('i32', obj, HEAD + 48)}, {seen}")
    t.check(t.let(f"icmp eq i32 {flags}, {mask}"))
    natives = [f"ptr {t.load('ptr', obj, HEAD)}"]
    dims = t.load("ptr", obj, HEAD + 16)
    natives += [f"i64 {t.load('i64', dims, 8 * k)}" for k in range(p.ndim)]
    if p.layout == "C":
        return natives
    strides, item = t.load("ptr", obj, HEAD + 24), ITEM[p.dtype]
    for k in range(p.ndim):
        # An aligned array has strides that are multiples of the number's size, but for axes of length 1.
        stride = t.load("i64", strides, 8 * k)
        if DTYPES[p.dtype].is_complex:
            t.check(t.let(f"icmp eq i64 {t.let(f'and i64 {stride}, {item - 1}')}, 0"))
        natives.append(f"i64 {t.let(f'ashr i64 {stride}, {item.bit_length() - 1}')}")
    return natives
