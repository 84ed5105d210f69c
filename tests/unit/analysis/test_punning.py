"""Which integers and pointers that functions pass are the bits of floats, and which integers become addresses."""

import pytest

from irad.analysis.memory.memory_graph import called_function
from irad.analysis.memory.punning import Punning
from irad.ir.reader import read_module

TYPED = '!0 = !{!1, !1, i64 0}\n!1 = !{!"long", !2, i64 0}\n!2 = !{!"omnipotent char", !3, i64 0}\n!3 = !{!"Simple C/C++ TBAA"}\n'
# (what a function is, does it hide floats or addresses in integers or pointers)
FUNCTIONS = {
    "bits": ("define i64 @bits(double %d) {\n  %i = bitcast double %d to i64\n  ret i64 %i\n}", True),
    "made": ("define double @made(i64 %i) {\n  %d = bitcast i64 %i to double\n  ret double %d\n}", True),
    "low": (
        "define float @low(i64 %i) {\n  %l = trunc i64 %i to i32\n  %f = bitcast i32 %l to float\n  ret float %f\n}",
        True,
    ),
    "second": (  # the second member of a structure in one integer
        "define double @second(i64 %i) {\n  %h = lshr i64 %i, 32\n  %k = trunc i64 %h to i32\n  %d = sitofp i32 %k to double\n"
        "  ret double %d\n}",
        False,
    ),
    "unboxed": (  # the other member of a union in a local variable
        "define double @unboxed(ptr %p) {\n  %b = alloca ptr\n  store ptr %p, ptr %b\n  %d = load double, ptr %b\n"
        "  ret double %d\n}",
        True,
    ),
    "beside": (  # another word of a local variable
        "define double @beside(ptr %p) {\n  %b = alloca [2 x i64]\n  store ptr %p, ptr %b\n"
        "  %q = getelementptr i8, ptr %b, i64 8\n  %d = load double, ptr %q\n  ret double %d\n}",
        False,
    ),
    "anywhere": (  # any word of it
        "define double @anywhere(ptr %p, i64 %k) {\n  %b = alloca [2 x i64]\n  store ptr %p, ptr %b\n"
        "  %q = getelementptr i64, ptr %b, i64 %k\n  %d = load double, ptr %q\n  ret double %d\n}",
        True,
    ),
    "copied": (  # by a copy between local variables
        "define double @copied(i64 %i) {\n  %a = alloca i64\n  %b = alloca i64\n  store i64 %i, ptr %a\n"
        "  call void @llvm.memcpy.p0.p0.i64(ptr %b, ptr %a, i64 8, i1 false)\n  %d = load double, ptr %b\n  ret double %d\n}",
        True,
    ),
    "through": ("define double @through(i64 %i) {\n  %d = call double @made(i64 %i)\n  ret double %d\n}", True),
    "behind": ("define i64 @behind(double %d) {\n  %i = call i64 @bits(double %d)\n  ret i64 %i\n}", True),
    "tagged": (
        "define double @tagged(i64 %i) {\n  %a = and i64 %i, -8\n  %p = inttoptr i64 %a to ptr\n  %d = load double, ptr %p\n"
        "  ret double %d\n}",
        True,
    ),
    "count": ("define i64 @count(ptr %p, i64 %n) {\n  store i64 %n, ptr %p, !tbaa !0\n  ret i64 %n\n}", False),
    "word": ("define i64 @word(ptr %p) {\n  %i = load i64, ptr %p\n  ret i64 %i\n}", True),
    "number": ("define i64 @number(ptr %p) {\n  %i = load i64, ptr %p, !tbaa !0\n  ret i64 %i\n}", False),
    "next": ("define ptr @next(ptr %p) {\n  %q = load ptr, ptr %p\n  ret ptr %q\n}", False),
    "distance": (
        "define i64 @distance(ptr %p, ptr %q) {\n  %a = ptrtoint ptr %p to i64\n  %b = ptrtoint ptr %q to i64\n"
        "  %d = sub i64 %a, %b\n  ret i64 %d\n}",
        False,
    ),
}
NEEDED = {"through": "made", "behind": "bits"}
COPY = "declare void @llvm.memcpy.p0.p0.i64(ptr, ptr, i64, i1)\n"


@pytest.mark.parametrize("name", FUNCTIONS)
def test_what_functions_hide(name: str) -> None:
    text, expected = FUNCTIONS[name]
    others = FUNCTIONS[NEEDED[name]][0] if name in NEEDED else ""
    module = read_module(f"{text}\n{others}\n{COPY}{TYPED}")
    found = Punning(module, list(module.functions.values()), lambda call: [f for f in [called_function(call)] if f is not None])
    assert found.hides(module.functions[name]) is expected
