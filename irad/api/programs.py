"""Programs and objects from C, C++, Fortran and IR with marked calls: what ``irad cc`` does.

Compile to IR, differentiate the marked calls, optimise, emit an object, link.  Sources that are linked in one command become one
module first, so that a marked call may differentiate functions of other files.
"""

from __future__ import annotations

import os
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from irad.errors import IradError
from irad.frontends.clang import compile_to_ir, language_of, link_program
from irad.frontends.clang.compile import CXX, FORTRAN
from irad.llvm.guard import accept, accept_bitcode
from irad.llvm.link import link
from irad.llvm.object import emit_asm, emit_object
from irad.llvm.session import canonical
from irad.options import Options
from irad.pipeline import expand_marked, finish

_SOURCE = CXX | FORTRAN | {".c"}
_IR = frozenset((".ll", ".bc"))
# Flags whose value is the next word: of the compiler, and of the linker.
_VALUE = frozenset(
    "-I -D -U -include -imacros -isystem -iquote -idirafter -isysroot -x -MF -MT -MQ -Xclang -target -arch".split()
)
_LINK_VALUE = frozenset("-L -l -Xlinker -T -u -z -framework".split())
_LINK = re.compile(r"-(?:l|L|Wl,|shared$|static|rdynamic$|pie$|no-pie$|nostdlib|nodefaultlibs|fuse-ld=|s$|T)")
_BOTH = ("-pthread", "-fopenmp", "-fsanitize=", "-march=", "-mcpu=", "-target", "--target=", "-stdlib=")
_LEVELS = {"": 1, "0": 0, "g": 1, "1": 1, "2": 2, "s": 2, "z": 2, "3": 3, "fast": 3}


@dataclass
class Command:
    """A compiler's command line, sorted."""

    sources: list[str] = field(default_factory=list)
    inputs: list[str] = field(default_factory=list)  # objects and libraries, as they stand
    flags: list[str] = field(default_factory=list)
    link_flags: list[str] = field(default_factory=list)
    output: str = ""
    stage: str = "link"  # or "object" (-c), "assembly" (-S), "ir" (-S -emit-llvm)
    level: int = 0

    @property
    def cpu(self) -> str | None:
        """The CPU that was asked for; None is the baseline."""
        for flag in reversed(self.flags):
            for start in ("-march=", "-mcpu="):
                if flag.startswith(start):
                    name = flag.removeprefix(start)
                    return "host" if name == "native" else name
        return None

    @property
    def language(self) -> str:
        """The language whose libraries the program needs."""
        found = {language_of(Path(s)) for s in self.sources if Path(s).suffix in _SOURCE}
        return next((x for x in ("fortran", "c++") if x in found), "c")


def parse_command(args: Sequence[str]) -> Command:
    """Sort the words of a command line in the manner of clang's; raises `IradError` without a source."""
    made = Command()
    words = iter(args)
    emit_llvm = False
    for word in words:
        if word == "--in-place-of":  # as CMake launches it: the compiler that would have run follows
            _next(words, word)
        elif word == "-o":
            made.output = _next(words, word)
        elif word in ("-c", "-S"):
            made.stage = "object" if word == "-c" else "assembly"
        elif word == "-emit-llvm":
            emit_llvm = True
        elif (found := re.match(r"-O([0-3gsz]|fast)?$", word)) is not None:
            made.level = _LEVELS[found[1] or ""]
            made.flags.append(word)
        elif word in _VALUE:
            made.flags += [word, _next(words, word)]
        elif word in _LINK_VALUE:
            made.link_flags += [word, _next(words, word)]
        elif not word.startswith("-"):
            (made.sources if Path(word).suffix in _SOURCE | _IR else made.inputs).append(word)
        elif _LINK.match(word):
            made.link_flags.append(word)
        else:
            made.flags.append(word)
            if word.startswith(_BOTH):
                made.link_flags.append(word)
    if emit_llvm and made.stage != "link":
        made.stage = "ir"
    if not made.sources and not made.inputs:
        raise IradError("no input files", code="usage")
    if made.output and made.stage != "link" and len(made.sources) > 1:
        raise IradError("-o takes one source with -c or -S", code="usage")
    return made


def _next(words: Iterator[str], flag: str) -> str:
    try:
        return next(words)
    except StopIteration:
        raise IradError(f"{flag} needs a value", code="usage") from None


def run_command(command: Command) -> list[Path]:
    """Do what a command says; the files that were written."""
    if command.stage == "link":
        return [_program(command)]
    return [_translate(command, source) for source in command.sources]


def _program(command: Command) -> Path:
    output = Path(command.output or "a.out")
    objects: list[bytes | str | os.PathLike[str]] = []
    if command.sources:
        alone = not command.inputs and not {"-shared", "-rdynamic"} & set(command.link_flags)
        whole = link([read_source(s, command.flags) for s in command.sources])
        exports = ["main", "_QQmain"] if alone and re.search(r"^define [^\n]*@main\(", whole, re.M) else None
        objects.append(emit_object(_finish(whole, command, exports), command.cpu, level=command.level))
    link_program([*objects, *command.inputs], output, command.link_flags, command.language)
    return output


def _translate(command: Command, source: str) -> Path:
    suffix = {"object": ".o", "assembly": ".s", "ir": ".ll"}[command.stage]
    output = Path(command.output or Path(source).with_suffix(suffix).name)
    text = _finish(read_source(source, command.flags), command, None)
    if command.stage == "object":
        output.write_bytes(emit_object(text, command.cpu, level=command.level))
    else:
        output.write_text(text if command.stage == "ir" else emit_asm(text, command.cpu, command.level))
    return output


def include_dir() -> Path:
    """Where ``<irad/irad.h>`` is."""
    return Path(__file__).resolve().parent.parent / "include"


def read_source(path: str, flags: Sequence[str] = ()) -> str:
    """IR of a source file (which finds ``<irad/irad.h>``), or of a file of IR."""
    file = Path(path)
    if file.suffix not in _IR:
        return canonical(compile_to_ir(file, [*flags, "-idirafter", str(include_dir())]))
    try:
        data = file.read_bytes()
    except OSError as error:
        raise IradError(f"cannot read {path}: {error.strerror}", code="no-file") from None
    return accept_bitcode(data) if file.suffix == ".bc" else accept(data.decode("utf-8", "replace"))


def _finish(text: str, command: Command, exports: Sequence[str] | None) -> str:
    options = Options(level=command.level)
    return finish(expand_marked(text, options), exports, options, command.cpu, thread_local=True)
