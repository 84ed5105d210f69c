"""The type that a ``!tbaa`` tag declares for an access, and ``!tbaa.struct`` for a copy (LangRef, "tbaa Metadata").

Where the language's strict aliasing rules do not hold (clang -O0, ``-fno-strict-aliasing``) no tag may reach LLVM; there tags
from the clang frontend are called ``!irad.tbaa``: hints for us, which LLVM ignores.
"""

from __future__ import annotations

from functools import lru_cache

from irad.ir.metadata_nodes import NodeName, first_string, numbered, operands
from irad.ir.values import Module

_KINDS = {
    "double": "double",
    "float": "float",
    "long double": "x86_fp80",
    "half": "half",
    "__bf16": "bfloat",
    "bool": "int",
    "short": "int",
    "int": "int",
    "long": "int",
    "long long": "int",
    "__int128": "int",
    "any pointer": "ptr",
    "vtable pointer": "ptr",
}


def is_typed(module: Module) -> bool:
    """Whether clang has declared the types of the accesses in a module."""
    return any('"omnipotent char"' in text for text in module.metadata.values())


HINT = "irad."  # prefix of a tag that is not for LLVM


def tag_of(metadata: dict[str, str]) -> str:
    """The tag of an instruction, for LLVM or for irad only; "" without one."""
    return metadata.get("tbaa") or metadata.get(HINT + "tbaa", "")


def tags(metadata: dict[str, str]) -> dict[str, str]:
    """The attachments that give the type of an access."""
    return {k: v for k, v in metadata.items() if k in ("tbaa", HINT + "tbaa")}


def is_member(tag: str, metadata: dict[str, str]) -> bool:
    """Whether the access is to a structure's member.  (A ``uint64_t *`` may point to a double; a member is what it is.)"""
    parts = operands(metadata.get(tag, ""))
    return len(parts) > 2 and parts[0] != parts[1]


@lru_cache(maxsize=None)
def kind_of_name(name: str) -> str | None:
    """``"p1 double"`` -> ``"ptr"``, ``"int"`` -> ``"int"``, a struct or char -> None."""
    pointer, space, _ = name.partition(" ")
    if space and pointer[:1] == "p" and pointer[1:].isdigit():
        return "ptr"
    if name.startswith("_ZTS"):  # a C++ enumeration has a mangled name and is an integer; structs are not scalar
        return None
    return _KINDS.get(name)


def access_kind(tag: str, metadata: dict[str, str]) -> str | None:
    """The kind of the scalar accessed under ``tag`` (``!12``), or None when the tag does not say."""
    parts = operands(metadata.get(tag, ""))
    if len(parts) < 3 or not isinstance(parts[1], NodeName):
        return None
    return kind_of_name(first_string(metadata.get(parts[1], "")))


def owner(tag: str, metadata: dict[str, str]) -> str:
    """The type, by its node, of what is accessed (in part) under ``tag``; "" when the tag does not say."""
    first = operands(metadata.get(tag, ""))[:1]
    return first[0] if first and isinstance(first[0], NodeName) else ""


_WIDTHS = {"bool": 1, "short": 2, "int": 4, "long": 8, "long long": 8, "__int128": 16, "half": 2, "__bf16": 2, "float": 4,
           "double": 8, "long double": 16}  # fmt: skip
_MOST_MEMBERS = 256

Place = tuple[int, int, str]  # offset, width, kind


def layout(tag: str, metadata: dict[str, str]) -> list[Place]:
    """The scalar members of the structure that is accessed under ``tag``, relative to the place of the access."""
    parts = operands(metadata.get(tag, ""))
    if len(parts) < 3 or not isinstance(parts[0], NodeName) or parts[0] == parts[1] or not isinstance(parts[2], int):
        return []
    at = parts[2]
    return [(offset - at, width, kind) for offset, width, kind in _members(parts[0], metadata, 0)]


def copied(tag: str, metadata: dict[str, str]) -> list[Place]:
    """The scalars that a copy under the ``!tbaa.struct`` ``tag`` moves."""
    out: list[Place] = []
    parts = operands(metadata.get(tag, ""))
    for offset, size, access in zip(parts[::3], parts[1::3], parts[2::3], strict=False):
        if not (isinstance(offset, int) and isinstance(size, int) and isinstance(access, NodeName)):
            continue
        kind = access_kind(access, metadata)
        width = {"double": 8, "ptr": 8, "float": 4, "x86_fp80": 16}.get(kind or "", size)
        if kind is not None and width and len(out) < _MOST_MEMBERS:
            out += [(offset + k, width, kind) for k in range(0, size, width)][: _MOST_MEMBERS - len(out)]
    return out


def _members(node: str, metadata: dict[str, str], base: int) -> list[Place]:
    text = metadata.get(node, "")
    name = first_string(text)
    if not name or name.startswith("omnipotent"):
        return []
    kind = kind_of_name(name)
    if kind is not None:
        return [(base, _WIDTHS.get(name, 8), kind)]
    out: list[Place] = []
    members = numbered(text)
    for i, (member, offset) in enumerate(members):
        inner = _members(member, metadata, base + offset)
        if len(inner) == 1 and i + 1 < len(members):  # one number, or an array of such up to the next member
            _, width, what = inner[0]
            inner = [(base + at, width, what) for at in range(offset, members[i + 1][1] - width + 1, width)]
        out += inner
        if len(out) > _MOST_MEMBERS:
            return []
    return out
