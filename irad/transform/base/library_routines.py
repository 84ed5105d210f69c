"""Derivatives of library routines that rules supply as IR text (`rules/formulas/external.py`)."""

from __future__ import annotations

from collections.abc import Collection

from irad.analysis.activity.carriers import float_part
from irad.ir.types import FunctionType
from irad.ir.values import Function
from irad.rules.formulas.external import ExternalRule, Texts, Wanted
from irad.rules.python_rules import PythonRule
from irad.transform.base.derivative_provider import Flags
from irad.transform.base.request import ARENA_ATTRIBUTE, FORWARD, Derivative, Key, has_arena
from irad.transform.base.runtime_calls import Runtime
from irad.transform.base.signatures import Fields, forward_type, split_types

_TAPE = ("irad_reserve", "irad_release")


class RoutineDerivatives:
    """Declares the derivatives of routines; ``before``: the functions that the module had before anything was differentiated."""

    def __init__(self, runtime: Runtime, before: Collection[str], tape_stack: int) -> None:
        self.runtime = runtime
        self.before = before
        self.tape_stack = tape_stack
        self._copies: dict[str, tuple[str, ...] | None] = {}  # operands that are kept, by the symbols of the texts

    def split(
        self, fn: Function, key: Key, rule: ExternalRule, keep: Flags, unread: Flags
    ) -> tuple[Derivative, Derivative, tuple[str, ...] | None]:
        """The augmented and the reverse function of a routine, and the operands that the former copies."""
        wanted = self._wanted(fn, key, keep, unread)
        adjoint = {i: t for i, p in enumerate(key.params) if p.active and (t := float_part(fn.ftype.params[i])) is not None}
        ahead_type, ahead_fields, back_type, back_fields = split_types(
            fn.ftype, key, adjoint, has_arena(fn), rule.opaque and fn.ftype.ret.is_ptr, float_part(fn.ftype.ret)
        )
        symbol = f"split {wanted.symbol}"
        if symbol not in self.runtime.texts and not self._has_body(f"aug.{wanted.symbol}"):
            self._add(rule.split(wanted), symbol, (*_TAPE, *(["irad_rule_failed"] if isinstance(rule, PythonRule) else [])))
        ahead = self._given(f"aug.{wanted.symbol}", ahead_type, key, "augmented", ahead_fields)
        back = self._given(f"rev.{wanted.symbol}", back_type, key, "reverse", back_fields)
        return ahead, back, self._copies.get(symbol)

    def forward(self, fn: Function, key: Key, rule: ExternalRule) -> Derivative:
        wanted = self._wanted(fn, key, (False,) * len(key.params))
        ftype, fields = forward_type(fn.ftype, key, has_arena(fn), key.ret or (rule.opaque and fn.ftype.ret.is_ptr))
        symbol = f"forward {wanted.symbol}"
        if symbol not in self.runtime.texts and not self._has_body(f"fwd.{wanted.symbol}"):
            self._add(rule.forward(wanted), symbol, _TAPE)
        return self._given(f"fwd.{wanted.symbol}", ftype, key, FORWARD, fields)

    def _wanted(self, fn: Function, key: Key, keep: Flags, unread: Flags = ()) -> Wanted:
        flags = "".join("d" if p.shadow else "a" if p.active else "c" for p in key.params)
        kept_flags = "".join("k" if k else "u" for k in keep)
        more = ".r" if key.ret else ""
        more += "." + "".join("u" if u else "r" for u in unread) if any(unread) else ""
        more += f".{key.width}" if key.width > 1 else ""
        symbol = f"{fn.name}.{flags}.{kept_flags}.{self.tape_stack}{more}"
        while any(f"{kind}.{symbol}" in self.before for kind in ("aug", "rev", "fwd")):
            symbol += ".n"  # from a lower level of differentiation; LLVM may have changed its parameters
        return Wanted(
            symbol=symbol,
            callee=fn.name,
            ftype=fn.ftype,
            shadow=tuple(p.shadow for p in key.params),
            active=tuple(p.active for p in key.params),
            keep=keep,
            tape_stack=self.tape_stack,
            ret=key.ret,
            unread=unread,
            width=key.width,
        )

    def _given(self, name: str, ftype: FunctionType, key: Key, mode: str, fields: Fields) -> Derivative:
        fn = self.runtime.module.functions.get(name)
        if fn is None:
            fn = self.runtime.external(name, ftype)
            fn.made_as_text = True
            fn.args[0].attrs = ARENA_ATTRIBUTE
        return Derivative(fn, key, mode, fields)

    def _has_body(self, name: str) -> bool:
        """Whether a function was made in an earlier round of differentiation."""
        found = self.runtime.module.functions.get(name)
        return found is not None and not found.is_declaration

    def _add(self, texts: Texts, symbol: str, needed: tuple[str, ...]) -> None:
        self.runtime.texts[symbol] = texts.text
        self._copies[symbol] = texts.copies
        for name, line in texts.declarations.items():
            self.runtime.declarations.setdefault(name, line)
        for name in needed:
            self.runtime.function(name)
