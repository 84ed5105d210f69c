"""Small functions in IR that derivatives call, and the shadows of globals.

``copy_adjoint``: the adjoint of memmove for ``count`` elements ``step`` bytes apart: element by element, in the opposite of an
order that is safe for the forward copy, source += destination and destination = 0.  ``zero_adjoint``: the adjoint of overwriting
with something constant.  ``copy_pointers``: memmove for some of the elements.  ``copy_mixed_*``: the same for words that are
pointers in one place and doubles in another.  ``spread``: a copy of elements whose strides in source and destination differ.
"""

from __future__ import annotations

from irad.ir.types import I64, PTR, VOID, FunctionType, Type, function

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


# Words that are pointers or doubles: %p# tells which, from the word that was moved.
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
    """The text of a function that moves elements, with an additional parameter: the words that were moved."""
    return text.replace("i64 %step)", "i64 %step, ptr %words)", 1)


def _moving(rises: str, element: str) -> str:
    """The text of a function that moves elements; ``element``: the code for one of them, ``rises``: the safe order."""
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
    """The text of a function that processes ``count`` elements."""
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


def helper_text(name: str, t: Type) -> tuple[str, str, FunctionType]:
    """The helper ``name`` for element type ``t``: its symbol, its text and its type."""
    symbol = f"irad.{name}.{t}"
    text, ftype = _TEXTS[name]
    return symbol, text.format(name=symbol, type=t, zero=_ZEROS[str(t)], align=_ALIGN[str(t)]), ftype
