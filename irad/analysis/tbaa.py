"""What a ``!tbaa`` tag says about the type of an access (LangRef, "tbaa Metadata")."""

from __future__ import annotations

import re
from functools import lru_cache

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
