"""Every command with bad input ends with a message and a status: no traceback, and LLVM does not end the process."""

from __future__ import annotations

import os
import random
import re
import signal
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from irad.frontends.clang import find_clang
from tests.generators.hostile_commands import command_lines, write_files

# Each command runs in a fork of this process: what ends the one does not end the other.
DRIVER = """
import os, sys
from irad.cli import main
import irad.api.export.shared_library, irad.api.export.programs, irad.api.export.stages, irad.api.checks.differences
import irad.cli.build, irad.cli.check, irad.cli.dump, irad.cli.opt, irad.cli.rules
for line in sys.stdin:
    number, *words = [os.fsdecode(bytes.fromhex(w[1:])) for w in line.split()]
    child = os.fork()
    if child == 0:
        nothing = os.open(os.devnull, os.O_RDONLY)
        os.dup2(nothing, 0)
        for k in (1, 2):
            os.dup2(os.open(f"said.{number}", os.O_WRONLY | os.O_CREAT | os.O_APPEND), k)
        sys.argv = ["irad", *words]
        status = 1
        try:
            main(words, prog_name="irad")
        except SystemExit as done:
            status = done.code if isinstance(done.code, int) else 0 if done.code is None else 1
        except BaseException:
            import traceback
            traceback.print_exc()
            status = 99
        try:
            sys.stdout.flush()
        finally:
            os._exit(status)
    print(os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]), flush=True)
"""


def environment() -> dict[str, str]:
    return {**os.environ, "IRAD_VERIFY": "0", "PYTHONPATH": str(Path(__file__).resolve().parents[2])}


def run_all(folder: Path, commands: list[list[str]]) -> list[tuple[list[str], int, str]]:
    command = [sys.executable, "-P", "-c", DRIVER]
    driver = subprocess.Popen(command, cwd=folder, stdin=subprocess.PIPE, stdout=subprocess.PIPE, env=environment())
    assert driver.stdin is not None and driver.stdout is not None
    out = []
    for k, words in enumerate(commands):
        driver.stdin.write(b" ".join(b"x" + os.fsencode(w).hex().encode() for w in (str(k), *words)) + b"\n")
        driver.stdin.flush()
        status = int(driver.stdout.readline())
        said = folder / f"said.{k}"
        out.append((words, status, said.read_bytes().decode(errors="replace") if said.exists() else ""))
    driver.stdin.close()
    driver.wait()
    return out


def wrong(words: list[str], status: int, said: str) -> str:
    """What is wrong with how a command ended."""
    if status < 0 or status not in (0, 1, 2, 130):
        return "status"
    for sign in (
        "Traceback",
        "LLVM ERROR",
        "internal error",
        "Stack dump",
        "PLEASE submit",
        "defect of irad",
        "Exception ignored",
    ):
        if sign in said:
            return sign
    if status and not said.strip():
        return "no message"
    return ""


def report(folder: Path, commands: list[list[str]]) -> str:
    found = [(w, s, t, wrong(w, s, t)) for w, s, t in run_all(folder, commands)]
    return "\n".join(f"{why}: {words} -> {status}\n{said[-1500:]}" for words, status, said, why in found if why)


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    find_clang()
    write_files(tmp_path)
    return tmp_path


def test_a_share_of_them(folder: Path) -> None:
    commands = [c for c in command_lines() if c[:1] not in (["cc"], ["fc"])]
    odd = [["dump", f"{n}:f"] for n in ("\udcff.c", "./-O2.c", "new\nline.c", "nul.c", "nul.ll")]
    assert not report(
        folder,
        random.Random(3).sample(commands, 25)
        + odd
        + [["build", "good.py:f", "--signature", "(float64,)", "-o", ""], ["cc", "@args.rsp"], ["opt", "nul.ll", "-S"]],
    )


@pytest.mark.slow
def test_all_of_them(folder: Path) -> None:
    commands = list(command_lines())
    assert len(commands) > 500
    assert not report(folder, commands)


def irad(folder: Path, *words: str, **keywords: Any) -> subprocess.Popen[bytes]:
    command = [sys.executable, "-m", "irad", *words]
    return subprocess.Popen(command, cwd=folder, env=environment(), stderr=subprocess.PIPE, **keywords)


def test_a_full_disk_and_a_closed_pipe(tmp_path: Path) -> None:
    with open("/dev/full", "wb") as full:
        rules = irad(tmp_path, "rules", stdout=full)
    closed = irad(tmp_path, "rules", stdout=subprocess.PIPE)
    assert closed.stdout is not None and closed.stderr is not None and rules.stderr is not None
    closed.stdout.close()
    assert rules.stderr.read() == b"irad: No space left on device\n" and rules.wait() == 1
    said = closed.stderr.read()
    assert closed.wait() == 1 and len(said.splitlines()) <= 1 and b"Traceback" not in said


def heed_interrupts() -> None:
    """Programs in the background of a shell ignore them, and hand that on."""
    signal.signal(signal.SIGINT, signal.default_int_handler)


def test_interrupted(tmp_path: Path) -> None:
    (tmp_path / "slow.py").write_text("import time\nprint('here', flush=True)\ntime.sleep(60)\n")
    running = irad(tmp_path, "check", "slow.py:f", "--args", "1.0", stdout=subprocess.PIPE, preexec_fn=heed_interrupts)
    assert running.stdout is not None and running.stderr is not None
    assert running.stdout.readline() == b"here\n"
    running.send_signal(signal.SIGINT)
    assert running.stderr.read() == b"irad: interrupted\n" and running.wait() == 130


def test_names_that_look_like_something_else(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A file is compiled as a file, whatever it is called: each has f(x) = x * x."""
    monkeypatch.chdir(folder)
    names = ["-O2.c", "@x.c", "new\nline.c", "\udcff.c", "new\nline.ll", "\udcff.ll", "new\nline.py", "\udcff.py"]
    commands = [["dump", f"./{n}:f", *["--signature", "(float64,)"] * n.endswith(".py"), "--stage", "primal"] for n in names]
    for words, status, said in run_all(folder, commands):
        assert status == 0 and re.search(r"fmul double (%\S+), \1", said), (words, said)


def test_values_that_are_compared_are_printed(folder: Path, irad_command: Any) -> None:
    """d(x * x)/dx at 2 is 4."""
    text = irad_command("check", f"{folder}/good.py:f", "--args", "2.0").output
    assert "f(2.0) = 4.0" in text and "derivative of the result, by" in text
    row = re.search(r"x  reverse  derivative 4 +difference (\S+) +error (\S+)  tolerance (\S+)  right", text)
    assert row is not None
    assert abs(float(row[1]) - 4.0) < 1e-8 and float(row[2]) < float(row[3]) < 1e-4
    assert "ValueError: no" in irad_command("check", f"{folder}/good.py:fails", "--args", "2.0", status=1).output


MARKED = """
double __enzyme_autodiff(void *, ...);
extern int enzyme_out, enzyme_dubious;
namespace mine { double square(double x) { return x * x; } }
double one(double x) { return __enzyme_autodiff((void *)mine::square, CALL); }
"""


@pytest.mark.parametrize(
    "call,message,hint",
    [
        ("x, 3.0", "1 argument too many for mine::square(double)", "is a marker missing or doubled?"),
        ("x, 3.0, 4", "2 arguments too many for mine::square(double)", "number 3 (double 3.000000e+00), number 4 (i32 4)"),
        ("enzyme_out, x, enzyme_dubious", "number 4 (i32 enzyme_dubious)", "enzyme_dubious is not a marker that irad knows"),
    ],
)
def test_arguments_too_many(tmp_path: Path, irad_command: Any, call: str, message: str, hint: str) -> None:
    source = tmp_path / "f.cpp"
    source.write_text(MARKED.replace("CALL", call))
    said = irad_command("cc", "-c", source, "-o", tmp_path / "f.o", status=1).output
    assert message in said and hint in said and f"{source}:5:31" in said


def test_all_that_the_compiler_says(tmp_path: Path, irad_command: Any) -> None:
    source = tmp_path / "f.cpp"
    source.write_text("template <class T> int f(T x) { return x.nothing; }\nint main() { return f(1.0) + unknown; }\n")
    said = irad_command("cc", source, "-o", tmp_path / "f", status=1).output
    assert "use of undeclared identifier 'unknown'" in said and "member reference base type 'double'" in said
    assert "note: in instantiation of function template specialization 'f<double>'" in said


def test_bytes_of_zero_are_no_ir(tmp_path: Path, irad_command: Any) -> None:
    """LLVM would stop reading there, and take what stands before for the whole."""
    text = "define double @f(double %x) {\n  ret double %x\n}\n"
    for content, line in (("\0 garbage", 1), (text + "\0" + text.replace("@f", "@g"), 4)):
        (tmp_path / "f.ll").write_text(content)
        said = irad_command("opt", tmp_path / "f.ll", "-S", status=1).output
        assert f"<IR text>:{line}: this is no IR: it contains bytes of 0" in said
