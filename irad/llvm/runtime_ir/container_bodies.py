"""Bodies for functions of libstdc++ that lists, maps and sets call (`container_bodies.c`), to differentiate through them.

``container_bodies.ll`` is what clang makes of ``container_bodies.c``, without what belongs to a machine; a test compares the two.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import lru_cache
from pathlib import Path

from irad.ir.values import Module

FLAGS = ("-O1", "-fno-unroll-loops", "-fno-discard-value-names", "-fno-strict-return")
_LEFT_OUT = ("; ", "source_filename", "target ", "attributes ", "!", "declare ")
_LINKAGE = re.compile(r"^define (?:dso_local |internal |fastcc |noundef )*(.*\)) (?:local_)?unnamed_addr #\d+ \{$")
_ATTRIBUTE = re.compile(
    r" (?:noundef|nonnull|readonly|returned|zeroext|dereferenceable\(\d+\)|(?:captures|initializes)\((?:[^()]|\([^()]*\))*\))"
)
_CALL = re.compile(r"\b(?:tail )?call (?:fastcc )?")  # definitions have C's convention, and so must calls
_TAG = re.compile(r", !tbaa !\d+")
# The colour of a tree's node is the only integer.
_INTEGER = ["!0 = !{!3, !1, i64 0}", '!1 = !{!"int", !2, i64 0}', '!2 = !{!"irad containers"}', '!3 = !{!"node", !1, i64 0}']
_LOOP = re.compile(r", !llvm\.loop !\d+")
_GROUP = re.compile(r" #\d+$")


def from_clang(text: str) -> str:
    """The text of ``container_bodies.ll`` from clang's output."""
    made = "; Made from container_bodies.c by irad.llvm.runtime_ir.container_bodies.from_clang."
    head = [made, "declare void @llvm.memset.p0.i64(ptr, i8, i64, i1)"]
    return without_target(text, head, _INTEGER)


def without_target(text: str, head: Sequence[str], behind: Sequence[str] = ()) -> str:
    """Clang's output with weak definitions and nothing specific to a target, between the lines ``head`` and ``behind``."""
    out = list(head)
    for line in text.split("\n"):
        if line.startswith(_LEFT_OUT):
            continue
        line = _TAG.sub(", !tbaa !0" if " i32" in line else "", line)
        line = _GROUP.sub("", _ATTRIBUTE.sub("", _LOOP.sub("", line)))
        line = _LINKAGE.sub(r"define linkonce_odr hidden \1 noinline nounwind {", line)
        out.append(_CALL.sub("call ", line.partition(" " * 10 + ";")[0].rstrip()))
    return re.sub(r"\n{2,}", "\n\n", "\n".join([*out, *behind])).strip() + "\n"


@lru_cache(maxsize=1)
def _text() -> str:
    return (Path(__file__).parent / "container_bodies.ll").read_text()


@lru_cache(maxsize=1)
def _names() -> frozenset[str]:
    return frozenset(re.findall(r"^define [^@]*@([\w.]+)\(", _text(), re.M))


def containers(module: Module) -> list[str]:
    """The module with the bodies, if ``module`` declares one of them."""
    wanted = any(name in module.functions and not module.functions[name].has_body for name in _names())
    return [_text()] if wanted else []
