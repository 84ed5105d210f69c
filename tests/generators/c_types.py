"""Types of the generated C: every scalar and pointer is one cell of the interpreter's memory."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class Scalar:
    text: str


@dataclass(frozen=True)
class Array:
    element: Type
    length: int


@dataclass(frozen=True)
class Pointer:
    """``length``: how many elements may surely be reached from it."""

    element: Type
    length: int


@dataclass(frozen=True)
class Struct:
    name: str
    fields: tuple[tuple[str, Type], ...]

    def offset(self, name: str) -> int:
        at = 0
        for field, t in self.fields:
            if field == name:
                return at
            at += size(t)
        raise KeyError(name)

    def type_of(self, name: str) -> Type:
        return dict(self.fields)[name]

    def c(self) -> str:
        return f"struct {self.name} {{ {' '.join(declare(t, n) + ';' for n, t in self.fields)} }};"


Type = Scalar | Array | Pointer | Struct
D, I, F, I32 = Scalar("double"), Scalar("int64_t"), Scalar("float"), Scalar("int")  # noqa: E741
FN = Scalar("fn")
VOID = Scalar("void")


def size(t: Type) -> int:
    """In cells."""
    if isinstance(t, Array):
        return t.length * size(t.element)
    return sum(size(f) for _, f in t.fields) if isinstance(t, Struct) else 1


def declare(t: Type, name: str) -> str:
    """The declaration of ``name``; of no name: the type."""
    if isinstance(t, Array):
        return declare(t.element, f"{name}[{t.length}]")
    if isinstance(t, Pointer):
        return declare(t.element, f"*{name}")
    return f"{f'struct {t.name}' if isinstance(t, Struct) else t.text} {name}".strip()
