"""C, C++ and Fortran to LLVM IR text, by running a compiler.

Only clang's front end runs (``-O2 -Xclang -disable-llvm-passes``), whatever level the user gave: at -O0 there would be no
type-based alias information and every function would be ``optnone``; after the passes loops would be unrolled and vectorised.
The user's level applies to the final optimisation, after differentiation.  flang cannot stop before the passes, so those that
unroll and vectorise are switched off.
"""

from __future__ import annotations

import hashlib
import linecache
import os
import re
import subprocess
import tempfile
import warnings
from collections.abc import Sequence
from pathlib import Path

from irad.demangle import readable
from irad.errors import IradError, Place
from irad.frontends.clang.compilers import CompilerDriver, find_clang, find_flang
from irad.llvm.border.normal_text import hide_types
from irad.llvm.border.session import decode

CXX = frozenset((".cc", ".cpp", ".cxx", ".C", ".c++", ".cp", ".hpp"))
FORTRAN = frozenset((".f", ".for", ".f90", ".f95", ".f03", ".f08", ".f18", ".F", ".F90", ".F95", ".F03", ".F08"))
SUFFIX = {"c": ".c", "c++": ".cpp", "fortran": ".f90"}

_ALIASING = ("-fstrict-aliasing", "-fno-strict-aliasing")
_LEVEL = re.compile(r"-O([0-3szg]|fast)?$")
_MESSAGE = re.compile(r"^(.+?):(\d+):(\d+): (?:fatal )?error: (.*)$", re.M)
_FATAL = re.compile(r"^(?:[-\w+.]+: )?(?:fatal )?error: (.*)$", re.M)
# Attributes that a plugin would know: as annotations they reach the IR.
_ATTRIBUTES = [
    f"-D{name}{macro}"
    for name in ("enzyme", "irad")
    for macro in (
        f'_inactive=annotate("{name}_inactive")',
        f'_inactive_noblock=annotate("{name}_inactive")',
        f'_function_like(x)=annotate("{name}_function_like=" x)',
        f'_shadow(x)=annotate("{name}_shadow=" #x)',
    )
]
_SANITIZE = ("-fsanitize", "-fno-sanitize")
_PASSES = re.compile(r"(?<!no-)sanitize=\S*(address|thread|memory|type|realtime|fuzzer)|sanitize-coverage")
# Counters that clang puts into the IR of the source, and maps of them: LLVM ends the process where a derivative has them.
_COUNTED = re.compile(r"-f(?:profile-instr-generate|coverage-mapping)(?:=.*)?$")
_CPU = ("-march", "-mcpu", "-target", "--target", "-mtune")


class CompilerWarning(UserWarning):
    """The C or Fortran compiler warned about the source."""


class CompileError(IradError):
    """An error of a compiler: ``message`` and ``place`` are those of its first error, the text is its own."""

    code = "compile"

    def __init__(self, message: str, said: str, place: Place) -> None:
        self.said = said.strip()
        super().__init__(message, place=place)

    def render(self) -> str:
        return readable(self.said)


def compile_to_ir(source_or_path: str | os.PathLike[str], flags: Sequence[str] = ("-O2",), language: str | None = None) -> str:
    """LLVM IR text of a source: text if it has a newline or a brace, else a path.

    ``language``: "c", "c++" or "fortran"; without it ``-x`` and ``-std`` among the flags decide, or the file's suffix, or it
    is C.  ``flags`` go to the compiler; code for this machine's CPU is made on ``-march=native`` only.  Raises `IradError`
    with the compiler's first message and the line it is about, and issues `CompilerWarning` for its warnings.  The path
    "-" is standard input.

    >>> "fmul double" in compile_to_ir("double f(double x) { return x * x; }")
    True
    """
    given = os.fspath(source_or_path)
    if isinstance(source_or_path, str) and ("\n" in given or "{" in given):
        language = language or _language_of_flags(flags) or "c"
        with tempfile.TemporaryDirectory() as folder:
            path = Path(folder) / ("source" + _suffix(language))
            path.write_text(_marked(given, language))
            return _run(path, [*flags, "-iquote", "."] if language != "fortran" else list(flags), language)
    path = Path(given)
    if not path.is_file() and given != "-":
        raise IradError(f"there is no file {path}", code="no-file")
    return _run(path, flags, language or _language_of_flags(flags) or language_of(path))


def language_of(path: Path) -> str:
    """The language that a file's suffix stands for."""
    if path.suffix in FORTRAN:
        return "fortran"
    return "c++" if path.suffix in CXX else "c"


def _language_of_flags(flags: Sequence[str]) -> str | None:
    words = " ".join(flags)
    if re.search(r"-x ?c\+\+|-std=(?:c|gnu)\+\+", words):
        return "c++"
    return None


def _suffix(language: str) -> str:
    if language not in SUFFIX:
        raise IradError(f"there is no language {language!r}", hint=f"one of {', '.join(SUFFIX)}", code="usage")
    return SUFFIX[language]


def _marked(source: str, language: str) -> str:
    """Source text under a unique file name, under which Python's `linecache` has its lines for messages."""
    if language == "fortran":
        return source
    name = f"<{language} source {hashlib.sha256(source.encode()).hexdigest()[:8]}>"
    linecache.cache[name] = (len(source), None, [line + "\n" for line in source.split("\n")], name)
    return f'#line 1 "{name}"\n{source}'


def _run(path: Path, flags: Sequence[str], language: str) -> str:
    compiler = find_flang() if language == "fortran" else find_clang()
    with tempfile.TemporaryDirectory() as folder:
        out = Path(folder) / "out.ll"
        command = front_command(compiler, flags, language)
        done = subprocess.run([*command, as_word(path), "-o", str(out)], capture_output=True, check=False)
        errors = done.stderr.decode(errors="replace")
        if done.returncode != 0:
            raise compile_error(errors)
        if said := "\n".join(line for line in errors.split("\n") if line and not line.startswith("zig: ")):
            warnings.warn(said, CompilerWarning, stacklevel=4)
        text = decode(out.read_bytes())
        return text if compiler.kind == "flang" or keeps_types(flags) else hide_types(text)


def as_word(path: str | os.PathLike[str]) -> str:
    """A path as a compiler's argument, which is never taken for a flag or a response file, whatever its name."""
    text = os.fspath(path)
    return f"./{text}" if text.startswith(("-", "@")) and text != "-" else text


def is_instrumented(flags: Sequence[str]) -> bool:
    """Whether ``flags`` select a sanitizer that `instrument` adds."""
    return _PASSES.search(" ".join(f for f in flags if f.startswith(_SANITIZE))) is not None


def instrument(text: str, flags: Sequence[str]) -> str:
    """IR with the checks of ``-fsanitize=address`` and the like among ``flags``, which are passes of clang's.

    Checks of undefined behaviour need none: they are in the IR of the source.
    """
    chosen = [f for f in flags if f.startswith(_SANITIZE)]
    with tempfile.TemporaryDirectory() as folder:
        source, out = Path(folder) / "in.ll", Path(folder) / "out.ll"
        source.write_text(text)
        words = ["-w", "-O0", "-S", "-emit-llvm", "-x", "ir", *chosen, *(f for f in flags if f.startswith(_CPU))]
        done = subprocess.run([*find_clang().driver(False), *words, str(source), "-o", str(out)], capture_output=True, text=True)
        if done.returncode != 0:
            raise compile_error(done.stderr)
        return out.read_text()


def keeps_types(flags: Sequence[str]) -> bool:
    """Whether LLVM may use the accesses' TBAA, as with ``-fstrict-aliasing``, which is clang's default but for -O0.

    Where it may not, only irad's analysis of memory reads the types.
    """
    levels = [m[1] for f in flags if (m := _LEVEL.match(f))]
    said = [f for f in flags if f in _ALIASING]
    return said[-1] == _ALIASING[0] if said else bool(levels) and levels[-1] != "0"


def front_command(compiler: CompilerDriver, flags: Sequence[str], language: str) -> list[str]:
    """The command for the front end, to be followed by the source and ``-o``."""
    if counted := next((f for f in flags if _COUNTED.match(f)), None):
        raise IradError(
            f"{counted} is not supported: a source's profile has no meaning for the derivatives made of it",
            hint="leave it away, or compile with clang itself the files that have no marked calls; --coverage and -pg work",
            code="usage",
        )
    kept = [f for f in flags if not _LEVEL.match(f) and f not in ("-g0", *_ALIASING)]
    if not any(f.startswith("-g") for f in kept):
        kept.append("-gline-tables-only")
    if compiler.kind == "flang":
        quiet = ("-O2", "-fno-vectorize", "-fno-slp-vectorize", "-fno-unroll-loops")
        return [*compiler.command, "-S", "-emit-llvm", *quiet, *kept]
    if "-Ofast" in flags:
        kept.append("-ffast-math")
    if compiler.kind == "zig":
        # zig checks for undefined behaviour and compiles for this very CPU unless told otherwise.
        if not any(f.startswith("-fsanitize") for f in flags):
            kept.append("-fno-sanitize=undefined")
        if not any(f.startswith(_CPU) for f in flags):
            kept.append("-mcpu=baseline")
    if not any(f.startswith("-fstack-protector") for f in flags):
        kept.append("-fno-stack-protector")
    words = [*_ATTRIBUTES, "-x", language]
    front = ["-O2", "-Xclang", "-disable-llvm-passes", "-fno-discard-value-names", "-Qunused-arguments"]
    return [*compiler.driver(language == "c++"), "-S", "-emit-llvm", *front, *kept, *words]


def compile_error(stderr: str) -> IradError:
    """The compiler's errors as an irad error: about the first one, and with the text of all, notes too."""
    found = _MESSAGE.search(stderr)
    if found is None:
        fatal = _FATAL.search(stderr)
        text = fatal[1] if fatal else stderr.strip()[-2000:]
        return IradError(f"the compiler failed: {text}", code="compile")
    name, line, column = found[1], int(found[2]), int(found[3])
    # clang prints the line below its message, as "   12 |     text"; by then a temporary file is gone.
    shown = re.match(r"\n *\d+ \| ?(.*)", stderr[found.end() :])
    text = linecache.getline(name, line).rstrip("\n") or (shown[1] if shown else "")
    if not text and (lines := stderr[found.end() :].split("\n"))[1:]:
        text = lines[1]
    return CompileError(found[4], stderr, Place(name, line, column, text))
