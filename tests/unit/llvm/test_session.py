"""Parsing, places in messages, and what is stripped by text."""

from __future__ import annotations

import subprocess
import sys

import pytest

from irad.errors import ParseError
from irad.llvm.border import session

SQUARE = "define double @f(double %x) {\n  %y = fmul double %x, %x\n  ret double %y\n}"


def test_messages_name_line_column_and_source() -> None:
    with pytest.raises(ParseError) as caught:
        session.parse("define double @f(double %x) {\n  %y = fmul double %x, %z\n  ret double %y\n}")
    place = caught.value.place
    assert place is not None
    assert (place.line, place.column) == (2, 24)
    assert "undefined value '%z'" in str(caught.value)
    assert "%y = fmul double %x, %z" in str(caught.value)


def test_columns_are_right_on_the_first_line() -> None:
    with pytest.raises(ParseError) as caught:
        session.parse("define dooble @f() { ret void }")
    assert caught.value.place is not None
    assert (caught.value.place.line, caught.value.place.column) == (1, 8)


@pytest.mark.parametrize(
    "text",
    [
        "define i32 @f(i32 %x) {\n  br label %a\na:\n  %y = add i32 %z, 1\n  %z = add i32 %x, 1\n  ret i32 %y\n}",
        "define i32 @f() {\n  ret i64 0\n}",
        "this is not IR",
    ],
)
def test_what_llvm_refuses_is_a_parse_error(text: str) -> None:
    with pytest.raises(ParseError, match="LLVM"):
        session.parse(text)


def test_bitcode() -> None:
    from irad.llvm.object_code import emit_bitcode

    data = emit_bitcode(SQUARE)
    assert data[:2] == b"BC"
    assert "fmul double %x, %x" in str(session.parse_bitcode(data))
    with pytest.raises(ParseError, match="bitcode"):
        session.parse_bitcode(b"no bitcode")


def test_struct_types_keep_their_names_at_every_parse() -> None:
    text = "%pair = type { double, i32 }\ndefine i32 @f(ptr %p) {\n  %q = getelementptr %pair, ptr %p, i64 1\n  ret i32 0\n}"
    for _ in range(3):
        assert "%pair = type { double, i32 }" in session.canonical(text)


def test_text_without_a_layout_gets_this_machines() -> None:
    """LLVM's own default aligns i64 to 4 bytes, so that offsets in structs would differ from C's."""
    text = session.canonical("define i64 @f(ptr %p) {\n  %x = load i64, ptr %p\n  ret i64 %x\n}")
    assert "target datalayout" in text
    assert "load i64, ptr %p, align 8" in text


def test_target_attributes_are_stripped() -> None:
    text = (
        'define void @f() "target-cpu"="skylake" "target-features"="+avx2,+fma" "tune-cpu"="generic" "keep"="1" {\n ret void\n}'
    )
    for stripped in (session.strip_target(text), session.strip_target(session.canonical(text))):
        out = session.canonical(stripped)
        assert "target-cpu" not in out and "target-features" not in out and "tune-cpu" not in out
        assert '"keep"="1"' in out


def test_optnone_goes_with_its_noinline() -> None:
    text = session.canonical(
        "define void @f() noinline optnone nounwind {\n ret void\n}\ndefine void @g() noinline {\n ret void\n}"
    )
    groups = [line for line in session.strip_optnone(text).split("\n") if line.startswith("attributes")]
    assert groups == ["attributes #0 = { nounwind }", "attributes #1 = { noinline }"]


def test_machines_are_those_of_the_thread() -> None:
    import threading

    mine = session.machine("host")
    assert session.machine("host") is mine
    others: list[object] = []
    thread = threading.Thread(target=lambda: others.append(session.machine("host")))
    thread.start()
    thread.join()
    assert others[0] is not mine


def test_no_empty_attribute_groups_are_left() -> None:
    text = session.canonical(
        'define void @f() noinline optnone {\n ret void\n}\ndefine void @g() "target-cpu"="x" {\n ret void\n}'
    )
    session.canonical(session.strip_optnone(text))
    session.canonical(session.strip_target(text))


CYCLES = f"""
import gc
from irad.llvm.border import session
for turn in range(20):
    module = session.parse({SQUARE!r})
    cycle = [module, module._context]
    cycle.append(cycle)
    if turn % 2:
        cycle[:2] = cycle[1::-1]
    try:
        session.link_in(module, "define i32 @g() {{ ret i64 0 }}")
    except session.ParseError as error:
        cycle.append(error)
    else:
        raise SystemExit("this is no IR")
    del module, cycle
    gc.collect()
"""


def test_modules_and_contexts_are_collected_in_any_order() -> None:
    subprocess.run([sys.executable, "-c", CYCLES], check=True)
