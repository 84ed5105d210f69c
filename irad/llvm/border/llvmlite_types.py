"""Type declarations for the part of llvmlite that irad uses; llvmlite itself has none."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Protocol


class ContextRef(Protocol):
    """A context, in which the types of a module live."""


class GlobalRef(Protocol):
    """A function or variable of a parsed module."""

    name: str
    linkage: object

    @property
    def is_declaration(self) -> bool: ...


class ModuleRef(Protocol):
    """A parsed module; its text is LLVM's canonical one."""

    _context: ContextRef
    _ptr: object

    @property
    def functions(self) -> Iterable[GlobalRef]: ...
    @property
    def global_variables(self) -> Iterable[GlobalRef]: ...
    def get_function(self, name: str) -> GlobalRef: ...
    def get_global_variable(self, name: str) -> GlobalRef: ...
    def verify(self) -> None: ...
    def close(self) -> None: ...
    def detach(self) -> None: ...
    def link_in(self, other: object) -> None: ...
    def as_bitcode(self) -> bytes: ...


class TargetMachine(Protocol):
    """The target that a module is compiled for."""

    @property
    def target_data(self) -> object: ...
    @property
    def triple(self) -> str: ...
    def emit_object(self, module: ModuleRef) -> bytes: ...
    def emit_assembly(self, module: ModuleRef) -> str: ...


class PassManager(Protocol):
    """A list of passes."""

    def run(self, module: ModuleRef, builder: PassBuilder) -> None: ...
    def detach(self) -> None: ...


class PassBuilder(Protocol):
    """Makes pass managers, which run with it."""

    def getModulePassManager(self) -> PassManager: ...


class ResourceTracker(Protocol):
    """A module that the JIT has loaded: addresses by name."""

    def __getitem__(self, name: str) -> int: ...


class Jit(Protocol):
    """LLVM's JIT compiler; libraries are linked into it."""
