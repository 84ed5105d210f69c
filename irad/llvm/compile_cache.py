"""Compiled code on disk: a folder of files named by what they were compiled from.

The folder belongs to irad alone: irad made it and marked it with a file ``CACHEDIR.TAG``, which backup programs recognise,
too.  A folder that was there before is the user's, whatever ``IRAD_CACHE_DIR`` says: there the cache is a folder
``irad-cache`` inside.  Nothing but files of irad's naming in a marked folder is ever removed.

An entry is written under another name and then renamed, so that processes that run at the same time never see half of one;
each begins with a hash of the rest, so that a damaged one counts as absent, and with its key, so that one under another's
name does.  When the folder has grown beyond its limit the entries that were not used for longest go.

``IRAD_CACHE_DIR`` names the folder, ``IRAD_CACHE=0`` switches the cache off, ``IRAD_CACHE_SIZE`` is the limit in MiB; empty
means unset.
"""

from __future__ import annotations

import hashlib
import os
import platform
import re
import shutil
import stat
import tempfile
import time
import warnings
from contextlib import suppress
from functools import cache
from pathlib import Path

import llvmlite
import llvmlite.binding as llvm

from irad._version import __version__

_DEFAULT_MIB = 512
_HASH = 32
_ENTRY = re.compile(r"[0-9a-f]{64}\.irad")
_PART = re.compile(r"irad-\w+\.part")  # an entry that is being written, or whose writer was killed
_FORGOTTEN = 3600.0  # seconds after which a partial file counts as abandoned
_MARKER = "CACHEDIR.TAG"
# The first line is the convention of https://bford.info/cachedir/, the second says whose cache it is.
_MARK = b"""Signature: 8a477f597d28d172789f06886806bc55
# Compiled code of irad (https://bford.info/cachedir/). It can be deleted at any time, and irad deletes files here.
"""


class DiskCache:
    """Bytes by key.  ``limit`` bounds the sum of the file sizes; ``asked``: the user named the folder; failures are reported."""

    def __init__(self, folder: Path, limit: int = _DEFAULT_MIB << 20, asked: bool = False) -> None:
        self.folder, self.limit, self.asked = folder.expanduser().absolute(), limit, asked
        self.hits = self.misses = 0

    def get(self, key: str) -> bytes | None:
        """What was stored under ``key``, None if there is nothing (or the entry is damaged)."""
        name = _name(key)
        home = self.home()
        found = _read(home / name, bytes.fromhex(name[: 2 * _HASH])) if home is not None else None
        if found is None:
            self.misses += 1
        else:
            self.hits += 1
        return found

    def put(self, key: str, data: bytes) -> bool:
        """Store ``data``; False when that is not possible."""
        if len(data) + 2 * _HASH > self.limit:
            return False
        name = _name(key)
        try:
            home = self._made()
            rest = bytes.fromhex(name[: 2 * _HASH]) + data
            _write(home / name, hashlib.sha256(rest).digest() + rest)
        except OSError as error:
            self._complain(error)
            return False
        self._shrink(home)
        return True

    def home(self) -> Path | None:
        """Where the entries are: the folder itself, or irad's own in a folder that has other files; None if neither is there."""
        return next((h for h in (self.folder, self.folder / "irad-cache") if _marked(h)), None)

    def _made(self) -> Path:
        """As `home`, made where it is not there; `OSError` where that cannot be."""
        if not self.folder.exists():
            _make(self.folder)
        inner = self.folder / "irad-cache"
        if self.home() is None:
            _make(inner)
        found = self.home()
        if found is None:
            raise PermissionError(None, "it is not a folder that irad made, or others may write to it", str(inner))
        return found

    def _complain(self, error: OSError) -> None:
        """Warn, once, that the folder that the user named cannot be used."""
        if self.asked:
            self.asked = False
            why = f"{error.filename or self.folder}: {error.strerror or error}"
            warnings.warn(f"irad keeps no compiled code on disk: {why} (IRAD_CACHE_DIR)", RuntimeWarning, stacklevel=2)

    def _shrink(self, home: Path) -> None:
        """Remove what was not used for longest until a fifth of the limit is free."""
        files: list[tuple[float, int, str]] = []
        with suppress(OSError), os.scandir(home) as entries:
            for entry in entries:
                with suppress(OSError):
                    info = entry.stat(follow_symlinks=False)
                    forgotten = _PART.fullmatch(entry.name) is not None and info.st_mtime < time.time() - _FORGOTTEN
                    if stat.S_ISREG(info.st_mode) and (_ENTRY.fullmatch(entry.name) or forgotten):
                        files.append((0.0 if forgotten else info.st_mtime, info.st_size, entry.path))
        total = sum(size for _, size, _ in files)
        if total <= self.limit:
            return
        for _, size, path in sorted(files):
            with suppress(OSError):
                os.unlink(path)
            total -= size
            if total <= self.limit * 4 // 5:
                return


def _name(key: str) -> str:
    return f"{hashlib.sha256(f'{stamp()}|{key}'.encode()).hexdigest()}.irad"


def _read(path: Path, digest: bytes) -> bytes | None:
    """The data of an entry; a damaged one is removed.  Symbolic links are not followed."""
    try:
        with os.fdopen(os.open(path, os.O_RDONLY | os.O_NOFOLLOW | os.O_NONBLOCK), "rb") as file:
            info = os.fstat(file.fileno())
            if not (stat.S_ISREG(info.st_mode) and _ours(info)):
                return None
            data = file.read()
            if hashlib.sha256(data[_HASH:]).digest() == data[:_HASH]:
                if data[_HASH : 2 * _HASH] != digest:
                    return None
                with suppress(OSError):
                    os.utime(file.fileno())  # used now: the last to go
                return data[2 * _HASH :]
    except OSError:
        return None
    with suppress(OSError):
        path.unlink()
    return None


def _write(path: Path, data: bytes) -> None:
    """A file with all of ``data``, or none."""
    handle, name = tempfile.mkstemp(dir=path.parent, prefix="irad-", suffix=".part")
    try:
        with os.fdopen(handle, "wb") as file:
            file.write(data)
        os.replace(name, path)
    except BaseException:  # Ctrl-C too: no file that is half written stays
        with suppress(OSError):
            os.unlink(name)
        raise


def _marked(folder: Path) -> bool:
    """Whether irad created this folder, and no other user can write to it."""
    try:
        return _ours(folder.stat()) and (folder / _MARKER).read_bytes() == _MARK
    except OSError:
        return False


def _make(folder: Path) -> None:
    """A folder with the mark in it, or none: a process that comes at the same time must not take it for the user's."""
    folder.parent.mkdir(parents=True, exist_ok=True)
    made = Path(tempfile.mkdtemp(dir=folder.parent, prefix="irad-", suffix=".part"))
    try:
        (made / _MARKER).write_bytes(_MARK)
        if not os.path.lexists(folder):
            with suppress(OSError):  # another process was first
                made.rename(folder)
    finally:
        shutil.rmtree(made, ignore_errors=True)


def _ours(info: os.stat_result) -> bool:
    """Whether only this user can write to the file: code that another user could have written is not run."""
    return not hasattr(os, "getuid") or (info.st_uid == os.getuid() and not info.st_mode & 0o022)


@cache
def stamp() -> str:
    """What every compilation depends on: this irad, LLVM, Python and NumPy, and the CPU."""
    import numpy

    features = llvm.get_host_cpu_features().flatten()
    parts = [__version__, _sources(), llvmlite.__version__, str(llvm.llvm_version_info), llvm.get_host_cpu_name(), features]
    return "|".join([*parts, platform.python_implementation(), platform.python_version(), numpy.__version__])


def _sources() -> str:
    """The state of irad's own files, which change without a new version where it is developed."""
    root = Path(__file__).resolve().parents[1]
    folders = [root, *(f for f in (root.parent / "frontends", root.parent / "blas_rules") if f.is_dir())]
    lines = []
    for folder in folders:
        for path, _, files in os.walk(folder):
            for name in files:
                if name.endswith((".py", ".ll")):
                    info = os.stat(os.path.join(path, name))
                    lines.append(f"{name}:{info.st_size}:{info.st_mtime_ns}")
    return hashlib.sha256("\n".join(sorted(lines)).encode()).hexdigest()


@cache
def _opened(folder: str, limit: int, asked: bool) -> DiskCache:
    return DiskCache(Path(folder), limit, asked)


def disk_cache() -> DiskCache | None:
    """The cache of this user, None when it is switched off."""
    if os.environ.get("IRAD_CACHE", "1").strip().lower() in ("0", "off", "no", "false"):
        return None
    folder = os.environ.get("IRAD_CACHE_DIR", "").strip()
    asked = bool(folder)
    if not asked:
        import platformdirs

        folder = platformdirs.user_cache_dir("irad", appauthor=False)
    try:
        mib = int(os.environ.get("IRAD_CACHE_SIZE", "").strip() or _DEFAULT_MIB)
    except ValueError:
        mib = _DEFAULT_MIB
    return _opened(folder, mib << 20, asked)
