"""The interface through which the writer of one derivative's body obtains the derivatives of its callees."""

from __future__ import annotations

from typing import Protocol

from irad.analysis.memory.module_memory import ModuleMemory
from irad.ir.types import FunctionType
from irad.ir.values import Function
from irad.rules.formulas.external import ExternalRule
from irad.transform.base.request import Derivative, Key

Flags = tuple[bool, ...]


class Derivatives(Protocol):
    """Makes each derivative function once, on request (`driver.Driver`); the body may be written later."""

    memory: ModuleMemory

    def forward(self, fn: Function, key: Key) -> Derivative: ...
    def recorder(self, fn: Function, key: Key) -> Derivative: ...
    def gradient(self, fn: Function, key: Key) -> Derivative: ...
    def split(self, fn: Function, key: Key) -> tuple[Derivative, Derivative]: ...
    def derivative(self, fn: Function) -> Derivative: ...

    def external_forward(self, fn: Function, key: Key, rule: ExternalRule) -> Derivative: ...
    def external_split(
        self, fn: Function, key: Key, rule: ExternalRule, keep: Flags, unread: Flags
    ) -> tuple[Derivative, Derivative, tuple[str, ...] | None]: ...
    def indirect(self, ftype: FunctionType, key: Key) -> Function: ...
