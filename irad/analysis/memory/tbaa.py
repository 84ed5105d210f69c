"""What a ``!tbaa`` tag says about the type of an access, and ``!tbaa.struct`` about a copy (LangRef, "tbaa Metadata").

Where the language's rules about types do not hold (clang -O0, ``-fno-strict-aliasing``) no tag may reach LLVM; there tags
from the clang frontend are called ``!irad.tbaa``: hints for us, of which LLVM knows nothing.
"""

from __future__ import annotations

import re
from functools import lru_cache
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from irad.ir.values import Module

_NODE = re.compile(r"!\{([^}]*)\}")
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
    """Does clang say of the accesses in a module what they are of?"""
    return any('"omnipotent char"' in text for text in module.metadata.values())


HINT = "irad."  # in front of the name of a tag that is not for LLVM


def tag_of(metadata: dict[str, str]) -> str:
    """The tag of an instruction, for LLVM or for us alone; "" without one."""
    return metadata.get("tbaa") or metadata.get(HINT + "tbaa", "")


def tags(metadata: dict[str, str]) -> dict[str, str]:
    """Those attachments that tell the type of an access."""
    return {k: v for k, v in metadata.items() if k in ("tbaa", HINT + "tbaa")}


def is_member(tag: str, metadata: dict[str, str]) -> bool:
    """Is the access one of a structure's member?  (An ``uint64_t *`` may point to a double, a member is what it is.)"""
    body = _NODE.search(metadata.get(tag, ""))
    parts = [p.strip() for p in body[1].split(",")] if body is not None else []
    return len(parts) > 2 and parts[0] != parts[1]


@lru_cache(maxsize=None)
def kind_of_name(name: str) -> str | None:
    """``"p1 double"`` -> ``"ptr"``, ``"int"`` -> ``"int"``, a struct or char -> None."""
    if re.fullmatch(r"p\d+ .*", name):
        return "ptr"
    if name.startswith("_ZTS"):  # a C++ enumeration has a mangled name and is an integer; structs are not scalar
        return None
    return _KINDS.get(name)


def access_kind(tag: str, metadata: dict[str, str]) -> str | None:
    """The kind of the scalar accessed under ``tag`` (``!12``), or None when the tag does not tell."""
    body = _NODE.search(metadata.get(tag, ""))
    if body is None:
        return None
    parts = [p.strip() for p in body[1].split(",")]
    if len(parts) < 3 or not parts[1].startswith("!"):
        return None
    access = _NODE.search(metadata.get(parts[1], ""))
    if access is None:
        return None
    name = access[1].split(",")[0].strip()
    return kind_of_name(name[2:-1]) if name.startswith('!"') else None


def owner(tag: str, metadata: dict[str, str]) -> str:
    """The type, by its node, of what is accessed (in part) under ``tag``; "" when the tag does not tell."""
    body = _NODE.search(metadata.get(tag, ""))
    first = body[1].split(",")[0].strip() if body is not None else ""
    return first if first.startswith("!") and not first.startswith('!"') else ""


_WIDTHS = {"bool": 1, "short": 2, "int": 4, "long": 8, "long long": 8, "__int128": 16, "half": 2, "__bf16": 2, "float": 4,
           "double": 8, "long double": 16}  # fmt: skip
_MEMBER = re.compile(r"(!\d+), i64 (\d+)")
_PART = re.compile(r"i64 (\d+), i64 (\d+), (!\d+)")
_NAME = re.compile(r'!\{!"([^"]*)"')
_MOST_MEMBERS = 256

Place = tuple[int, int, str]  # offset, width, kind


def layout(tag: str, metadata: dict[str, str]) -> list[Place]:
    """The scalar members of the structure that is accessed under ``tag``, relative to the place of the access."""
    body = _NODE.search(metadata.get(tag, ""))
    parts = [p.strip() for p in body[1].split(",")] if body is not None else []
    if len(parts) < 3 or not parts[0].startswith("!") or parts[0] == parts[1] or not parts[2].startswith("i64 "):
        return []
    at = int(parts[2].removeprefix("i64 "))
    return [(offset - at, width, kind) for offset, width, kind in _members(parts[0], metadata, 0)]


def copied(tag: str, metadata: dict[str, str]) -> list[Place]:
    """The scalars that a copy under the ``!tbaa.struct`` ``tag`` moves."""
    out: list[Place] = []
    for offset, size, access in _PART.findall(metadata.get(tag, "")):
        kind = access_kind(access, metadata)
        width = {"double": 8, "ptr": 8, "float": 4, "x86_fp80": 16}.get(kind or "", int(size))
        if kind is not None and width and len(out) < _MOST_MEMBERS:
            out += [(int(offset) + k, width, kind) for k in range(0, int(size), width)][: _MOST_MEMBERS - len(out)]
    return out


def _members(node: str, metadata: dict[str, str], base: int) -> list[Place]:
    text = metadata.get(node, "")
    name = _NAME.match(text)
    if name is None:
        return []
    kind = kind_of_name(name[1])
    if kind is not None:
        return [(base, _WIDTHS.get(name[1], 8), kind)]
    if name[1].startswith("omnipotent"):
        return []
    out: list[Place] = []
    members = [(m[1], int(m[2])) for m in _MEMBER.finditer(text)]
    for i, (member, offset) in enumerate(members):
        inner = _members(member, metadata, base + offset)
        if len(inner) == 1 and i + 1 < len(members):  # one number, or an array of such up to the next member
            _, width, what = inner[0]
            inner = [(base + at, width, what) for at in range(offset, members[i + 1][1] - width + 1, width)]
        out += inner
        if len(out) > _MOST_MEMBERS:
            return []
    return out
