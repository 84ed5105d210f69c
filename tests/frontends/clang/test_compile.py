"""C, C++ and Fortran to IR: what the front half gives, flags, and errors that name the user's line."""

from __future__ import annotations

import ctypes
import math
import os
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from irad.errors import IradError
from irad.frontends.clang import CompilerWarning, compile_to_ir, compilers, find_clang, find_flang
from irad.llvm.final import optimize
from irad.llvm.jit import Engine
from irad.llvm.normalize import normalize

D = ctypes.c_double


def run(ir: str, name: str, *arguments: float) -> float:
    engine = Engine.load(optimize(ir))
    return float(ctypes.CFUNCTYPE(D, *[D] * len(arguments))(engine.address(name))(*arguments))


@pytest.fixture(params=["clang", "zig"])
def each_clang(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> Iterator[str]:
    """Run a test with clang, and with zig's."""
    if request.param == "zig":
        if compilers._zig() is None:
            pytest.skip("the ziglang package is not installed")
        monkeypatch.setattr(compilers, "_on_path", lambda name: None)
        monkeypatch.delenv("IRAD_CLANG", raising=False)
    elif find_clang().kind != "clang":
        pytest.skip("no clang on the path")
    yield request.param
    assert find_clang().kind == request.param


SOURCE = """#include <math.h>
double f(double x) {
  double s = 0;
  for (int i = 0; i < 4; i++) s += sin(x * i);
  return s;
}
"""


@pytest.mark.parametrize("level", ["-O0", "-O2", "-O3", "-Os", "-Ofast"])
def test_no_pass_has_run_whatever_the_level(each_clang: str, level: str) -> None:
    ir = compile_to_ir(SOURCE, (level,))
    assert "optnone" not in ir
    assert "alloca double" in ir and ("!tbaa" in ir) == (level != "-O0") and ("!irad.tbaa" in ir) == (level == "-O0")
    assert len(re.findall(r"call [^@]*@(?:llvm\.)?sin[.(]", ir)) == 1
    assert "x86-64" in ir or "x86" not in ir.split("target-cpu")[-1], "no native CPU unless asked"
    assert ("fmul fast" in ir) == (level == "-Ofast")
    assert run(ir, "f", 0.5) == pytest.approx(math.sin(0.5) + math.sin(1.0) + math.sin(1.5), rel=1e-14)


def test_the_cpu_of_this_machine_on_request(each_clang: str) -> None:
    source = "#ifdef __AVX__\nint avx(void) { return 1; }\n#endif\nint any(void) { return 0; }\n"
    assert "@avx" not in compile_to_ir(source)
    assert "@avx" in compile_to_ir(source, ("-march=x86_64_v3" if each_clang == "zig" else "-march=x86-64-v3",))


def test_undefined_behaviour_checks_are_off_unless_asked(each_clang: str) -> None:
    source = "int f(int a) { return a + 1; }"
    assert "ubsan" not in compile_to_ir(source)
    assert "ubsan" in compile_to_ir(source, ("-fsanitize=signed-integer-overflow",))


def test_cxx(each_clang: str) -> None:
    source = """#include <cmath>
    template <class T> T twice(T x) { return x + x; }
    extern "C" double f(double x) { return twice(std::sqrt(x)); }
    """
    assert run(compile_to_ir(source, language="c++"), "f", 9.0) == 6.0
    assert run(compile_to_ir(source, ("-std=c++17",)), "f", 9.0) == 6.0


def test_files_and_their_suffixes(tmp_path: Path) -> None:
    (tmp_path / "scale.h").write_text("#define SCALE 3.0\n")
    c = tmp_path / "a.c"
    c.write_text('#include "scale.h"\ndouble f(double x) { return SCALE * x; }\n')
    assert run(compile_to_ir(c), "f", 2.0) == 6.0
    cxx = tmp_path / "a.cpp"
    cxx.write_text('auto g = [](double x) { return 2 * x; };\nextern "C" double f(double x) { return g(x); }\n')
    assert run(compile_to_ir(str(cxx)), "f", 2.0) == 4.0
    assert run(compile_to_ir(c, ("-USCALE", "-include", str(tmp_path / "scale.h"))), "f", 1.0) == 3.0
    with pytest.raises(IradError, match=r"there is no file .*missing\.c"):
        compile_to_ir(tmp_path / "missing.c")


def test_included_files_are_found_from_here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "here.h").write_text("#define VALUE 7.0\n")
    monkeypatch.chdir(tmp_path)
    assert run(compile_to_ir('#include "here.h"\ndouble f(void) { return VALUE; }\n'), "f") == 7.0


@pytest.mark.parametrize(
    ("source", "language", "line", "column", "message", "text"),
    [
        ("double f(double x) {\n  return x * y;\n}", "c", 2, 14, "undeclared identifier 'y'", "  return x * y;"),
        ("int g(int a) {\n  return a +;\n}", "c", 2, 13, "expected expression", "  return a +;"),
        ("auto f() { return nope::x; }", "c++", 1, 19, "undeclared identifier 'nope'", "auto f() { return nope::x; }"),
        ("#include <not_there.h>\n", "c", 1, 10, "'not_there.h' file not found", "#include <not_there.h>"),
    ],
)
def test_errors_name_the_line(
    each_clang: str, source: str, language: str, line: int, column: int, message: str, text: str
) -> None:
    with pytest.raises(IradError) as caught:
        compile_to_ir(source, language=language)
    place = caught.value.place
    assert place is not None
    assert (place.line, place.column) == (line, column)
    assert message in caught.value.message
    assert place.source_line() == text
    assert f"<{language} source " in str(caught.value)


def test_errors_in_files_name_the_file(tmp_path: Path) -> None:
    path = tmp_path / "wrong.c"
    path.write_text("int f(void) {\n  return 1\n}\n")
    with pytest.raises(IradError, match=re.escape(f"{path}:2:11: error: expected ';'")):
        compile_to_ir(path)


def test_bad_flags_are_errors(each_clang: str) -> None:
    with pytest.raises(IradError, match="no-such-flag"):
        compile_to_ir(SOURCE, ("-fno-such-flag",))
    with pytest.raises(IradError, match="cobol"):
        compile_to_ir(SOURCE, language="cobol")


def test_warnings_are_passed_on() -> None:
    with pytest.warns(CompilerWarning, match="unused variable 'u'"):
        compile_to_ir("int f(void) {\n  int u;\n  return 1;\n}", ("-Wall",))


def test_line_information_survives_the_normal_form() -> None:
    """And it stands for lines of text that never was a file."""
    from irad.ir.debug import place_of
    from irad.ir.reader import read_module

    module = read_module(normalize(compile_to_ir(SOURCE)))
    places = {
        place_of(i)
        for block in module.functions["f"].blocks
        for i in block.instructions
        if i.opcode == "call" and "sin" in str(i.operands[-1].name)
    }
    (place,) = places
    assert place is not None
    assert (place.line, place.source_line()) == (4, "  for (int i = 0; i < 4; i++) s += sin(x * i);")


FORTRAN = """subroutine axpy(n, a, x, y) bind(c)
  use iso_c_binding
  integer(c_int), value :: n
  real(c_double), value :: a
  real(c_double), intent(in) :: x(n)
  real(c_double), intent(inout) :: y(n)
  integer :: i
  do i = 1, n
    y(i) = y(i) + a * x(i)
  end do
end subroutine
"""


@pytest.fixture
def flang() -> None:
    try:
        find_flang()
    except IradError:
        pytest.skip("no flang on the path")


@pytest.mark.usefixtures("flang")
def test_fortran(tmp_path: Path) -> None:
    path = tmp_path / "axpy.f90"
    path.write_text(FORTRAN)
    for ir in (compile_to_ir(FORTRAN, language="fortran"), compile_to_ir(path)):
        assert "x double>" not in ir
        engine = Engine.load(optimize(ir))
        axpy = ctypes.CFUNCTYPE(None, ctypes.c_int, D, ctypes.c_void_p, ctypes.c_void_p)(engine.address("axpy"))
        x, y = (D * 3)(1, 2, 3), (D * 3)(10, 20, 30)
        axpy(3, 2.0, x, y)
        assert list(y) == [12, 24, 36]
    with pytest.raises(IradError) as caught:
        compile_to_ir("subroutine f(x)\n real(8) :: x\n x = sin(y z)\nend subroutine\n", language="fortran")
    assert caught.value.place is not None and caught.value.place.line == 3
    assert "x = sin(y z)" in str(caught.value)


def test_a_named_compiler_must_be_one(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    old = tmp_path / "clang"
    old.write_text("#!/bin/sh\necho 'clang version 14.0.1'\n")
    old.chmod(0o755)
    monkeypatch.setenv("IRAD_CLANG", str(old))
    with pytest.raises(IradError, match=r"version 14.*20 or later"):
        find_clang()
    monkeypatch.setenv("IRAD_CLANG", str(tmp_path / "nothing"))
    with pytest.raises(IradError, match="no such compiler"):
        find_clang()


def test_without_a_compiler_the_message_says_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(compilers, "_on_path", lambda name: None)
    monkeypatch.setattr(compilers, "_zig", lambda: None)
    for variable in ("IRAD_CLANG", "IRAD_FLANG"):
        monkeypatch.delenv(variable, raising=False)
    with pytest.raises(IradError, match="pip install ziglang"):
        find_clang()
    with pytest.raises(IradError, match="flang"):
        find_flang()
    assert os.environ.get("IRAD_CLANG") is None
