"""Vector versions of mathematical functions from glibc's libmvec, for calls that may be approximate (``fast`` or ``afn``).

Their results differ from those of libm by up to 4 units in the last place (glibc manual, "Errors in Math Functions").  A call
gets the attribute ``vector-function-abi-variant`` (LLVM's vector function ABI), which tells the loop vectoriser of them.
"""

from __future__ import annotations

import ctypes
import re
from collections.abc import Sequence
from functools import cache

import llvmlite.binding as llvm

_LIBRARY = "libmvec.so.1"
_PREFIX = "_ZGV"
_ONE = (
    "exp exp2 exp10 expm1 log log2 log10 log1p sin cos tan asin acos atan sinh cosh tanh asinh acosh atanh erf erfc cbrt"
).split()
_TWO = "pow atan2 hypot".split()
_ARGUMENTS = {**dict.fromkeys(_ONE, 1), **dict.fromkeys(_TWO, 2)}
# Vector extensions by the letter of the ABI: bytes in a register, and what the processor must have.
_EXTENSIONS = {"b": (16, "sse2"), "d": (32, "avx2"), "e": (64, "avx512f")}
_LEVELS = {"x86-64-v3": "bd", "x86-64-v4": "bde"}
_CALL = re.compile(r"(call [^@\n]*\b(?:fast|afn)\b[^@\n]*)@([\w.]+)(\([^()\n]*\))")
_USED = "@llvm.compiler.used"


@cache
def available() -> frozenset[str]:
    """The functions of libmvec here; none on other systems."""
    if not llvm.get_process_triple().startswith("x86_64"):
        return frozenset()
    try:
        library = ctypes.CDLL(_LIBRARY)
    except OSError:
        return frozenset()
    names = (_vector_name(e, base, f) for e in _EXTENSIONS for base in _ARGUMENTS for f in ("", "f"))
    return frozenset(n for n in names if hasattr(library, n))


def load_for(symbols: Sequence[str]) -> None:
    """Load libmvec into this process if one of ``symbols`` is its function."""
    if any(s.startswith(_PREFIX) for s in symbols) and not available().isdisjoint(symbols):
        llvm.load_library_permanently(_LIBRARY)


def offer(text: str, cpu: str | None) -> str:
    """``text`` with the vector versions that ``cpu`` can run, named at calls and declared; `withdraw` tidies up afterwards."""
    if _CALL.search(text) is None or _USED in text or not available():
        return text
    declared: dict[str, str] = {}

    def call(m: re.Match[str]) -> str:
        base, suffix = _function(m[2])
        names = dict(_versions(base, suffix, cpu)) if base else {}
        if not names:
            return m[0]
        declared.update(names)
        mapped = ",".join(f"{n.rpartition('_')[0]}_{m[2]}({n})" for n in names)
        return f'{m[1]}@{m[2]}{m[3]} nounwind willreturn memory(none) "vector-function-abi-variant"="{mapped}"'  # (errno is left)

    text = _CALL.sub(call, text)
    if not declared:
        return text
    lines = [f"declare {t} @{n}({', '.join([t] * _ARGUMENTS[_base(n)])})" for n, t in declared.items()]
    kept = ", ".join(f"ptr @{n}" for n in declared)
    used = f'{_USED} = appending global [{len(declared)} x ptr] [{kept}], section "llvm.metadata"'
    return "\n".join([text, used, *lines, ""])


def withdraw(text: str) -> str:
    """Optimised text without the names of vector versions that nothing calls."""
    return re.sub(rf"^{_USED} = [^\n]*@{_PREFIX}[^\n]*\n", "", text, flags=re.M)


def _function(name: str) -> tuple[str, str]:
    """A function's base name and the suffix of its type; "" if it is none of those."""
    parts = name.split(".")
    if parts[0] == "llvm" and len(parts) == 3 and parts[2] in ("f64", "f32"):
        base, suffix = parts[1], "f" if parts[2] == "f32" else ""
    else:
        base, suffix = (name[:-1], "f") if name.endswith("f") and name != "erf" else (name, "")
    return (base, suffix) if base in _ARGUMENTS else ("", "")


def _versions(base: str, suffix: str, cpu: str | None) -> list[tuple[str, str]]:
    """(name, vector type) of each version that can be used."""
    out = []
    for extension in _usable(cpu):
        name = _vector_name(extension, base, suffix)
        if name in available():
            out.append((name, f"<{_lanes(extension, suffix)} x {'float' if suffix else 'double'}>"))
    return out


def _usable(cpu: str | None) -> list[str]:
    if cpu == "host":
        features = llvm.get_host_cpu_features()
        return [e for e, (_, feature) in _EXTENSIONS.items() if features.get(feature)]
    return list(_LEVELS.get(cpu or "", "b"))


def _lanes(extension: str, suffix: str) -> int:
    return _EXTENSIONS[extension][0] // (4 if suffix else 8)


def _vector_name(extension: str, base: str, suffix: str) -> str:
    return f"{_PREFIX}{extension}N{_lanes(extension, suffix)}{'v' * _ARGUMENTS[base]}_{base}{suffix}"


def _base(name: str) -> str:
    found = name.rpartition("_")[2]
    return found if found in _ARGUMENTS else found[:-1]
