"""Parser of compiler command lines, for ``irad cc`` and ``irad fc``."""

from __future__ import annotations

import os
import re
import shlex
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from irad.errors import IradError
from irad.frontends.clang import language_of
from irad.frontends.clang.compile import CXX, FORTRAN

IR = frozenset((".ll", ".bc"))
SOURCES = CXX | FORTRAN | {".c", ".i", ".ii"}
# Flags whose value is the next word: of the compiler, and of the linker.
_VALUE = frozenset(
    "-I -D -U -include -imacros -isystem -iquote -idirafter -isysroot --sysroot -MF -MT -MQ -Xclang -Xpreprocessor "
    "-Xassembler -mllvm --param -target -arch -J -module-dir".split()
)
_LINK_VALUE = frozenset("-L -l -Xlinker -T -u -z -e -framework -rpath".split())
_LINK = re.compile(r"-(?:l|L|Wl,|shared$|static|rdynamic$|pie$|no-pie$|nostdlib|nodefaultlibs|nostartfiles|fuse-ld=|s$|T)")
_BOTH = ("-pthread", "-fopenmp", "-fsanitize=", "-march=", "-mcpu=", "-target", "--target=", "-stdlib=", "--sysroot")
_LEVELS = {"": 1, "0": 0, "g": 1, "1": 1, "2": 2, "s": 2, "z": 2, "3": 3, "4": 3, "fast": 3}
# Flags on which no code is generated: the compiler answers alone.
_QUESTIONS = frozenset("-E -M -MM -fsyntax-only -### --version -v --help -help -dumpversion -dumpmachine".split())


@dataclass
class Command:
    """A parsed command line of a compiler."""

    sources: list[str] = field(default_factory=list)
    inputs: list[str] = field(default_factory=list)  # objects and libraries, as they stand
    flags: list[str] = field(default_factory=list)
    link_flags: list[str] = field(default_factory=list)
    link_line: list[str] = field(default_factory=list)  # inputs and flags of the linker, in the order given
    languages: dict[str, str] = field(default_factory=dict)  # of sources that came behind -x
    output: str = ""
    stage: str = "link"  # or "object" (-c), "assembly" (-S), "ir" (-S -emit-llvm), "bitcode" (-c -emit-llvm)
    level: int = 0
    fortran: bool = False  # the command was irad fc

    @property
    def cpu(self) -> str | None:
        """The CPU that the flags select; None is the baseline."""
        for flag in reversed(self.flags):
            for start in ("-march=", "-mcpu="):
                if flag.startswith(start):
                    name = flag.removeprefix(start)
                    return "host" if name == "native" else name
        return None

    @property
    def language(self) -> str:
        """The language whose run-time libraries the program needs."""
        found = {self.languages.get(s) or language_of(Path(s)) for s in self.sources if Path(s).suffix not in IR}
        if self.fortran:
            return "fortran"
        return next((x for x in ("fortran", "c++") if x in found), "c")

    @property
    def debug(self) -> bool:
        """Whether the flags ask for debug information."""
        found = [f for f in self.flags if f.startswith("-g")]
        return bool(found) and found[-1] != "-g0"


def is_question(args: Sequence[str]) -> bool:
    """Whether the compiler answers this command without generating code (``-E``, ``--version`` ...)."""
    return any(word in _QUESTIONS or word.startswith("-print-") for word in args)


def parse_command(args: Sequence[str], fortran: bool = False) -> Command:
    """Parse a command line as clang does; raises `IradError` if there is no source."""
    made = Command(fortran=fortran)
    words = iter(expand_files(args))
    emit_llvm = False
    language = ""
    for word in words:
        if word == "--in-place-of":  # as CMake launches it: the compiler that would have run follows
            _next(words, word)
        elif word == "--":  # names of files follow, even if they look like options
            for name in words:
                _input(made, f"./{name}" if name.startswith("-") else name, language)
        elif word == "-o":
            made.output = _next(words, word)
            if not made.output:
                raise IradError("-o needs the name of a file", code="usage")
        elif word.startswith("-o") and not word.startswith("-object"):
            made.output = word[2:]
        elif word in ("-c", "-S"):
            made.stage = "object" if word == "-c" else "assembly"
        elif word == "-emit-llvm":
            emit_llvm = True
        elif word.startswith("-x"):
            language = word[2:] or _next(words, word)
            language = "" if language == "none" else _language(language)
        elif (found := re.match(r"-O([0-4gsz]|fast)?$", word)) is not None:
            made.level = _LEVELS[found[1] or ""]
            made.flags.append(word)
        elif word in _VALUE:
            made.flags += [word, _next(words, word)]
        elif word in _LINK_VALUE:
            _link(made, word, _next(words, word))
        elif word == "-" or not word.startswith("-"):
            _input(made, word, language)
        elif _LINK.match(word):
            _link(made, word)
        else:
            made.flags.append(word)
            if word.startswith(_BOTH):
                _link(made, word)
    if emit_llvm and made.stage != "link":
        made.stage = "ir" if made.stage == "assembly" else "bitcode"
    _check(made)
    return made


def _check(made: Command) -> None:
    if not made.sources and not made.inputs:
        raise IradError("no input files", code="usage")
    if made.output and made.stage != "link" and len(made.sources) + len(made.inputs) > 1:
        raise IradError("-o takes one source with -c or -S", code="usage")


def _input(made: Command, word: str, language: str) -> None:
    if language or Path(word).suffix in SOURCES | IR:
        made.sources.append(word)
        if language:
            made.languages[word] = language
    elif word == "-":
        raise IradError("what comes from standard input needs a language: -x c", code="usage")
    else:
        made.inputs.append(word)
        made.link_line.append(word)


def _link(made: Command, *words: str) -> None:
    made.link_flags += words
    made.link_line += words


def _language(name: str) -> str:
    known = {"c": "c", "c++": "c++", "f95": "fortran", "f77": "fortran", "fortran": "fortran", "ir": "ir"}
    if name not in known:
        raise IradError(f"-x {name} is not a language that can be differentiated", hint="c, c++, f95 or ir", code="usage")
    return known[name]


def _next(words: Iterator[str], flag: str) -> str:
    try:
        return next(words)
    except StopIteration:
        raise IradError(f"{flag} needs a value", code="usage") from None


def expand_files(args: Sequence[str], depth: int = 0) -> list[str]:
    """The words with each ``@file`` replaced by those in the file; if the file does not exist it is an ordinary word."""
    out: list[str] = []
    for word in args:
        path = Path(word[1:])
        if word.startswith("@") and path.is_file() and depth < 20:
            try:
                words = shlex.split(os.fsdecode(path.read_bytes()))
            except ValueError as error:
                raise IradError(f"{path} is no list of arguments: {error}", code="usage") from None
            out += expand_files(words, depth + 1)
        else:
            out.append(word)
    return out
