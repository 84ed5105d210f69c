"""Compiled code on disk: a folder of files named by what they were compiled from.

A file is written under another name and then renamed, so that processes that run at the same time never see half of one;
each begins with a hash of the rest, so that a damaged one counts as absent.  When the folder has grown beyond its limit the
files that were not used for longest go.  A folder that cannot be written is left alone, without a word: then every process
compiles for itself.

``IRAD_CACHE_DIR`` names the folder, ``IRAD_CACHE=0`` switches the cache off, ``IRAD_CACHE_SIZE`` is the limit in MiB.
"""

from __future__ import annotations

import hashlib
import os
import platform
import tempfile
from contextlib import suppress
from functools import cache
from pathlib import Path

import llvmlite
import llvmlite.binding as llvm

from irad._version import __version__

_DEFAULT_MIB = 512
_HASH = 32


class DiskCache:
    """Bytes by key.  ``limit`` bounds the sum of the file sizes."""

    def __init__(self, folder: Path, limit: int = _DEFAULT_MIB << 20) -> None:
        self.folder, self.limit = folder, limit
        self.hits = self.misses = 0

    def _path(self, key: str) -> Path:
        return self.folder / f"{hashlib.sha256(f'{stamp()}|{key}'.encode()).hexdigest()}.irad"

    def get(self, key: str) -> bytes | None:
        """What was stored under ``key``, None if there is nothing (or nothing whole)."""
        path = self._path(key)
        try:
            with path.open("rb") as file:
                if not _ours(os.fstat(file.fileno())):
                    raise PermissionError
                data = file.read()
        except OSError:
            self.misses += 1
            return None
        if hashlib.sha256(data[_HASH:]).digest() != data[:_HASH]:
            self.misses += 1
            with suppress(OSError):
                path.unlink()
            return None
        with suppress(OSError):
            os.utime(path)  # used now: the last to go
        self.hits += 1
        return data[_HASH:]

    def put(self, key: str, data: bytes) -> bool:
        """Store ``data``; False when that is not possible."""
        if len(data) + _HASH > self.limit:
            return False
        try:
            self.folder.mkdir(parents=True, exist_ok=True, mode=0o700)
            if not _ours(self.folder.stat()):
                return False
            handle, name = tempfile.mkstemp(dir=self.folder, suffix=".part")
            try:
                with os.fdopen(handle, "wb") as file:
                    file.write(hashlib.sha256(data).digest() + data)
                os.replace(name, self._path(key))
            except OSError:
                with suppress(OSError):
                    os.unlink(name)
                return False
        except OSError:
            return False
        self._shrink()
        return True

    def _shrink(self) -> None:
        """Remove what was not used for longest until a fifth of the limit is free."""
        files: list[tuple[float, int, str]] = []
        with suppress(OSError), os.scandir(self.folder) as entries:
            for entry in entries:
                with suppress(OSError):
                    info = entry.stat()
                    files.append((info.st_mtime, info.st_size, entry.path))
        total = sum(size for _, size, _ in files)
        if total <= self.limit:
            return
        for _, size, path in sorted(files):
            with suppress(OSError):
                os.unlink(path)
            total -= size
            if total <= self.limit * 4 // 5:
                return


def _ours(info: os.stat_result) -> bool:
    """Code that somebody else could have written is not run."""
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
def _opened(folder: str, limit: int) -> DiskCache:
    return DiskCache(Path(folder), limit)


def disk_cache() -> DiskCache | None:
    """The cache of this user, None when it is switched off."""
    if os.environ.get("IRAD_CACHE", "1") in ("0", "off", "no"):
        return None
    folder = os.environ.get("IRAD_CACHE_DIR")
    if folder is None:
        import platformdirs

        folder = platformdirs.user_cache_dir("irad", appauthor=False)
    try:
        mib = int(os.environ.get("IRAD_CACHE_SIZE", _DEFAULT_MIB))
    except ValueError:
        mib = _DEFAULT_MIB
    return _opened(folder, mib << 20)
