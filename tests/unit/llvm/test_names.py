"""Linkage changed in text: whatever the head looks like, LLVM must read the result as meant."""

from __future__ import annotations

import pytest

from irad.llvm import names
from irad.llvm.session import canonical

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
    assert names.declared(TEXT) == ["person"]
    assert sorted(names.defined(TEXT)) == ["inline", "odd name()", "users"]
    assert sorted(names.external_globals(TEXT)) == ["maybe", "outside"]
    assert sorted(names.defined_globals(TEXT)) == ["alias", "table"]


@pytest.mark.parametrize("keep", [(), ("inline",), ("odd name()", "users"), ("local",)])
def test_internalize(keep: tuple[str, ...]) -> None:
    out = canonical(names.internalize(TEXT, frozenset(keep)))
    assert sorted(names.defined(out)) == sorted(keep)
    assert 'c"define @no, comdat \\22x\\22\\00"' in out


def test_externalize_keeps_the_rest_of_the_head() -> None:
    out = canonical(names.externalize(TEXT, {"local"}))
    assert "define fastcc i32 @local(i32 %x) #" in out


def test_globals_change() -> None:
    out = canonical(names.change_globals(TEXT, lambda n, _: "internal" if n in ("table", "alias") else None))
    assert "@table = internal constant" in out and "@alias = internal alias" in out
    assert names.defined_globals(out) == []


def test_mentions_skip_strings() -> None:
    assert list(names.mentions('call @f(ptr @"odd name()", c"@not_me", i32 3) @g')) == ["f", "odd name()", "g"]


def test_declarations_of_what_is_defined() -> None:
    lines = [line for line in TEXT.split("\n") if line.startswith("@")]
    declared = [names.external(line) for line in lines] + [names.external("@f.too = weak alias ptr (i32, ...), ptr @f")]
    assert declared == [
        "@table = external constant [4 x double], align 16",
        "@state = external unnamed_addr global i32, align 4",
        "@text = external unnamed_addr constant [23 x i8]",
        "@outside = external global double",
        "@maybe = external global double",
        "@alias = external global i32",
        "declare ptr @f.too(i32, ...)",
    ]
    assert names.external("@o = external global i32, align 4") == "@o = external global i32, align 4"
