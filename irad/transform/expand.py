"""Replaces marked calls by calls of derivatives (`marked_calls.py`)."""

from __future__ import annotations

from dataclasses import replace

from irad.analysis.memory.module_memory import Given
from irad.ir.builder import Builder
from irad.ir.constants import const_int
from irad.ir.types import I64
from irad.ir.values import Constant, Function, Instruction, Module, Value
from irad.transform.base.request import DUP, FORWARD, GRADIENT, Derivative, Request
from irad.transform.declared.call_reader import read_call
from irad.transform.declared.marked_calls import (
    AUGMENT,
    AUTODIFF,
    BATCH,
    FWDDIFF,
    FWDSPLIT,
    REVERSE,
    SIZE,
    MarkedCall,
    error,
    marker_variables,
)
from irad.transform.driver import Driver
from irad.transform.refused.call_refusals import ON_DISK, ON_DISK_HINT, uses_disk
from irad.transform.replacements import HANDLE_SIZE, BatchReplacement, answer, drop_call, replace_call

_MODES = {AUTODIFF: GRADIENT, FWDDIFF: FORWARD, FWDSPLIT: FORWARD, AUGMENT: "split", REVERSE: "split"}


def expand(module: Module, driver: Driver, calls: list[MarkedCall]) -> None:
    """Make the derivatives and replace the marked calls by calls of them."""
    requests: dict[int, Request] = {}
    records = _records(calls)
    for i, marked in enumerate(calls):
        if marked.mode in _MODES:
            record = records.get(marked.target) if marked.mode == AUGMENT else None
            marked.target = driver.callable(marked.target)
            requests[i] = _request(driver, marked, record)
            driver.memory.inform(marked.target, requests[i].elements, _given(marked))
    for i, request in requests.items():
        if any(o.internal for o in calls[i].operands):
            requests[i] = _with_internal(driver, calls[i], request)
    made = {i: driver.request(r) for i, r in requests.items()}
    for i, marked in enumerate(calls):
        if marked.mode == SIZE:
            answer(marked, const_int(I64, HANDLE_SIZE))
        elif marked.mode == BATCH:
            BatchReplacement(module, read_call(marked.call)).replace()
        else:
            _check_constants(driver, marked, made[i][0])
            fresh = read_call(marked.call)  # by now its arguments may be results of other replaced calls
            fresh.target = marked.target
            fresh.operands = [replace(new, kind=old.kind) for new, old in zip(fresh.operands, marked.operands, strict=True)]
            replace_call(module, fresh, made[i])
    _drop_markers(module)
    driver.finish()


def _drop_markers(module: Module) -> None:
    """Drop the loads of markers for marked calls: sanitizers would access variables that are not defined anywhere."""
    for name in marker_variables(list(module.globals_)):
        for user in list(module.globals_[name].uses):
            if isinstance(user, Instruction) and user.opcode == "load" and not user.uses:
                user.erase()


def expand_virtual(driver: Driver, calls: list[Instruction]) -> None:
    """``virtualreverse(p)``: the shadow of a function's address, or of a table of functions."""
    for call in calls:
        target = call.args[0] if call.args else None
        if not isinstance(target, Constant):
            raise error(
                call,
                "which function the argument of a virtual derivative points to is not known when the program is compiled",
                "name the function, or the object whose table of virtual functions is meant, in the same function",
            )
        shadow = driver.variables[False].constant(target)
        if call.type.is_int:
            b = Builder(None)
            b.position_before(call)
            shadow = b.cast("ptrtoint", shadow, call.type)
        call.replace_all_uses_with(shadow)
        drop_call(call)
    driver.finish()


def _records(calls: list[MarkedCall]) -> dict[Function, MarkedCall]:
    """The functions that are differentiated by ``fwdsplit``: their augmented functions record."""
    out: dict[Function, MarkedCall] = {}
    for marked in calls:
        if marked.mode == FWDSPLIT:
            before = out.setdefault(marked.target, marked)
            if (before.kinds, before.width, before.ret) != (marked.kinds, marked.width, marked.ret):
                raise error(marked.call, f"two calls propagate through one record of {marked.target.name}, with other markers")
    for marked in calls:
        if marked.mode == REVERSE and marked.target in out:
            raise error(marked.call, f"one augmented call of {marked.target.name} cannot serve both fwdsplit and reverse")
    return out


def _request(driver: Driver, marked: MarkedCall, record: MarkedCall | None) -> Request:
    elements = tuple(_element(driver, marked.call, o.value) for o in marked.operands)
    if record is not None:
        return Request(marked.target.name, FORWARD, record.kinds, record.ret, elements, record.width, True)
    split = marked.mode in (AUGMENT, REVERSE, FWDSPLIT)
    ret = marked.ret or (marked.mode != AUTODIFF and marked.returns_shadow)
    primal, optimistic = "primal_return" in marked.settings, "late" in marked.settings
    return Request(marked.target.name, _MODES[marked.mode], marked.kinds, ret, elements, marked.width, split, primal, optimistic)


def _with_internal(driver: Driver, marked: MarkedCall, request: Request) -> Request:
    """Constant arguments that may have a shadow get one if active values are stored in their memory."""
    for i in driver.constants_with_derivatives(marked.target, driver.key(marked.target, request)):
        if marked.operands[i].internal:
            marked.operands[i] = replace(marked.operands[i], kind=DUP)
    return replace(request, params=marked.kinds)


def _given(marked: MarkedCall) -> Given:
    """The pointers that a marked call passes, by parameter."""
    values = [(i, v) for i, o in enumerate(marked.operands) for v in (o.value, *o.shadows) if v is not None and v.type.is_ptr]
    params = marked.target.args
    return Given(marked.call.function, tuple((i, v) for i, v in values if params[i].type.is_ptr))


def _element(driver: Driver, call: Instruction, v: Value | None) -> str:
    """What the caller of a marked call knows about the memory at an argument, if it is of one kind throughout."""
    if v is None or not v.type.is_ptr or call.block is None:
        return ""
    return driver.memory.of(call.function).uniform(v)


def _check_constants(driver: Driver, marked: MarkedCall, first: Derivative) -> None:
    for i in driver.constants_with_derivatives(marked.target, first.key):
        if uses_disk(marked.target):
            raise error(marked.call, ON_DISK, ON_DISK_HINT)
        same = driver.mixed_with(marked.target, first.key, i)
        if same is not None:
            why = f"a pointer in it may lead to the memory of this argument or to that of argument {same + 1}"
        else:
            why = "active values are stored in its memory" + driver.where_stored(marked.target, first.key, i)
        raise error(
            marked.call,
            f"argument {i + 1} of {marked.target.name} is constant, but {why}",
            "pass it with enzyme_dup and a zeroed shadow",
        )
