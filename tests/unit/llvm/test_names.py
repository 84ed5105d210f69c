"""Linkage changed in text: whatever the head looks like, LLVM must read the result as meant."""

from __future__ import annotations

import pytest

from irad.llvm.border import head_text
from irad.llvm.border.session import canonical

TEXT = canonical(
    """
$inline = comdat any
$table = comdat any
%"odd type" = type { i32 }
@table = linkonce_odr constant [4 x double] zeroinitializer, comdat, align 16
@state = internal unnamed_addr global i32 3, align 4
@text = private unnamed_addr constant [23 x i8] c"define @no, comdat \\22x\\22\\00"
@outside = external global double
@maybe = extern_weak global double
@alias = alias i32, ptr @state
define linkonce_odr hidden noundef double @inline(double %x) comdat personality ptr @person { ret double %x }
define internal fastcc i32 @local(i32 %x) #0 { ret i32 %x }
define dso_local signext i16 @"odd name()"(i16 signext %x) section "hot" { ret i16 %x }
define available_externally double @copy(double %x) { ret double %x }
declare i32 @person(...)
declare double @llvm.sin.f64(double)
define ptr @users() { call fastcc i32 @local(i32 3) ret ptr @text }
attributes #0 = { noinline }
"""
)


def test_listing() -> None:
    assert head_text.declared(TEXT) == ["person"]
    assert sorted(head_text.defined(TEXT)) == ["inline", "odd name()", "users"]


@pytest.mark.parametrize("keep", [(), ("inline",), ("odd name()", "users"), ("local",)])
def test_internalize(keep: tuple[str, ...]) -> None:
    out = canonical(head_text.internalize(TEXT, frozenset(keep)))
    assert sorted(head_text.defined(out)) == sorted(keep)
    assert 'c"define @no, comdat \\22x\\22\\00"' in out


def test_externalize_keeps_the_rest_of_the_head() -> None:
    out = canonical(head_text.externalize(TEXT, {"local"}))
    assert "define fastcc i32 @local(i32 %x) #" in out
