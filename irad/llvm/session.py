"""The door to LLVM: parsing in a context of one's own, verification, target machines."""

from __future__ import annotations

import re
from functools import lru_cache
from typing import Any

import llvmlite.binding as llvm

from irad.errors import ParseError

llvm.initialize_native_target()
llvm.initialize_native_asmprinter()
llvm.initialize_native_asmparser()

_CPU = re.compile(r' ?"(?:target-cpu|target-features|tune-cpu)"="[^"]*"')


def parse(text: str) -> Any:
    """Parse and verify IR text in a fresh context (in a shared one struct types would be renamed at each parse)."""
    try:
        module = llvm.parse_assembly(text, llvm.create_context())
        module.verify()
    except RuntimeError as error:
        raise ParseError(f"LLVM does not accept this IR: {str(error).strip()}") from None
    return module


def parse_bitcode(data: bytes) -> Any:
    try:
        module = llvm.parse_bitcode(data, llvm.create_context())
        module.verify()
    except RuntimeError as error:
        raise ParseError(f"LLVM does not accept this bitcode: {str(error).strip()}") from None
    return module


def canonical(text: str) -> str:
    """``text`` as LLVM itself prints it."""
    return str(parse(text))


def strip_target(text: str) -> str:
    """Without ``target-cpu`` and its like, which would override the target machine."""
    return _CPU.sub("", text)


@lru_cache(maxsize=None)
def machine(cpu: str | None, level: int = 3, pic: bool = False, jit: bool = False) -> Any:
    """A target machine for ``cpu`` ("host", a name, or None for the baseline)."""
    features = ""
    if cpu == "host":
        cpu = llvm.get_host_cpu_name()
        features = llvm.get_host_cpu_features().flatten()
    target = llvm.Target.from_triple(llvm.get_process_triple())
    return target.create_target_machine(
        cpu=cpu or "",
        features=features,
        opt=level,
        reloc="pic" if pic else "default",
        codemodel="jitdefault" if jit else "default",
    )
