"""Shadows of the addresses of functions, and the functions through which derivatives are called by them (`indirect_calls.py`)."""

from __future__ import annotations

from collections.abc import Callable

from irad.analysis.activity.carriers import float_part
from irad.errors import ActivityError
from irad.ir.constants import const_int
from irad.ir.types import I64, PTR, FunctionType, Type, array, function
from irad.ir.values import ConstantAggregate, ConstantExpr, Function, GlobalVariable, Value
from irad.transform.base.derivative_provider import Derivatives
from irad.transform.base.request import ARENA_ATTRIBUTE, FORWARD, Key, result_type
from irad.transform.base.runtime_calls import Runtime
from irad.transform.base.signatures import canonical_key
from irad.transform.shadows import indirect_calls


class FunctionTables:
    """Makes the shadows of functions' addresses; ``callable``: the function that replaces one with a rule."""

    def __init__(
        self, runtime: Runtime, derivatives: Derivatives, callable: Callable[[Function], Function], tape_stack: int
    ) -> None:
        self.runtime = runtime
        self.derivatives = derivatives
        self.callable = callable
        self.tape_stack = tape_stack
        self.pairs: dict[Function, GlobalVariable] = {}

    def shadow(self, fn: Function) -> Value:
        """The shadow of a function's address: a table {mark, augmented, reverse, forward}."""
        found = self.pairs.get(fn)
        if found is not None:
            return found
        module = self.runtime.module
        table = GlobalVariable(self.runtime.shadow_name(fn.name), array(4, PTR))
        table.module = module
        module.globals_[table.name] = table
        self.pairs[fn] = table
        members = self._members(fn)
        mark = ConstantExpr(PTR, "inttoptr", (const_int(I64, indirect_calls.MARK),), {})
        table.initializer = ConstantAggregate(table.value_type, (mark, *members))  # type: ignore[arg-type]
        table.constant = True
        table.linkage = "internal"
        return table

    def _members(self, fn: Function) -> list[Value]:
        """The derivatives of a function; where it has none, a call ends with a message."""
        members: list[Value] = [self.runtime.function("irad_no_shadow")] * 3
        fn = self.callable(fn)
        if fn.is_declaration:
            return members
        try:
            ahead, back = self.derivatives.split(fn, canonical_key(fn.name, fn.ftype, "split"))
            members[:2] = [ahead.function, back.function]
            members[2] = self.derivatives.forward(fn, canonical_key(fn.name, fn.ftype, FORWARD)).function
        except ActivityError:
            pass  # has no derivative that can be called through a pointer
        return members

    def caller(self, ftype: FunctionType, key: Key) -> Function:
        """The function that calls a derivative through a table, for one signature."""
        params: list[Type] = []
        for t, p in zip(ftype.params, key.params, strict=True):
            params += [t, t] if p.shadow else [t]
        actives = tuple(t for t, p in zip(ftype.params, key.params, strict=True) if p.active)
        adjoints = tuple(a for t in actives if (a := float_part(t)) is not None)
        seed = float_part(ftype.ret) if key.ret else None
        c = indirect_calls.Convention(ftype, tuple(params), ftype.ret.is_ptr, seed, adjoints, self.tape_stack)
        if key.mode == FORWARD:
            ret = [] if ftype.ret.is_void else [ftype.ret] * (2 if ftype.ret.is_ptr or key.ret else 1)
            name, result = f"irad.indirect.fwd.{c.symbol}", result_type(ret)
        else:
            name, result = f"irad.indirect.aug.{c.symbol}", result_type([*c.result, PTR, PTR])
        found = self.runtime.module.functions.get(name)
        if found is None:
            found = self.runtime.external(name, function(result, (PTR, PTR, PTR, *params)))
            found.made_as_text = True
            found.args[0].attrs = ARENA_ATTRIBUTE
            text = indirect_calls.forward_text(c, result) if key.mode == FORWARD else indirect_calls.augmented_text(c)
            self.runtime.texts[name] = text
            for needed in ("irad_reserve", "irad_release", "irad_no_shadow"):
                self.runtime.function(needed)
        return found
