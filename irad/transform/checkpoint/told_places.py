"""Where the program has a checkpointed loop, told to those who watch it run (`irad plan`)."""

from __future__ import annotations

from irad.ir.builder import Builder
from irad.ir.types import I8, array
from irad.ir.values import ConstantString, Function, GlobalVariable, Value
from irad.transform.base.runtime_calls import Runtime
from irad.transform.outline.marks import loop_place


def tell_place(b: Builder, runtime: Runtime, fn: Function, schedule: Value) -> None:
    """Name the place of the outlined loop ``fn``, if it is known, once its schedule has begun."""
    place, module = loop_place(fn), runtime.module
    if place is None:
        return
    data = f"{place.file}:{place.line}".encode() + b"\0"
    name = f"irad.place.{data.hex()}"
    text = module.globals_.get(name)
    if text is None:
        text = module.globals_[name] = GlobalVariable(name, array(len(data), I8))
        text.module, text.constant, text.linkage = module, True, "private"
        text.initializer = ConstantString(text.value_type, data)
    b.call_function(runtime.function("irad_schedule_place"), [schedule, text])
