"""Calls through function pointers: the shadow of a function's address, and how derivatives are called through it.

The shadow of ``f`` points to a table ``{mark, augmented, reverse, forward}`` of functions in irad's own convention
(`signatures.canonical_key`).  A program may also make such a shadow itself, as it does for Enzyme: the table ``{augmented,
reverse}`` of functions that it has written or obtained by marked calls, in Enzyme's convention (`irad.rules.custom`).  The first
word tells them apart: irad's mark is no address.  A pointer that is its own shadow (as the table of virtual functions in an
object that serves as the shadow of another one of its class) is a function, not a table: an error.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from irad.ir.types import LAYOUT, PTR, FunctionType, Type
from irad.transform.base.request import result_type

MARK = 0x9E1D_69726164_0001  # above all addresses of user programs: no pointer to a function
AUGMENTED, REVERSE, FORWARD = 8, 16, 24
_SLOT = 16

# The start of a call through a table: tests whether there is one, and whether it is irad's.
_OWN = (
    "entry:",
    "  %missing = icmp eq ptr %table, null",
    "  %same = icmp eq ptr %table, %callee",
    "  %wrong = or i1 %missing, %same",
    "  br i1 %wrong, label %none, label %there",
    "none:",
    "  call void @irad_no_shadow(ptr %arena)",
    "  unreachable",
    "there:",
    "  %mark = load i64, ptr %table, align 8",
    "  %empty = icmp eq i64 %mark, 0",
    "  br i1 %empty, label %none, label %full",
    "full:",
    f"  %own = icmp eq i64 %mark, {MARK}",
    "  br i1 %own, label %ours, label %theirs",
    "ours:",
)


@dataclass(frozen=True)
class Convention:
    """One signature: ``params`` with shadows (for the call), ``result`` of the primal, ``actives`` types of derivatives."""

    ftype: FunctionType
    params: tuple[Type, ...]
    shadow: bool
    seed: Type | None
    actives: tuple[Type, ...]
    tape_stack: int

    @property
    def symbol(self) -> str:
        text = "_".join(str(t) for t in (self.ftype.ret, *self.params))
        return f"{''.join(ch if ch.isalnum() else '.' for ch in text)}.{self.tape_stack}"

    @property
    def result(self) -> list[Type]:
        ret = self.ftype.ret
        return [] if ret.is_void else [ret, ret] if self.shadow else [ret]


def augmented_text(c: Convention) -> str:
    """``{result, [shadow,] tape, reverse} @irad.indirect.aug.S(arena, table, function, params...)``, and back."""
    t = result_type([*c.result, PTR, PTR])
    given = ", ".join(f"{p} %a{i}" for i, p in enumerate(c.params))
    own = result_type([*c.result, PTR])
    params = "ptr %arena, ptr %table, ptr %callee" + (f", {given}" if given else "")
    lines = [
        f'define internal {t} @"irad.indirect.aug.{c.symbol}"({params}) {{',
        *_OWN,
        f"  %ahead.at = getelementptr i8, ptr %table, i64 {AUGMENTED}",
        "  %ahead = load ptr, ptr %ahead.at, align 8",
        f"  %back.at = getelementptr i8, ptr %table, i64 {REVERSE}",
        "  %back = load ptr, ptr %back.at, align 8",
        f"  %r = call {own} %ahead(ptr %arena{', ' if given else ''}{given})",
    ]
    parts = []
    for i in range(len(c.result) + 1):
        lines.append(f"  %r{i} = extractvalue {own} %r, {i}")
        parts.append(f"%r{i}")
    lines += _returned(t, [*c.result, PTR, PTR], [*parts, "%back"], "o")
    lines.append("theirs:")
    lines += ["  br label %none"] if c.shadow else _foreign(c, t, given)
    return "\n".join([*lines, "}", "" if c.shadow else _foreign_reverse(c)])


def _foreign(c: Convention, t: Type, given: str) -> list[str]:
    """Call a foreign augmented function; its arguments are kept for the reverse function, which takes them again."""
    ret = c.ftype.ret
    theirs = PTR if ret.is_void else result_type([PTR, ret])
    out = ["  %ahead.theirs = load ptr, ptr %table, align 8", f"  %s = call {theirs} %ahead.theirs({given})"]
    if ret.is_void:
        tape = "%s"
    else:
        out += [f"  %s.tape = extractvalue {theirs} %s, 0", f"  %s.result = extractvalue {theirs} %s, 1"]
        tape = "%s.tape"
    kept = [(PTR, "%table"), *((p, f"%a{i}") for i, p in enumerate(c.params)), (PTR, tape)]
    out += [
        f"  %stack = getelementptr i8, ptr %arena, i64 {64 + 64 * c.tape_stack}",
        f"  %frame = call ptr @irad_reserve(ptr %stack, i64 {sum(_slot(p) for p, _ in kept)})",
    ]
    at = 0
    for i, (p, v) in enumerate(kept):
        out += [f"  %at{i} = getelementptr i8, ptr %frame, i64 {at}", f"  store {p} {v}, ptr %at{i}, align 8"]
        at += _slot(p)
    values = [] if ret.is_void else ["%s.result"]
    return out + _returned(t, [*c.result, PTR, PTR], [*values, "%frame", f'@"irad.indirect.rev.{c.symbol}"'], "f")


def _foreign_reverse(c: Convention) -> str:
    """``{derivatives} @irad.indirect.rev.S(arena, tape[, seed])`` that calls a foreign reverse function."""
    t = result_type(list(c.actives))
    seed = f", {c.seed} %seed" if c.seed is not None else ""
    lines = [f'define internal {t} @"irad.indirect.rev.{c.symbol}"(ptr %arena, ptr %tape{seed}) {{', "entry:"]
    at, args = 0, []
    for i, p in enumerate([PTR, *c.params, PTR]):
        lines += [f"  %at{i} = getelementptr i8, ptr %tape, i64 {at}", f"  %v{i} = load {p}, ptr %at{i}, align 8"]
        args.append(f"{p} %v{i}")
        at += _slot(p)
    call_args = ", ".join([*args[1:-1], *([f"{c.seed} %seed"] if c.seed is not None else []), args[-1]])
    lines += ["  %back.at = getelementptr i8, ptr %v0, i64 8", "  %back = load ptr, ptr %back.at, align 8"]
    values: list[str] = []
    if not c.actives:
        lines.append(f"  call void %back({call_args})")
    elif len(c.actives) == 1:
        lines.append(f"  %d0 = call {c.actives[0]} %back({call_args})")
        values = ["%d0"]
    elif len(c.actives) == 2:
        lines.append(f"  %d = call {t} %back({call_args})")
        lines += [f"  %d{i} = extractvalue {t} %d, {i}" for i in range(2)]
        values = ["%d0", "%d1"]
    else:  # a struct of more members is returned in memory
        lines += [f"  %m = alloca {t}, align 16", f"  call void %back(ptr sret({t}) %m, {call_args})", f"  %d = load {t}, ptr %m"]
        lines += [f"  %d{i} = extractvalue {t} %d, {i}" for i in range(len(c.actives))]
        values = [f"%d{i}" for i in range(len(c.actives))]
    lines += [
        f"  %stack = getelementptr i8, ptr %arena, i64 {64 + 64 * c.tape_stack}",
        "  call void @irad_release(ptr %stack, ptr %tape)",
    ]
    lines += _returned(t, list(c.actives), values, "q")
    return "\n".join([*lines, "}", ""])


def forward_text(c: Convention, result: Type) -> str:
    """``result @irad.indirect.fwd.S(arena, table, function, params...)``."""
    given = ", ".join(f"{p} %a{i}" for i, p in enumerate(c.params))
    comma = ", " if given else ""
    end = "  ret void" if result.is_void else f"  ret {result} %r"
    return f"""define internal {result} @"irad.indirect.fwd.{c.symbol}"(ptr %arena, ptr %table, ptr %callee{comma}{given}) {{
{chr(10).join(_OWN)}
  %at = getelementptr i8, ptr %table, i64 {FORWARD}
  %ahead = load ptr, ptr %at, align 8
  {"" if result.is_void else "%r = "}call {result} %ahead(ptr %arena{comma}{given})
{end}
theirs:
  br label %none
}}
"""


def _slot(t: Type) -> int:
    return -(-LAYOUT.size_of(t) // _SLOT) * _SLOT


def _returned(t: Type, types: Sequence[Type], values: Sequence[str], name: str) -> list[str]:
    if not types:
        return ["  ret void"]
    out, last = [], "undef"
    for i, (p, v) in enumerate(zip(types, values, strict=True)):
        out.append(f"  %{name}.{i} = insertvalue {t} {last}, {p} {v}, {i}")
        last = f"%{name}.{i}"
    return [*out, f"  ret {t} {last}"]
