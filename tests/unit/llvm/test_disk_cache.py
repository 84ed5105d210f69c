"""Files on disk: whole or absent, bounded, safe beside other processes, silent where nothing can be written."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from irad.llvm import cache as module
from irad.llvm.cache import DiskCache, disk_cache


def files(folder: Path) -> list[Path]:
    return sorted(folder.glob("*.irad"))


def test_what_is_put_is_found(tmp_path: Path) -> None:
    c = DiskCache(tmp_path / "deep" / "cache")
    assert c.get("k") is None
    assert c.put("k", b"value") and c.put("other", b"")
    assert c.get("k") == b"value" and c.get("other") == b""
    assert DiskCache(c.folder).get("k") == b"value"
    assert (c.hits, c.misses) == (2, 1)
    assert not [p for p in c.folder.iterdir() if p.suffix != ".irad"]


@pytest.mark.parametrize("damage", [lambda d: d[:-1], lambda d: d[:10], lambda d: b"", lambda d: d[:-1] + b"X"])
def test_a_damaged_file_counts_as_absent(tmp_path: Path, damage: object) -> None:
    c = DiskCache(tmp_path)
    c.put("k", b"some value")
    (path,) = files(tmp_path)
    path.write_bytes(damage(path.read_bytes()))  # type: ignore[operator]
    assert c.get("k") is None and not path.exists()
    assert c.put("k", b"again") and c.get("k") == b"again"


def test_the_least_recently_used_goes_first(tmp_path: Path) -> None:
    c = DiskCache(tmp_path, limit=10_000)
    for i in range(9):
        c.put(str(i), bytes(1000))
        path = c._path(str(i))
        os.utime(path, (1000 + i, 1000 + i))
    assert c.get("0") is not None  # used now
    c.put("new", bytes(1000))
    left = [k for k in ("0", "1", "2", "8", "new") if c._path(k).exists()]
    assert left == ["0", "8", "new"]
    assert sum(p.stat().st_size for p in files(tmp_path)) <= 8_000
    assert not c.put("huge", bytes(20_000))


def test_a_folder_that_cannot_be_written(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    c = DiskCache(tmp_path / "file" / "cache")
    assert c.get("k") is None and not c.put("k", b"v")


def test_files_that_others_may_write_are_not_run(tmp_path: Path) -> None:
    c = DiskCache(tmp_path)
    c.put("k", b"v")
    files(tmp_path)[0].chmod(0o666)
    assert c.get("k") is None
    shared = tmp_path / "shared"
    shared.mkdir()
    shared.chmod(0o777)
    assert not DiskCache(shared).put("k", b"v")


def test_keys_depend_on_versions_and_cpu(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    c = DiskCache(tmp_path)
    c.put("k", b"v")
    monkeypatch.setattr(module, "stamp", lambda: "another irad")
    assert c.get("k") is None


def test_settings(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("IRAD_CACHE", "0")
    assert disk_cache() is None
    monkeypatch.setenv("IRAD_CACHE", "1")
    monkeypatch.setenv("IRAD_CACHE_DIR", str(tmp_path))
    monkeypatch.setenv("IRAD_CACHE_SIZE", "3")
    found = disk_cache()
    assert found is not None and (found.folder, found.limit) == (tmp_path, 3 << 20)
    monkeypatch.delenv("IRAD_CACHE_DIR")
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "home"))
    found = disk_cache()
    assert found is not None and found.folder.name == "irad"


WRITER = """
import sys
from pathlib import Path
from irad.llvm.cache import DiskCache
c = DiskCache(Path(sys.argv[1]), limit=200_000)
for i in range(150):
    key = str(i % 7)
    c.put(key, key.encode() * 5000)
    for k in range(7):
        found = c.get(str(k))
        assert found is None or found == str(k).encode() * 5000
"""


def test_processes_at_the_same_time(tmp_path: Path) -> None:
    """Four processes write and read the same few keys: everyone sees whole values or none."""
    root = Path(__file__).resolve().parents[3]
    environment = {**os.environ, "PYTHONPATH": str(root)}
    running = [subprocess.Popen([sys.executable, "-c", WRITER, str(tmp_path)], env=environment) for _ in range(4)]
    assert [p.wait(120) for p in running] == [0, 0, 0, 0]
    assert not list(tmp_path.glob("*.part"))
