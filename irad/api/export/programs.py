"""Programs and objects from C, C++, Fortran and IR with marked calls: what ``irad cc`` and ``irad fc`` do.

Compile to IR, differentiate the marked calls, optimise, emit an object, link.  Sources that are linked in one command become one
module first, so that a marked call may differentiate functions of other files.  After an error there is no output, not even
that of an earlier run.
"""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path

from irad.api.export.command_line import IR, SOURCES, Command, expand_files, is_question, parse_command
from irad.errors import IradError
from irad.files import refuse_input, remove_output, same_file, write_whole
from irad.frontends.clang import (
    compile_to_ir,
    find_clang,
    find_flang,
    has_vectors,
    instrument,
    is_instrumented,
    language_of,
    link_program,
)
from irad.llvm.border.head_text import defined
from irad.llvm.final import Final
from irad.llvm.guard import accept_file, check_cpu
from irad.llvm.linking import link
from irad.options import Options
from irad.pipeline import expand_program, finish

__all__ = ["Command", "include_dir", "is_question", "parse_command", "pass_on", "read_source", "run_command"]

_SUFFIX = {"object": ".o", "assembly": ".s", "ir": ".ll", "bitcode": ".bc"}


def run_command(command: Command) -> list[Path]:
    """Execute a command; returns the files that were written."""
    _check_files(command)
    if any((command.languages.get(s) or Path(s).suffix) in IR | {"ir"} for s in command.sources):  # else clang tells
        check_cpu(command.cpu)
    try:
        if command.stage == "link":
            return [_program(command)]
        return [_translate(command, source) for source in command.sources]
    except BaseException:  # Ctrl-C too: no half-written output stays
        for output in outputs(command):
            remove_output(output)
        raise


def _check_files(command: Command) -> None:
    """Check, before anything is written or removed, that the inputs exist, and that no output is an input or another output."""
    for source in command.sources:
        if Path(source).is_dir():
            raise IradError(f"{source} is a directory", code="no-file")
        if source != "-" and not Path(source).is_file():
            raise IradError(f"there is no file {source}", code="no-file")
    inputs = [name for name in (*command.sources, *command.inputs) if name != "-"]
    made: list[Path] = []
    for output in [*outputs(command), *_rule_files(command)]:
        if str(output) == "-":
            continue
        refuse_input(output, inputs)
        if output.suffix in SOURCES | {".h"}:
            why = f"{output} has the name of a source, not of what is to be made"
            raise IradError(why, hint="is a word missing behind -o?", code="usage")
        if any(same_file(output, other) for other in made):
            why = f"two outputs would be one file, {output}"
            raise IradError(why, hint="compile the sources one at a time, each with an -o of its own", code="usage")
        made.append(output)


def outputs(command: Command) -> list[Path]:
    """The files that a command is to write."""
    if command.stage == "link":
        return [Path(command.output or "a.out")]
    return [_output(command, source) for source in command.sources]


def _output(command: Command, source: str) -> Path:
    return Path(command.output or Path(source).with_suffix(_SUFFIX[command.stage]).name)


def pass_on(args: Sequence[str], command: Command | None = None) -> int:
    """Let the compiler answer alone; its exit status."""
    words = expand_files(args)
    if "--in-place-of" in words:
        at = words.index("--in-place-of")
        del words[at : at + 2]
    _check_words(words)
    fortran = command is not None and command.language == "fortran"
    driver = list(find_flang().command) if fortran else find_clang().driver(command is not None and command.language == "c++")
    include = [] if fortran else ["-idirafter", str(include_dir())]
    return subprocess.run([*driver, *words, *include], check=False).returncode


def _check_words(words: Sequence[str]) -> None:
    """As `_check_files`, for a command that only the compiler understands."""
    at = next((i for i, word in enumerate(words) if word.startswith("-o") and not word.startswith("-object")), None)
    if at is not None:
        output = words[at][2:] or "".join(words[at + 1 : at + 2])
        others = [*words[:at], *words[at + (1 if words[at][2:] else 2) :]]
        refuse_input(output, [word for word in others if not word.startswith("-")])


def _program(command: Command) -> Path:
    output = Path(command.output or "a.out")
    objects: list[bytes | str | os.PathLike[str]] = []
    if command.sources:
        alone = not command.inputs and not {"-shared", "-rdynamic"} & set(command.link_flags)
        sources = [_read(command, s) for s in command.sources]
        whole = link(sources) if sources[1:] else sources[0]
        exports = ["main", "_QQmain"] if alone and "main" in defined(whole) else None
        final = _finish(whole, command, exports, vectors=has_vectors(command.language))
        objects.append(final.object(command.cpu, level=command.level))
    link_program(objects, output, command.link_line, command.language)
    return output


def _translate(command: Command, source: str) -> Path:
    output = _output(command, source)
    final = _finish(_read(command, source), command, None)
    if command.stage == "object":
        _write(output, final.object(command.cpu, level=command.level))
    elif command.stage == "bitcode":
        _write(output, final.bitcode())
    else:
        _write(output, (final.text if command.stage == "ir" else final.assembly(command.cpu, command.level)).encode())
    return output


def _write(output: Path, data: bytes) -> None:
    if str(output) == "-":
        sys.stdout.buffer.write(data)
    else:
        write_whole(output, data)


def include_dir() -> Path:
    """Where ``<irad/irad.h>`` is."""
    return Path(__file__).resolve().parents[2] / "include"


def _read(command: Command, source: str) -> str:
    """The IR of one of a command's sources; rules for make (``-MMD``) name the object, not intermediate IR."""
    flags = list(command.flags)
    if _wants_rules(command):
        if "-MF" not in flags:
            flags += ["-MF", str(_rule_file(command, source))]
        if not {"-MT", "-MQ"} & set(flags):
            flags += ["-MT", _target(command, source)]
    return read_source(source, flags, command.languages.get(source))


def _wants_rules(command: Command) -> bool:
    return bool({"-MD", "-MMD"} & set(command.flags))


def _target(command: Command, source: str) -> str:
    """The target of a rule for make."""
    return str(_output(command, source)) if command.stage != "link" else Path(source).with_suffix(".o").name


def _rule_file(command: Command, source: str) -> Path:
    return Path(_target(command, source)).with_suffix(".d")


def _rule_files(command: Command) -> list[Path]:
    """The files to which rules for make are written."""
    if "-MF" in command.flags:
        return [Path(command.flags[command.flags.index("-MF") + 1])]
    return [_rule_file(command, source) for source in command.sources] if _wants_rules(command) else []


def read_source(path: str, flags: Sequence[str] = (), language: str | None = None) -> str:
    """IR of a source file (which finds ``<irad/irad.h>``), or of a file of IR."""
    file = Path(path)
    if language == "ir" or (language is None and file.suffix in IR):
        return _read_ir(path)
    include = [] if (language or language_of(file)) == "fortran" else ["-idirafter", str(include_dir())]
    return compile_to_ir(file, [*flags, *include], language)


def _read_ir(path: str) -> str:
    try:
        data = sys.stdin.buffer.read() if path == "-" else Path(path).read_bytes()
    except OSError as error:
        raise IradError(f"cannot read {path}: {error.strerror}", code="no-file") from None
    return accept_file(data, path)


def _finish(text: str, command: Command, exports: Sequence[str] | None, vectors: bool = False) -> Final:
    options = Options(level=command.level)
    module = expand_program(text, options)
    final = finish(module, exports, options, command.cpu, thread_local=True, vectors=vectors, lines=command.debug)
    return Final(instrument(final.text, command.flags)) if is_instrumented(command.flags) else final
