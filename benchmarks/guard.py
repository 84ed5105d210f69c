"""Instruction counts of the derivatives that irad makes of programs in C and of kernels, as a guard against slower code.

    python -m benchmarks.guard                    # count, and compare with benchmarks/instructions.json
    python -m benchmarks.guard --update           # write the new counts into the file

Times change with the machine and with what else runs on it; the number of instructions that valgrind counts in one call does
not, so that a test can compare it.  Only what the built library itself runs is counted: libm and libc differ between systems.
Code is made for x86-64-v3, since no valgrind that is common knows AVX-512; where it does not know an instruction of that either
(the one that copies half a vector register, up to 3.19), for x86-64-v2.  The file says for which.
"""

from __future__ import annotations

import contextlib
import json
import platform
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path

import click
import llvmlite.binding as llvm

from benchmarks.build import FOLDER, build
from benchmarks.contestants import derivatives
from benchmarks.instances import MADE, PROGRAMS, flat, sizes
from benchmarks.kernels import counted_kernels
from irad.errors import IradError
from irad.frontends.clang import find_clang

COUNTS = FOLDER / "instructions.json"
UPDATE = "python -m benchmarks.guard --update"
FLAGS = ("-O3", "-fno-math-errno", "-shared", "-fPIC")
PROCESSORS = ("x86-64-v3", "x86-64-v2")
GROWTH = 0.03  # more than this is too much

# Instances are made by rule, also where the suite's data are there, so that counts are the same everywhere.
INSTANCES = {
    "llsq": "n128_m32",
    "lse": "n1000",
    "det": "l6",
    "ode": "n40_s10",
    "gmm": "d5_k4_n50",
    "ba": "n2_m3_p50",
    "ht": "complicated_v60_f80_n40",
    "lstm": "l2_c32",
    "kmeans": "k10_n200_d8",
    "particle": "w0",
    "saddle": "s1",
}
# The derivatives that are counted, where it is not all of them: descents with the same derivatives inside are alike.
COUNTED = {"particle": ("rr", "ff"), "saddle": ("rr", "ff")}
KERNELS = tuple(counted_kernels.SIZES)


class UnknownInstruction(Exception):
    """valgrind stopped at an instruction."""


@dataclass(frozen=True)
class Count:
    """The instructions of one call of a derivative, in code for a processor."""

    processor: str
    instructions: int


Counts = dict[str, Count]  # by program, instance and derivative


def versions() -> dict[str, str]:
    """What counts depend on, beside the code of irad."""
    compiler = find_clang()
    optimizer = ".".join(map(str, llvm.llvm_version_info))
    return {"compiler": f"{compiler.kind} {compiler.version}", "LLVM": optimizer, "architecture": platform.machine()}


def stored() -> tuple[dict[str, str], Counts]:
    """Versions and counts from the file."""
    content = json.loads(COUNTS.read_text())
    return content["made with"], {name: Count(*count) for name, count in content["counts"].items()}


def store(counts: Counts) -> None:
    lines = [f"  {json.dumps(name)}: {json.dumps([count.processor, count.instructions])}" for name, count in counts.items()]
    text = ",\n".join(lines)
    COUNTS.write_text(f'{{\n "made with": {json.dumps(versions())},\n "counts": {{\n{text}\n }}\n}}\n')


def obstacle() -> str | None:
    """Why nothing can be counted here; None if it can."""
    if shutil.which("valgrind") is None:
        return "valgrind is not installed"
    if platform.machine() != "x86_64":
        return f"instructions are counted on x86-64, not on {platform.machine()}"
    info = Path("/proc/cpuinfo")
    if not info.exists() or " avx2 " not in info.read_text():
        return "this processor does not say that it has AVX2"
    try:
        find_clang()
    except IradError as error:
        return str(error)
    return None


def incomparable() -> str | None:
    """Why counts from here say nothing beside those in the file; None if they do."""
    reason = obstacle()
    if reason:
        return reason
    here, there = versions(), stored()[0]
    if here != there:
        return f"{COUNTS.name} was made with {described(there)}, here is {described(here)}"
    return None


def described(made_with: dict[str, str]) -> str:
    return ", ".join(f"{key} {value}" for key, value in made_with.items())


def build_driver(folder: Path) -> Path:
    """Compile the program that runs a library under valgrind."""
    out = folder / "counted"
    command = [*find_clang().driver(False), "-O1", str(FOLDER / "counted.c"), "-o", str(out), "-ldl"]
    subprocess.run(command, check=True)
    return out


def names(program: str) -> dict[str, int]:
    """The names of the counts of a program or a kernel, with the places of their derivatives in MEASURED."""
    if program in KERNELS:
        return {counted_kernels.label(program): counted_kernels.GRADIENT}
    label = f"{program}/{INSTANCES[program]}"
    every = derivatives(program)
    return {f"{label} {kind}": every.index(kind) + 1 for kind in COUNTED.get(program, every)}


def count(program: str, processor: str, driver: Path, folder: Path) -> Counts:
    """Build ``program`` and count its derivatives; raises `UnknownInstruction`."""
    if program in KERNELS:
        library, given = counted_kernels.library(program, FLAGS, processor, folder), counted_kernels.numbers(program)
    else:
        library = build(program, "irad", folder, flags=(*FLAGS, f"-march={processor}"))
        given = flat(program, MADE[program](INSTANCES[program], sizes(program, INSTANCES[program])))
    numbers = folder / f"{program}.numbers"
    given.tofile(numbers)
    return {key: Count(processor, instructions(driver, library, numbers, which)) for key, which in names(program).items()}


def count_again(program: str, before: Counts, driver: Path, folder: Path) -> Counts:
    """The counts of ``program`` for the processor that those in the file are for."""
    known = [before[name].processor for name in names(program) if name in before]
    return count(program, known[0] if known else PROCESSORS[0], driver, folder)


def count_newly(program: str, driver: Path, folder: Path) -> Counts:
    """The counts of ``program`` for the first processor whose instructions valgrind knows."""
    for processor in PROCESSORS[:-1]:
        with contextlib.suppress(UnknownInstruction):
            return count(program, processor, driver, folder)
    return count(program, PROCESSORS[-1], driver, folder)


def instructions(driver: Path, library: Path, numbers: Path, which: int) -> int:
    """What valgrind counts in ``library`` during one call."""
    report = library.with_suffix(f".{which}.callgrind")
    command = ["valgrind", "--tool=callgrind", "--toggle-collect=counted", f"--callgrind-out-file={report}"]
    command += ["--compress-strings=no", "--compress-pos=no", str(driver), str(library), str(numbers), str(which)]
    done = subprocess.run(command, capture_output=True, text=True)
    if "Unrecognised instruction" in done.stderr:
        raise UnknownInstruction(f"valgrind does not know an instruction in {library.name}; choose other code by: {UPDATE}")
    if done.returncode:
        raise RuntimeError(f"{library.name} does not run under valgrind:\n{done.stderr}")
    return own_cost(report.read_text().splitlines(), library.name)


def own_cost(lines: Iterable[str], object_name: str) -> int:
    """The cost of all functions of one object file in callgrind's output, without what they call.

    >>> own_cost(["ob=/tmp/a.so", "fn=f", "12 5", "cob=/lib/libm.so", "cfn=exp", "calls=1 0", "13 900", "14 2"], "a.so")
    7
    """
    total, inside, calls = 0, False, False
    for line in lines:
        if line.startswith("ob="):
            inside = Path(line.removeprefix("ob=")).name == object_name
        elif line.startswith("calls="):
            calls = True  # the next line is the cost of what is called
        elif line[:1].isdigit():
            total += int(line.split()[1]) if inside and not calls else 0
            calls = False
    return total


def complaint(name: str, new: Count, before: Count | None) -> str | None:
    """What is wrong with a count; None if nothing is."""
    if before is None:
        return f"{name} has no count in {COUNTS.name}; write one by: {UPDATE}"
    growth = new.instructions / before.instructions - 1
    if growth <= GROWTH:
        return None
    return (
        f"{name} takes {new.instructions} instructions, {100 * growth:.1f} % more than the {before.instructions} in "
        f"{COUNTS.name}. If that is meant: {UPDATE}"
    )


def shown(name: str, new: Count, before: Count | None) -> str:
    change = f"{100 * (new.instructions / before.instructions - 1):+7.1f} %" if before else "      new"
    return f"{name:<40}{new.processor:<12}{new.instructions:>10}{change}"


@click.command()
@click.option("--update", is_flag=True, help="Write the counts into the file.")
def main(update: bool) -> None:
    """Count the instructions of the derivatives, and compare them with those in the file."""
    reason = obstacle() if update else incomparable()
    if reason:
        raise click.ClickException(reason)
    before = stored()[1] if COUNTS.exists() else {}
    counts: Counts = {}
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        driver = build_driver(folder)
        for program in (*PROGRAMS, *KERNELS):
            new = count_newly(program, driver, folder) if update else count_again(program, before, driver, folder)
            counts.update(new)
            for key, value in new.items():
                click.echo(shown(key, value, before.get(key)))
    if update:
        store(counts)
        return
    complaints = [text for key, new in counts.items() if (text := complaint(key, new, before.get(key)))]
    for text in complaints:
        click.echo(text, err=True)
    sys.exit(1 if complaints else 0)


if __name__ == "__main__":
    main()
