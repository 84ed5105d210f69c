"""What the model reads it prints again: LLVM's text of the printed module is its text of the original, to the letter.

The programs beside this file are compiled at several levels by the compiler that `irad.frontends.clang` finds; two more kinds
of modules come from llvmlite's builder and from Numba.  Debug records are left out of the comparison, since the reader drops
them (docs/dev/architecture.md); ``!dbg`` attachments are not.
"""

from __future__ import annotations

import platform
import re
import subprocess
from pathlib import Path

import pytest
from llvmlite import ir

from irad.errors import IradError, UnsupportedError
from irad.frontends.clang import find_clang
from irad.ir.printer import print_module
from irad.ir.reader import read_module
from irad.ir.types import PTR
from irad.ir.values import ConstantText
from irad.ir.verify import verify_module
from irad.llvm.border.session import canonical

HERE = Path(__file__).parent
SOURCES = sorted(path.name for path in HERE.iterdir() if path.suffix in (".c", ".cpp"))
NAMED = "-O1 -fno-discard-value-names"  # elsewhere values are numbered
LEVELS = ("-O0", NAMED, "-O2", "-O3", "-O2 -g", "-O3 -ffast-math", "-O3 -march=x86-64-v3")
STRINGS = """
@escapes = constant [6 x i8] c"\\\\41\\22\\00\\FF"
@plain = constant [4 x i8] c"a'b\\7F"
"""
_RECORD = re.compile(r"^ +#dbg_.*\n", re.M)


def compiled(source: Path, level: str) -> str:
    """The compiler's IR text; the test is skipped where there is no compiler, or none for this level."""
    try:
        compiler = find_clang()
    except IradError as error:
        pytest.skip(error.message)
    if "x86-64" in level and platform.machine() not in ("x86_64", "AMD64"):
        pytest.skip(f"{level} is not for {platform.machine()}")
    flags = level.split()
    if compiler.kind == "zig":
        # zig has names of its own for CPUs, and instruments code against undefined behaviour.
        flags = [f.replace("-march=x86-64-v3", "-mcpu=x86_64_v3") for f in flags]
        flags += ["-fno-sanitize=undefined"] + ([] if "-march" in level else ["-mcpu=baseline"])
    command = [*compiler.driver(source.suffix == ".cpp"), *flags, "-w", "-S", "-emit-llvm", "-o", "-", str(source)]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    return done.stdout


def assert_round_trip(text: str) -> None:
    original = canonical(text)
    wanted = canonical(_RECORD.sub("", original))
    module = read_module(original)
    verify_module(module)
    got = canonical(print_module(module))  # raises unless LLVM parses and verifies what was printed
    assert got.split("\n") == wanted.split("\n")


@pytest.mark.parametrize("level", LEVELS)
@pytest.mark.parametrize("source", SOURCES)
def test_of_the_compiler(source: str, level: str) -> None:
    text = compiled(HERE / source, level)
    assert text.count("\ndefine ") >= 5
    assert_round_trip(text)


def test_of_what_is_rare() -> None:
    assert_round_trip((HERE / "rare.ll").read_text())


def test_initialisers() -> None:
    """What variables begin with, and what else is said of them, in all forms."""
    original = canonical((HERE / "rare.ll").read_text() + STRINGS)
    module = read_module(original)
    assert module.globals_["escapes"].initializer.data == b'\\41"\x00\xff'  # type: ignore[union-attr]
    assert canonical(print_module(module)) == original


def test_the_programs_have_all_opcodes() -> None:
    texts = [compiled(HERE / name, level) for name in SOURCES for level in ("-O0", "-O2")]
    texts.append((HERE / "rare.ll").read_text())
    seen = {i.opcode for t in texts for fn in read_module(canonical(t)).functions.values() for i in fn.instructions()}
    table = (HERE.parents[1] / "docs" / "dev" / "architecture.md").read_text().split("| opcode |")[1]
    rows = table.split("\n\n")[0].split("\n")[2:]
    named = {word for row in rows for word in re.findall(r"[a-z_]+", row.split("|")[1])}
    assert named - {"anything", "else"} <= seen


def _every_opcode(module: ir.Module) -> None:
    """A function with what compilers rarely give: odd names, frem, half of the predicates, vectors of pointers."""
    double, i64, f8 = ir.DoubleType(), ir.IntType(64), ir.VectorType(ir.FloatType(), 8)
    fn = ir.Function(module, ir.FunctionType(double, [double, i64, f8.as_pointer()]), 'odd name "quoted" \\ end')
    b = ir.IRBuilder(fn.append_basic_block("a block"))
    x, n, p = fn.args
    x.name, n.name = "x y", "5n"
    v = b.load(p, "-v.1$")
    v = b.insert_element(v, ir.Constant(ir.FloatType(), float("nan")), n)
    v = b.shuffle_vector(v, ir.Constant(f8, ir.Undefined), ir.Constant(ir.VectorType(ir.IntType(32), 8), [*range(8)]))
    b.store(v, p)
    for k, pred in enumerate(("==", "!=", "<", "<=", ">", ">=")):
        flag = b.xor(b.fcmp_ordered(pred, x, ir.Constant(double, k)), b.fcmp_unordered(pred, x, b.frem(x, x)))
        x = b.select(b.and_(flag, b.icmp_unsigned(pred, n, ir.Constant(i64, -k))), x, b.fneg(x, flags=("nnan", "ninf")))
    pair = b.insert_value(ir.Constant(ir.LiteralStructType([i64, ir.ArrayType(double, 2)]), None), x, (1, 1))
    old = b.atomic_rmw("umax", b.alloca(i64), n, "seq_cst")
    swapped = b.cmpxchg(b.alloca(i64, 3), old, n, "acq_rel", "monotonic")
    done = fn.append_basic_block("done")
    other = fn.append_basic_block("done")
    b.cbranch(b.extract_value(swapped, 1), done, other)
    b.position_at_end(done)
    b.unreachable()
    b.position_at_end(other)
    b.ret(b.extract_value(pair, (1, 1)))


def test_of_llvmlite() -> None:
    module = ir.Module("by llvmlite")
    node = module.context.get_identified_type("node type")
    node.set_body(ir.IntType(8), ir.PointerType(), ir.ArrayType(ir.FloatType(), 3))
    glob = ir.GlobalVariable(module, node, "a global")
    glob.initializer = ir.Constant(node, None)
    text = ir.GlobalVariable(module, ir.ArrayType(ir.IntType(8), 4), "text")
    text.initializer, text.global_constant = ir.Constant(text.value_type, bytearray(b'"\\\xff\0')), True
    _every_opcode(module)
    assert_round_trip(str(module))


@pytest.mark.parametrize("optimised", [False, True])
def test_of_numba(optimised: bool) -> None:
    numba = pytest.importorskip("numba")
    np = pytest.importorskip("numpy")

    @numba.njit
    def smooth(x, k):  # type: ignore[no-untyped-def]
        out = np.zeros_like(x)
        for i in range(1, len(x) - 1):
            if x[i] > 0:
                out[i] = (x[i - 1] + x[i + 1]) / k + np.sin(x[i]) ** 2
        return out.sum() if k > 1 else 1j

    smooth(np.ones(5), 2.0)
    (signature,) = smooth.signatures
    texts = smooth.inspect_llvm(signature) if optimised else smooth.overloads[signature].library._final_module
    assert_round_trip(str(texts))


def test_a_changed_function_whose_blocks_have_addresses() -> None:
    """Numbers of blocks move when an instruction goes; a table of their addresses would point elsewhere."""
    module = read_module(
        canonical("""
@table = internal constant [2 x ptr] [ptr blockaddress(@jump, %4), ptr blockaddress(@jump, %5)]
define i32 @jump(i64 %0) {
  %2 = getelementptr ptr, ptr @table, i64 %0
  %3 = load ptr, ptr %2
  indirectbr ptr %3, [label %4, label %5]
4:
  ret i32 1
5:
  ret i32 2
}""")
    )
    fn = module.functions["jump"]
    address, target, jump = fn.entry.instructions
    jump.set_operand(0, ConstantText(PTR, "blockaddress(@jump, %4)"))
    target.erase()
    address.erase()
    with pytest.raises(UnsupportedError, match="@jump was changed"):
        print_module(module)
