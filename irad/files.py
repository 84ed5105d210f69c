"""Output files: written completely or not at all, and never over an input or over a file that irad did not make."""

from __future__ import annotations

import os
import secrets
import stat
from collections.abc import Iterable
from contextlib import suppress
from pathlib import Path

from irad.errors import IradError

Name = str | os.PathLike[str]


def write_whole(path: Name, data: bytes | str, executable: bool = False) -> None:
    """Write ``path`` under another name and rename it, so that an interrupted run leaves the file as it was.

    A link stays a link: its target is replaced.  A file's permissions are kept.  Devices and pipes are written to directly.
    """
    target = Path(os.path.realpath(path))
    content = data.encode() if isinstance(data, str) else data
    try:
        old = target.stat()
    except FileNotFoundError:
        old = None
    if old is not None and not stat.S_ISREG(old.st_mode):
        target.write_bytes(content)
        return
    if old is not None and not os.access(target, os.W_OK):
        raise PermissionError(13, "Permission denied", str(path))  # a rename would not ask
    part = target.parent / f".{target.name[:100]}.{secrets.token_hex(4)}.part"
    try:
        handle = os.open(part, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o777 if executable else 0o666)
    except PermissionError:
        if old is None:
            raise
        target.write_bytes(content)  # a folder in which nothing can be made
        return
    try:
        with os.fdopen(handle, "wb") as file:
            file.write(content)
            if old is not None:
                os.fchmod(file.fileno(), stat.S_IMODE(old.st_mode) | (0o111 & ~_umask(part) if executable else 0))
        os.replace(part, target)
    except BaseException:  # Ctrl-C too: no file that is half written stays
        with suppress(OSError):
            os.unlink(part)
        raise


def _umask(fresh: Path) -> int:
    """The umask of this process, as seen in the permissions of a new file that was requested with all of them."""
    return 0o777 & ~stat.S_IMODE(fresh.stat().st_mode)


def remove_output(path: Name) -> None:
    """Remove what an earlier run wrote, after a failure; links, devices and folders stay."""
    with suppress(OSError):
        if stat.S_ISREG(os.lstat(path).st_mode):
            os.unlink(path)


def refuse_input(output: Name, inputs: Iterable[Name]) -> None:
    """Raise `IradError` if ``output`` is one of the ``inputs``, under whatever name."""
    for given in inputs:
        if same_file(output, given):
            raise IradError(f"the output {output} is an input as well", hint="name another file with -o", code="usage")


def same_file(a: Name, b: Name) -> bool:
    """Whether two paths name the same regular file, or would if it existed."""
    with suppress(OSError, ValueError):
        return os.path.samefile(a, b) and stat.S_ISREG(os.stat(a).st_mode)
    return os.path.realpath(a) == os.path.realpath(b)


def refuse_foreign(path: Name, mark: str) -> None:
    """Raise `IradError` if there is a file ``path`` whose first lines do not have ``mark``: irad did not make it."""
    try:
        with open(path, "rb") as file:
            found = mark.encode() in file.read(400)
    except FileNotFoundError:
        return
    if not found:
        raise IradError(
            f"{path} is there already, and irad did not make it",
            hint="let the library go to a folder of its own, or remove the file",
            code="usage",
        )
