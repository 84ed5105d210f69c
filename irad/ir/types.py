"""Types of LLVM IR, interned: two equal types are the same object, so ``is`` compares them.

Sizes and alignments follow LLVM's data layout rules (LangRef, "Data Layout"); `DataLayout` holds what irad needs of it.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache
from typing import Any, TypeVar


class Type:
    """Base of all types; ``str(t)`` is LLVM's spelling."""

    __slots__ = ("text",)

    def __init__(self, text: str) -> None:
        self.text = text

    def __str__(self) -> str:
        return self.text

    def __repr__(self) -> str:
        return f"<{self.text}>"

    # Kind tests, overridden below: cheaper and more readable than isinstance in the transform.
    is_int = False
    is_float = False
    is_ptr = False
    is_vector = False
    is_array = False
    is_struct = False
    is_void = False

    @property
    def is_aggregate(self) -> bool:
        return self.is_array or self.is_struct

    @property
    def scalar(self) -> Type:
        """The element type of a vector, the type itself otherwise."""
        return self


class VoidType(Type):
    __slots__ = ()
    is_void = True


class OpaqueKind(Type):
    """label, metadata, token, x86_amx and target types: carried, never computed with."""

    __slots__ = ()


class IntType(Type):
    __slots__ = ("bits",)
    is_int = True

    def __init__(self, bits: int) -> None:
        super().__init__(f"i{bits}")
        self.bits = bits


class FloatType(Type):
    """half, bfloat, float, double, x86_fp80, fp128, ppc_fp128."""

    __slots__ = ("bits",)
    is_float = True

    def __init__(self, name: str, bits: int) -> None:
        super().__init__(name)
        self.bits = bits


class PtrType(Type):
    __slots__ = ("addrspace",)
    is_ptr = True

    def __init__(self, addrspace: int) -> None:
        super().__init__("ptr" if addrspace == 0 else f"ptr addrspace({addrspace})")
        self.addrspace = addrspace


class VectorType(Type):
    __slots__ = ("count", "element", "scalable")
    is_vector = True

    def __init__(self, count: int, element: Type, scalable: bool) -> None:
        super().__init__(f"<{'vscale x ' if scalable else ''}{count} x {element}>")
        self.count = count
        self.element = element
        self.scalable = scalable

    @property
    def scalar(self) -> Type:
        return self.element


class ArrayType(Type):
    __slots__ = ("count", "element")
    is_array = True

    def __init__(self, count: int, element: Type) -> None:
        super().__init__(f"[{count} x {element}]")
        self.count = count
        self.element = element


class StructType(Type):
    """A literal struct (``name`` empty) or a named one (its body may be set later; ``None`` = opaque)."""

    __slots__ = ("name", "elements", "packed")
    is_struct = True

    def __init__(self, elements: tuple[Type, ...] | None, packed: bool, name: str = "") -> None:
        self.elements = elements
        self.packed = packed
        self.name = name
        super().__init__(name or self.body_text())

    def body_text(self) -> str:
        """``{ i32, ptr }``, ``<{ ... }>`` or ``opaque``."""
        if self.elements is None:
            return "opaque"
        inner = f"{{ {', '.join(map(str, self.elements))} }}" if self.elements else "{}"
        return f"<{inner}>" if self.packed else inner


class FunctionType(Type):
    __slots__ = ("ret", "params", "vararg")

    def __init__(self, ret: Type, params: tuple[Type, ...], vararg: bool) -> None:
        inner = [str(p) for p in params] + (["..."] if vararg else [])
        super().__init__(f"{ret} ({', '.join(inner)})")
        self.ret = ret
        self.params = params
        self.vararg = vararg


VOID = VoidType("void")
LABEL = OpaqueKind("label")
METADATA = OpaqueKind("metadata")
TOKEN = OpaqueKind("token")
HALF = FloatType("half", 16)
BFLOAT = FloatType("bfloat", 16)
FLOAT = FloatType("float", 32)
DOUBLE = FloatType("double", 64)
X86_FP80 = FloatType("x86_fp80", 80)
FP128 = FloatType("fp128", 128)
PPC_FP128 = FloatType("ppc_fp128", 128)
FLOATS = {t.text: t for t in (HALF, BFLOAT, FLOAT, DOUBLE, X86_FP80, FP128, PPC_FP128)}


T = TypeVar("T")


def _unique(make: Callable[..., T]) -> Callable[..., T]:
    """``make``, returning one object for equal arguments, to concurrent threads too (`functools.cache` does not ensure that)."""
    known: dict[Any, T] = {}
    return lru_cache(maxsize=None)(lambda *args: known.setdefault(args, make(*args)))


# They take positional arguments only: equal types must be one object, however the functions below were called.
_int, _ptr, _vector, _array = _unique(IntType), _unique(PtrType), _unique(VectorType), _unique(ArrayType)
_struct, _function, _opaque = _unique(StructType), _unique(FunctionType), _unique(OpaqueKind)


def int_type(bits: int) -> IntType:
    return _int(bits)


def ptr_type(addrspace: int = 0) -> PtrType:
    return _ptr(addrspace)


def vector(count: int, element: Type, scalable: bool = False) -> VectorType:
    return _vector(count, element, scalable)


def array(count: int, element: Type) -> ArrayType:
    return _array(count, element)


def struct(*elements: Type, packed: bool = False) -> StructType:
    """A literal struct type.  Named ones belong to a `Module` (see ``Module.named_types``)."""
    return _struct(elements, packed)


def function(ret: Type, params: tuple[Type, ...], vararg: bool = False) -> FunctionType:
    return _function(ret, params, vararg)


def opaque_kind(text: str) -> OpaqueKind:
    return _opaque(text)


I1, I8, I16, I32, I64, I128 = (int_type(b) for b in (1, 8, 16, 32, 64, 128))
PTR = ptr_type()


class DataLayout:
    """Sizes, alignments and struct offsets in bytes (LP64 defaults, as on x86-64 and aarch64)."""

    pointer_size = 8

    def size_of(self, t: Type) -> int:
        """Allocation size: with the padding that puts the next array element at its alignment."""
        size = self.store_size(t)
        align = self.align_of(t)
        return -(-size // align) * align

    def store_size(self, t: Type) -> int:
        """Bytes that a store of ``t`` may write."""
        if isinstance(t, (IntType, FloatType)):
            return -(-t.bits // 8)
        if isinstance(t, PtrType):
            return self.pointer_size
        if isinstance(t, VectorType):
            bits = t.element.bits if isinstance(t.element, (IntType, FloatType)) else 8 * self.pointer_size
            return -(-t.count * bits // 8)
        if isinstance(t, ArrayType):
            return t.count * self.size_of(t.element)
        if isinstance(t, StructType):
            return self.struct_layout(t)[1]
        raise ValueError(f"type {t} has no size")

    def align_of(self, t: Type) -> int:
        if isinstance(t, IntType):
            return min(16, 1 << max(0, (-(-t.bits // 8) - 1).bit_length()))
        if isinstance(t, FloatType):
            return 16 if t.bits in (80, 128) else t.bits // 8
        if isinstance(t, PtrType):
            return self.pointer_size
        if isinstance(t, VectorType):
            return 1 << max(0, (self.store_size(t) - 1).bit_length())
        if isinstance(t, ArrayType):
            return self.align_of(t.element)
        if isinstance(t, StructType):
            if t.packed or not t.elements:
                return 1
            return max(self.align_of(e) for e in t.elements)
        raise ValueError(f"type {t} has no alignment")

    def struct_layout(self, t: StructType) -> tuple[tuple[int, ...], int]:
        """The byte offset of each element, and the total size with tail padding."""
        if t.elements is None:
            raise ValueError(f"opaque type {t} has no layout")
        offsets, at = [], 0
        for e in t.elements:
            if not t.packed:
                align = self.align_of(e)
                at = -(-at // align) * align
            offsets.append(at)
            at += self.size_of(e)
        if not t.packed:
            align = self.align_of(t)
            at = -(-at // align) * align
        return tuple(offsets), at


LAYOUT = DataLayout()
