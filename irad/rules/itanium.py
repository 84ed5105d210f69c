"""Qualified names of C++ functions from their mangled ones, for rows that speak of classes of the standard library.

``_ZNSt7__cxx1112basic_stringIcSt11char_traitsIcESaIcEE9_M_createERmm`` is ``std::basic_string::_M_create``: template
arguments, parameters, qualifiers and inline namespaces are left out, so that one row serves libstdc++ and libc++.  Itanium
C++ ABI, section 5.1 (https://itanium-cxx-abi.github.io/cxx-abi/abi.html#mangling).
"""

from __future__ import annotations

import re

_SHORT = {
    "St": ["std"], "Sa": ["std", "allocator"], "Sb": ["std", "basic_string"], "Ss": ["std", "basic_string"],
    "Si": ["std", "basic_istream"], "So": ["std", "basic_ostream"], "Sd": ["std", "basic_iostream"],
}  # fmt: skip
_SPECIAL = re.compile(r"_ZGR|_Z(?:TV|TI|TS|TT|GV)|_ZT[hv]n?\d*_(?:n?\d+_)?|_Z")
_INLINE = re.compile(r"__cxx\d+$|__\d+$|_V\d+$|__ndk\d+$")
_CHARACTERS = re.compile(r"I[cw]?(?:St|NS_)11char_traitsI[cw]E")
_NUMBER = re.compile(r"\d+")
_OPERATOR = re.compile(r"(?:nw|na|dl|da|ps|ng|ad|de|co|pl|mi|ml|dv|rm|an|or|eo|aS|pL|mI|mL|dV|rM|aN|oR|eO|ls|rs|lS|rS|eq|ne|"
                       r"lt|gt|le|ge|ss|nt|aa|oo|pp|mm|cm|pm|pt|cl|ix|qu)")  # fmt: skip
_OPENING = frozenset("INLXFJ")


def qualified(name: str) -> str:
    """``"std::vector::push_back"`` of a mangled name; "" for what is not mangled or not understood.

    Constructors are ``C``, destructors ``D``, operators have the ABI's two letters (``std::operator ls``).  ``char`` stands in
    front of function templates whose arguments are a type of characters and its traits, or the traits alone.

    >>> qualified("_ZNSolsEi"), qualified("_ZSt20__throw_length_errorPKc")
    ('std::basic_ostream::operator ls', 'std::__throw_length_error')
    >>> qualified("_ZStlsISt11char_traitsIcEERSt13basic_ostreamIcT_ES5_PKc")
    'char std::operator ls'
    """
    found = _SPECIAL.match(name)
    if found is None:
        return ""
    at = found.end()
    nested = name.startswith("N", at)
    if nested:
        at += 1
        while name[at : at + 1] in ("r", "V", "K", "R", "O"):
            at += 1
    parts: list[str] = []
    characters = False
    try:
        while at < len(name) and name[at] != "E":
            characters = _CHARACTERS.match(name, at) is not None
            at = _part(name, at, parts)
            if not nested and parts and parts != ["std"]:
                characters = _CHARACTERS.match(name, at) is not None
                break
    except (IndexError, ValueError):
        return ""
    return ("char " if characters else "") + "::".join(p for p in parts if not _INLINE.match(p))


def _part(name: str, at: int, parts: list[str]) -> int:
    """Read one component of a nested name at ``at`` into ``parts``; returns the position of the next one."""
    two = name[at : at + 2]
    if two in _SHORT and not parts:
        parts += _SHORT[two]
        return at + 2
    if name[at] == "L":  # a name with internal linkage
        return at + 1
    if name[at] == "I":
        return _skip(name, at)
    if name[at] == "B":  # an ABI tag
        return _source(name, at + 1)[1]
    if name[at].isdigit():
        word, at = _source(name, at)
        parts.append(word)
        return at
    if two[:1] in "CD" and two[1:].isdigit():
        parts.append(two[0])
        return at + 2
    if _OPERATOR.match(two):
        parts.append(f"operator {two}")
        return at + 2
    if two == "cv":
        parts.append("operator cv")
        return len(name)
    raise ValueError(name)


def _source(name: str, at: int) -> tuple[str, int]:
    found = _NUMBER.match(name, at)
    if found is None:
        raise ValueError(name)
    end = found.end() + int(found[0])
    return name[found.end() : end], end


def _skip(name: str, at: int) -> int:
    """The end of the list of template arguments that begins at ``at``."""
    depth = 0
    while True:
        letter = name[at]
        if letter.isdigit():
            at = _source(name, at)[1]
            continue
        if letter == "S" and name[at + 1].islower():  # St, Sa ...
            at += 2
            continue
        if letter in "ST":  # substitutions and parameters: S_, S1A_, T0_
            at = name.index("_", at) + 1
            continue
        if letter == "L":
            at = _literal(name, at)
            continue
        depth += letter in _OPENING
        depth -= letter == "E"
        at += 1
        if depth == 0:
            return at


def _literal(name: str, at: int) -> int:
    """The end of a literal (``Lb1E``, ``L_Z4nameE``)."""
    found = re.compile(r"L[a-z]n?[0-9a-f]*E").match(name, at)
    if found is None:
        raise ValueError(name)
    return found.end()
