"""Functions that no marked call reaches are kept away from the transform, and come back unchanged."""

from __future__ import annotations

import subprocess
from pathlib import Path

from irad.api.export.programs import parse_command, run_command
from irad.frontends.clang import compile_to_ir
from irad.llvm.border.session import canonical
from irad.pipeline import read_heads
from irad.transform.declared.reach import has_marked_call, keep_needed, unreached

HEAD = "extern int enzyme_dup; double __enzyme_autodiff(void *, ...);\n"
OTHERS = "\n".join(f"double other{k}(double x) {{ return x * {k} + other{k - 1 if k else 0}(x); }}" for k in range(20))


def names(source: str) -> set[str]:
    return set(unreached(read_heads(compile_to_ir("\n" + HEAD + source))))


def test_what_the_target_mentions_is_kept() -> None:
    source = (
        "static double deep(double x) { return x; }\nstatic double (*const table[])(double) = {deep};\n"
        "static double f(double x) { return table[0](x); }\nstatic double unused(double x) { return x; }\n"
        "double g(double x) { return __enzyme_autodiff((void *)f, x); }\ndouble h(double x) { return unused(g(x)); }\n"
    )
    assert names(source) == {"unused", "h"}
    assert not has_marked_call(read_heads(compile_to_ir("\n" + HEAD + "double f(double x) { return x; }")))


def test_where_the_target_gets_its_name_in_a_caller() -> None:
    source = (
        "static double slope(double (*f)(double), double x) { return __enzyme_autodiff((void *)f, x); }\n"
        "static double f(double x) { return x * x; }\nstatic double none(double x) { return x; }\n"
        "double user(double x) { return slope(f, x); }\ndouble far(double x) { return none(user(x)); }\n"
    )
    assert not names(source) & {"f", "slope", "user", "far"}


def test_calls_through_pointers_keep_whatever_has_its_address_taken() -> None:
    source = (
        "static double (*chosen)(double);\nstatic double one(double x) { return x; }\nvoid choose(void) { chosen = one; }\n"
        "static double plain(double x) { return x + 1; }\ndouble use(double x) { return plain(x); }\n"
        "static double f(double x) { return chosen(x); }\ndouble g(double x) { return __enzyme_autodiff((void *)f, x); }\n"
    )
    assert names(source) == {"choose", "plain", "use"}


def test_the_program_is_the_same(tmp_path: Path) -> None:
    source = (
        HEAD + "static int count;\nstatic double values[3] = {1, 2, 3};\n"
        "double other(double x);\n" + OTHERS.replace("other0(x); }", "(x > 5 ? other(x) : 0); }", 1) + "\n"
        "double other(double x) { count++; values[1] = x; return 1; }\n"
        "static double f(double x) { count += 10; return values[1] * x; }\n"
        "int main(void) {\n  double a = other19(2), b = __enzyme_autodiff((void *)f, 3.0);\n  double c = other19(6);\n"
        "  double d = __enzyme_autodiff((void *)f, 3.0);\n  if (a != 380 || b != 2 || c != 6 * 190 + 1) return 1;\n"
        "  return d != 6 || count != 21;\n}\n"
    )
    path = tmp_path / "program.c"
    path.write_text(source)
    assert len(names(source)) > 10
    for level in ("-O0", "-O2"):
        run_command(parse_command([str(path), level, "-o", str(tmp_path / "program")]))
        assert subprocess.run([str(tmp_path / "program")], check=False).returncode == 0


def kept(source: str, *roots: str) -> set[str]:
    """The functions that are left for these roots."""
    module = read_heads(compile_to_ir("\n" + source))
    keep_needed(module, roots)
    return {f.name for f in module.functions.values() if f.has_body}


def test_what_a_derivative_of_one_function_needs() -> None:
    source = (
        "double far(double x) { return x; }\ndouble near(double x) { return x + far(x); }\n"
        "double f(double x) { return near(x); }\n"
        "static double listed(double x) { return x; }\ndouble (*const table[])(double) = {listed};\n"
        "void free(void *p) { }\ndouble other(double x) { return x; }\ndouble user(double x) { return other(f(x)); }\n"
    )
    assert kept(source, "f") == {"f", "near", "far", "listed", "free"}
    assert kept(source, "other") == {"other", "listed", "free"}


def test_what_is_called_through_a_pointer_is_needed_where_its_address_is_taken() -> None:
    source = (
        "static double (*chosen)(double);\nstatic double one(double x) { return x; }\nvoid choose(void) { chosen = one; }\n"
        "double plain(double x) { return x; }\ndouble f(double x) { return chosen(x); }\n"
    )
    assert kept(source, "f") == {"f", "one"}


def test_rules_that_attributes_and_metadata_name_are_needed() -> None:
    text = canonical(
        'define double @f(double %x) #0 {\n  ret double %x\n}\ndefine double @like(double %x) {\n  ret double %x\n}\n'
        "define double @rule(double %x) {\n  ret double %x\n}\ndefine double @none(double %x) {\n  ret double %x\n}\n"
        'attributes #0 = { "enzyme_math"="like" }\n!named = !{!0}\n!0 = !{ptr @rule}\n'
    )
    module = read_heads(text)
    keep_needed(module, ["f"])
    assert list(module.functions) == ["f", "like", "rule"]
