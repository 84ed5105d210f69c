"""Objects to programs and libraries."""

from __future__ import annotations

import ctypes
import subprocess
from pathlib import Path

import pytest

from irad.errors import IradError
from irad.frontends.clang import compile_to_ir, compilers, find_flang, link_program
from irad.frontends.clang.program_linking import link_driver
from irad.llvm.final import optimize
from irad.llvm.object_code import emit_object

PROGRAM = """#include <math.h>
#include <stdio.h>
double g(double x);
int main(void) { printf("%.3f\\n", cos(0) + g(2.0)); return 0; }
"""


def objects(*sources: str, language: str = "c") -> list[bytes]:
    return [emit_object(optimize(compile_to_ir(s, language=language), cpu=None)) for s in sources]


def output(program: Path) -> str:
    return subprocess.run([str(program)], capture_output=True, text=True, check=True).stdout


def test_programs(tmp_path: Path) -> None:
    program = tmp_path / "program"
    made = objects(PROGRAM, "double g(double x) { return x * x; }")
    second = tmp_path / "g.o"
    second.write_bytes(made[1])
    link_program([made[0], second], program)
    assert output(program) == "5.000\n"


def test_libraries(tmp_path: Path) -> None:
    library = tmp_path / "libg.so"
    link_program(objects("double g(double x) { return x * x; }"), library, ["-shared"])
    g = ctypes.CDLL(str(library)).g
    g.restype, g.argtypes = ctypes.c_double, [ctypes.c_double]
    assert g(3.0) == 9.0


def test_cxx_programs(tmp_path: Path) -> None:
    source = """
    #include <iostream>
    #include <vector>
    int main() { std::vector<int> v(3, 7); std::cout << v.size() * v[0] << "\\n"; }
    """
    program = tmp_path / "program"
    link_program(objects(source, language="c++"), program, language="c++")
    assert output(program) == "21\n"


def test_thread_local_arenas_of_programs(tmp_path: Path) -> None:
    """Each thread of a program has an arena of its own, which runs out with a message."""
    from irad.llvm.final import Final
    from irad.llvm.linking import link

    source = """
    #include <pthread.h>
    #include <stdio.h>
    void *irad_thread_arena(void);
    void *irad_reserve(void *, long);
    static void *work(void *out) { *(void **)out = irad_thread_arena(); return 0; }
    int main(int argc, char **argv) {
      void *mine = irad_thread_arena(), *other;
      pthread_t t;
      pthread_create(&t, 0, work, &other);
      pthread_join(t, 0);
      double *p = irad_reserve((char *)mine + 128, 1000000);
      p[100000] = 3;
      printf("%d %d %g\\n", mine == irad_thread_arena(), mine != other, p[100000]);
      fflush(stdout);
      if (argc > 1) irad_reserve((char *)mine + 128, -1);
      return 0;
    }
    """
    final = Final(link([compile_to_ir(source)]))
    final.link_runtime(thread_local=True)
    final.optimize(cpu=None)
    program = tmp_path / "program"
    link_program([final.object()], program, ["-pthread"])
    assert output(program) == "1 1 3\n"
    died = subprocess.run([str(program), "x"], capture_output=True, text=True, check=False)
    assert died.returncode != 0 and "out of memory" in died.stderr


def test_undefined_names_are_reported(tmp_path: Path) -> None:
    with pytest.raises(IradError) as caught:
        link_program(objects(PROGRAM), tmp_path / "program")
    assert caught.value.code == "link"
    assert "`g'" in str(caught.value) or "'g'" in str(caught.value) or "symbol: g" in str(caught.value)


def test_fortran_programs(tmp_path: Path) -> None:
    try:
        find_flang()
    except IradError:
        pytest.skip("no flang on the path")
    source = "program p\n  print '(I0)', 6 * 7\nend program\n"
    program = tmp_path / "program"
    link_program(objects(source, language="fortran"), program, language="fortran")
    assert output(program).strip() == "42"


@pytest.mark.slow
def test_zig_links_cxx_with_its_own_library(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    if compilers._zig() is None:
        pytest.skip("the ziglang package is not installed")
    monkeypatch.setattr(compilers, "_on_path", lambda name: None)
    monkeypatch.delenv("IRAD_CLANG", raising=False)
    assert link_driver("c++")[-1] == "c++"
    test_cxx_programs(tmp_path)
