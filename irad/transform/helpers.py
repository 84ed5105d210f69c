"""Small functions in IR that derivatives call, and the shadows of globals.

``copy_adjoint``: the adjoint of memmove for ``count`` elements ``step`` bytes apart: element by element, in the opposite of
an order that is safe for the forward copy, source += destination and destination = 0.  ``zero_adjoint``: the adjoint of
overwriting with something constant.  ``copy_pointers``: memmove for some of the elements.  ``copy_mixed_*``: the same for words
that are pointers in one place and doubles in another.  ``spread``: a copy of elements that
lie closer or farther apart in one place than in the other.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import TYPE_CHECKING

from irad.ir.builder import Builder
from irad.ir.types import I64, LAYOUT, PTR, VOID, Type, function
from irad.ir.values import ConstantAggregate, Function, GlobalVariable, Value

if TYPE_CHECKING:
    from irad.transform.driver import Driver

# Element by element: towards higher addresses where the comparison says so, else towards lower ones.
_MOVE = """
define internal void @{name}(ptr %src, ptr %dst, i64 %count, i64 %step) alwaysinline nounwind {{
entry:
  %same = icmp eq ptr %src, %dst
  %none = icmp eq i64 %count, 0
  %skip = or i1 %same, %none
  br i1 %skip, label %done, label %order
order:
  %up = icmp RISES ptr %src, %dst
  br i1 %up, label %rise, label %fall
rise:
  %i = phi i64 [ 0, %order ], [ %i.next, %rise ]
  %at = mul i64 %i, %step
  %s = getelementptr i8, ptr %src, i64 %at
  %d = getelementptr i8, ptr %dst, i64 %at
RISING
  %i.next = add nuw i64 %i, 1
  %more = icmp ult i64 %i.next, %count
  br i1 %more, label %rise, label %done
fall:
  %j = phi i64 [ %count, %order ], [ %j.next, %fall ]
  %j.next = add i64 %j, -1
  %at2 = mul i64 %j.next, %step
  %s2 = getelementptr i8, ptr %src, i64 %at2
  %d2 = getelementptr i8, ptr %dst, i64 %at2
FALLING
  %more2 = icmp ne i64 %j.next, 0
  br i1 %more2, label %fall, label %done
done:
  ret void
}}
"""
_MOVE_ADJOINT = """\
  %x# = load {type}, ptr %d#, align {align}
  store {type} {zero}, ptr %d#, align {align}
  %y# = load {type}, ptr %s#, align {align}
  %z# = fadd {type} %y#, %x#
  store {type} %z#, ptr %s#, align {align}"""
_MOVE_POINTER = """\
  %x# = load {type}, ptr %s#, align {align}
  store {type} %x#, ptr %d#, align {align}"""


# Words that are pointers or doubles: %p# says which, from what was moved.
_WHICH = """\
  %k# = getelementptr i8, ptr %words, i64 %at#
  %w# = load i64, ptr %k#, align 1
  %n# = icmp ne i64 %w#, 0
  %l# = icmp ult i64 %w#, 4503599627370496
  %p# = and i1 %n#, %l#
"""
_MIXED_ADJOINT = (
    _WHICH
    + """\
  %x# = load {type}, ptr %d#, align {align}
  %h# = select i1 %p#, {type} %x#, {type} {zero}
  store {type} %h#, ptr %d#, align {align}
  %y# = load {type}, ptr %s#, align {align}
  %z# = fadd {type} %y#, %x#
  %t# = select i1 %p#, {type} %y#, {type} %z#
  store {type} %t#, ptr %s#, align {align}"""
)
_MIXED_POINTER = (
    _WHICH
    + """\
  %x# = load {type}, ptr %s#, align {align}
  %y# = load {type}, ptr %d#, align {align}
  %z# = select i1 %p#, {type} %x#, {type} %y#
  store {type} %z#, ptr %d#, align {align}"""
)


def _mixed(text: str) -> str:
    """A function that moves elements, with one more parameter: the words that were moved."""
    return text.replace("i64 %step)", "i64 %step, ptr %words)", 1)


def _moving(rises: str, element: str) -> str:
    """A function that moves elements; ``element``: what it does with one, ``rises``: the order that is safe."""
    return _MOVE.replace("RISES", rises).replace("RISING", element.replace("#", "")).replace("FALLING", element.replace("#", "2"))


# Element by element, in any order.
_EACH = """
define internal void @{name}(PARAMETERS, i64 %count) alwaysinline nounwind {{
entry:
  %none = icmp eq i64 %count, 0
  br i1 %none, label %done, label %loop
loop:
  %i = phi i64 [ 0, %entry ], [ %i.next, %loop ]
ELEMENT
  %i.next = add nuw i64 %i, 1
  %more = icmp ult i64 %i.next, %count
  br i1 %more, label %loop, label %done
done:
  ret void
}}
"""
_ZERO_ELEMENT = """\
  %at = mul i64 %i, %step
  %d = getelementptr i8, ptr %dst, i64 %at
  store {type} {zero}, ptr %d, align {align}"""
_SPREAD_ELEMENT = """\
  %to = mul i64 %i, %far
  %from = mul i64 %i, %near
  %d = getelementptr i8, ptr %dst, i64 %to
  %s = getelementptr i8, ptr %src, i64 %from
  %x = load {type}, ptr %s, align {align}
  store {type} %x, ptr %d, align {align}"""


def _each(parameters: str, element: str) -> str:
    """A function that does something with ``count`` elements."""
    return _EACH.replace("PARAMETERS", parameters).replace("ELEMENT", element)


_TEXTS = {
    "copy_adjoint": (_moving("ult", _MOVE_ADJOINT), function(VOID, (PTR, PTR, I64, I64))),
    "copy_pointers": (_moving("ugt", _MOVE_POINTER), function(VOID, (PTR, PTR, I64, I64))),
    "copy_mixed_adjoint": (_mixed(_moving("ult", _MIXED_ADJOINT)), function(VOID, (PTR, PTR, I64, I64, PTR))),
    "copy_mixed_pointers": (_mixed(_moving("ugt", _MIXED_POINTER)), function(VOID, (PTR, PTR, I64, I64, PTR))),
    "zero_adjoint": (_each("ptr %dst, i64 %step", _ZERO_ELEMENT), function(VOID, (PTR, I64, I64))),
    "spread": (_each("ptr %dst, i64 %far, ptr %src, i64 %near", _SPREAD_ELEMENT), function(VOID, (PTR, I64, PTR, I64, I64))),
}
_ZEROS = {"float": "0.0", "double": "0.0", "x86_fp80": "0xK00000000000000000000", "ptr": "null"}
_ALIGN = {"float": 4, "double": 8, "x86_fp80": 16, "ptr": 8}


def declare(driver: Driver, name: str, t: Type) -> Function:
    """The helper ``name`` for element type ``t``; its text is added to the driver's."""
    symbol = f"irad.{name}.{t}"
    text, ftype = _TEXTS[name]
    found = driver.module.functions.get(symbol)
    if found is None:
        found = driver.module.add_function(symbol, ftype)
        found.prefix = "helper"  # its text comes with `helper_texts`; the printer must not declare it
        driver.helper_texts[symbol] = text.format(name=symbol, type=t, zero=_ZEROS[str(t)], align=_ALIGN[str(t)])
    return found


_ALIGNMENT = re.compile(r", align (\d+)")
_LEAST_ALIGNMENT = 16


def fill_shadow_global(driver: Driver, var: GlobalVariable, shadow: GlobalVariable, lane: int = 0) -> None:
    """Initialise ``shadow``: pointers to the shadows of what ``var`` points to, zero elsewhere; aligned as ``var`` is."""
    text = _constant_text(driver, var.initializer, var.value_type, lane) if var.initializer is not None else "zeroinitializer"
    local = "thread_local " if var.thread_local else ""
    found = _ALIGNMENT.search(var.text or "")
    align = max(int(found[1]) if found else 0, _LEAST_ALIGNMENT)  # accesses repeat the alignment that LLVM saw or gave itself
    shadow.text = f'@"{shadow.name}" = internal {local}global {var.value_type} {text}, align {align}'


def reset_shadow_globals(driver: Driver, roots: Sequence[Function]) -> None:
    """Let ``roots`` begin with shadows of globals as at the start of the program.

    What a global holds when a derivative is asked for is a constant, and nobody seeds what it holds afterwards: adjoints and
    tangents that an earlier call left behind must not count.
    """
    changing = {s: v for (v, _), s in driver.shadow_globals.items() if not v.constant}
    if not changing or not roots:
        return
    name = f"irad.reset.{driver.options.tape_stack}"
    globals_, lines = [], []
    for k, (shadow, var) in enumerate(changing.items()):
        size = LAYOUT.size_of(var.value_type)
        value = shadow.text.split(f" global {var.value_type} ", 1)[1].rpartition(", align ")[0]
        if value == "zeroinitializer":
            lines.append(f'  call void @llvm.memset.p0.i64(ptr @"{shadow.name}", i8 0, i64 {size}, i1 false)')
        else:
            globals_.append(f'@"{name}.{k}" = internal constant {var.value_type} {value}')
            lines.append(f'  call void @llvm.memmove.p0.p0.i64(ptr @"{shadow.name}", ptr @"{name}.{k}", i64 {size}, i1 false)')
    driver.memset()
    driver.memcpy()
    reset = driver.module.functions.get(name)
    if reset is None:
        reset = driver.module.add_function(name, function(VOID, ()))
        reset.prefix = "helper"
    body = "\n".join(lines)
    driver.helper_texts[name] = "\n".join([*globals_, f'define internal void @"{name}"() nounwind {{\n{body}\n  ret void\n}}'])
    for root in roots:
        b = Builder(None)
        first = next(i for i in root.entry.instructions if i.opcode != "alloca")
        b.position_before(first)
        b.call_function(reset, [])
        driver.statics.start(root, first)


def _constant_text(driver: Driver, value: Value, t: Type, lane: int) -> str:
    from irad.ir.printer import print_operand
    from irad.ir.values import ConstantExpr, GlobalAlias

    if isinstance(value, Function):
        return print_operand(driver.pair(value))
    if isinstance(value, GlobalVariable):
        return print_operand(driver.shadow_global(value, lane))
    if isinstance(value, GlobalAlias) and value.target is not None:
        return _constant_text(driver, value.target, t, lane)
    if isinstance(value, ConstantAggregate) and _has_pointers(t):
        if t.is_struct:
            types = list(t.elements)  # type: ignore[attr-defined]
        else:
            types = [t.element] * len(value.elements)  # type: ignore[attr-defined]
        inner = ", ".join(f"{e} {_constant_text(driver, v, e, lane)}" for e, v in zip(types, value.elements, strict=True))
        if t.is_array:
            return f"[{inner}]"
        return f"<{{{inner}}}>" if t.packed else f"{{{inner}}}"  # type: ignore[attr-defined]
    if isinstance(value, ConstantExpr) and value.opcode == "getelementptr":
        from irad.analysis.addresses import gep_offset

        base = _constant_text(driver, value.operands[0], PTR, lane)
        return f"getelementptr (i8, ptr {base}, i64 {gep_offset(value)[0]})"
    return "null" if t.is_ptr else "zeroinitializer"


def _has_pointers(t: Type) -> bool:
    if t.is_struct:
        return any(_has_pointers(e) for e in t.elements or ())  # type: ignore[attr-defined]
    return _has_pointers(t.element) if t.is_array else t.is_ptr  # type: ignore[attr-defined]
