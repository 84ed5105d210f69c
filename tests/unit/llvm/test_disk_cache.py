"""Files on disk: whole or absent, bounded, safe beside other processes, silent where nothing can be written."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import warnings
from pathlib import Path

import pytest

from irad.llvm import compile_cache as module
from irad.llvm.compile_cache import DiskCache, disk_cache


def files(folder: Path) -> list[Path]:
    return sorted(folder.glob("*.irad"))


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A folder that is not there yet."""
    return tmp_path / "cache"


def tree(folder: Path) -> dict[str, bytes]:
    """Every file below ``folder`` that is not in a cache of irad's."""
    found = {str(p.relative_to(folder)): p.read_bytes() for p in folder.rglob("*") if p.is_file()}
    return {name: data for name, data in found.items() if "irad-cache" not in name}


def test_what_is_put_is_found(tmp_path: Path) -> None:
    c = DiskCache(tmp_path / "deep" / "cache")
    assert c.get("k") is None
    assert c.put("k", b"value") and c.put("other", b"")
    assert c.get("k") == b"value" and c.get("other") == b""
    assert DiskCache(c.folder).get("k") == b"value"
    assert (c.hits, c.misses) == (2, 1)
    assert [p.name for p in c.folder.iterdir() if p.suffix != ".irad"] == ["CACHEDIR.TAG"]
    assert (c.folder / "CACHEDIR.TAG").read_bytes().startswith(b"Signature: 8a477f597d28d172789f06886806bc55\n")


@pytest.mark.parametrize("damage", [lambda d: d[:-1], lambda d: d[:10], lambda d: b"", lambda d: d[:-1] + b"X"])
def test_a_damaged_file_counts_as_absent(folder: Path, damage: object) -> None:
    c = DiskCache(folder)
    c.put("k", b"some value")
    (path,) = files(folder)
    path.write_bytes(damage(path.read_bytes()))  # type: ignore[operator]
    assert c.get("k") is None and not path.exists()
    assert c.put("k", b"again") and c.get("k") == b"again"


def test_the_least_recently_used_goes_first(folder: Path) -> None:
    c = DiskCache(folder, limit=10_000)
    known: dict[str, Path] = {}
    for i in range(9):
        c.put(str(i), bytes(1000))
        (known[str(i)],) = set(files(folder)) - set(known.values())
        os.utime(known[str(i)], (1000 + i, 1000 + i))
    assert c.get("0") is not None  # used now
    c.put("new", bytes(1000))
    left = [k for k in ("0", "1", "2", "8") if known[k].exists()]
    assert left == ["0", "8"] and c.get("new") is not None
    assert sum(p.stat().st_size for p in files(folder)) <= 8_000
    assert not c.put("huge", bytes(20_000))


def test_a_folder_that_cannot_be_written(tmp_path: Path) -> None:
    """Nobody hears of it unless somebody named the folder, and then once."""
    (tmp_path / "file").write_text("")
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        c = DiskCache(tmp_path / "file" / "cache")
        assert c.get("k") is None and not c.put("k", b"v")
    c = DiskCache(tmp_path / "file", asked=True)
    with pytest.warns(RuntimeWarning, match=r"keeps no compiled code on disk: .*file.*\(IRAD_CACHE_DIR\)") as said:
        assert not c.put("k", b"v") and not c.put("k", b"v")
    assert len(said) == 1 and (tmp_path / "file").read_text() == ""


def test_files_that_others_may_write_are_not_run(tmp_path: Path, folder: Path) -> None:
    c = DiskCache(folder)
    c.put("k", b"v")
    files(folder)[0].chmod(0o666)
    assert c.get("k") is None
    shared = tmp_path / "shared"
    shared.mkdir()
    shared.chmod(0o777)
    c = DiskCache(shared)
    assert c.put("k", b"v") and c.get("k") == b"v"
    assert files(shared / "irad-cache") and not files(shared)
    (shared / "irad-cache").chmod(0o777)
    assert c.get("k") is None and not c.put("k", b"v")


def test_keys_depend_on_versions_and_cpu(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    c = DiskCache(folder)
    c.put("k", b"v")
    monkeypatch.setattr(module, "stamp", lambda: "another irad")
    assert c.get("k") is None


OWN = ("thesis.tex", ".git/HEAD", "a" * 64 + ".irad", "tmpab12cd34.part", "irad-x.part", "deep/er/data.npy", "CACHEDIR.TAG")


@pytest.mark.parametrize("marked", [False, True])
def test_files_of_the_user_stay(tmp_path: Path, marked: bool) -> None:
    """In a folder of the user's the cache is one of its own inside; in irad's own only irad's names are removed."""
    folder = tmp_path / "work"
    if marked:
        assert DiskCache(folder).put("first", b"")
    names = [n for n in OWN if not marked or not n.endswith((".irad", ".TAG"))]
    for name in names:
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_bytes(name.encode() * 300)
        os.utime(folder / name, (1, 1) if not name.endswith(".part") else None)
    before = tree(folder)
    c = DiskCache(folder, limit=4000)
    for i in range(20):
        assert c.put(str(i), bytes(1000))
    after = tree(folder)
    assert {name: after[name] for name in names} == {name: before[name] for name in names}
    place = folder if marked else folder / "irad-cache"
    assert c.get("19") == bytes(1000) and sum(p.stat().st_size for p in files(place)) <= 4000
    assert marked or not set(after) - set(before)


def test_a_folder_of_the_users_with_our_name(tmp_path: Path) -> None:
    """`irad-cache` that irad did not make is left alone: no cache, and it says so, once."""
    (tmp_path / "irad-cache").mkdir()
    (tmp_path / "irad-cache" / "notes").write_text("mine")
    c = DiskCache(tmp_path, limit=4000, asked=True)
    with pytest.warns(RuntimeWarning, match="irad-cache: it is not a folder that irad made"):
        assert not c.put("k", bytes(3000))
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        assert not c.put("l", bytes(3000)) and c.get("k") is None
    assert [p.name for p in (tmp_path / "irad-cache").iterdir()] == ["notes"]


def test_an_entry_under_another_name_counts_as_absent(folder: Path) -> None:
    c = DiskCache(folder)
    c.put("a", b"of a")
    (a,) = files(folder)
    c.put("b", b"of b")
    (b,) = set(files(folder)) - {a}
    shutil.copyfile(a, b)
    assert c.get("b") is None and c.get("a") == b"of a"
    b.unlink()
    os.link(a, b)
    assert c.get("b") is None and c.put("b", b"new") and (c.get("a"), c.get("b")) == (b"of a", b"new")


def test_links_lead_nowhere(tmp_path: Path, folder: Path) -> None:
    """A link in place of an entry is neither read nor followed when the entry is written, and its target stays."""
    c = DiskCache(folder)
    c.put("k", b"v")
    (path,) = files(folder)
    target = tmp_path / "target"
    target.write_bytes(path.read_bytes())
    os.utime(target, (5, 5))
    path.unlink()
    path.symlink_to(target)
    before = target.read_bytes()
    assert c.get("k") is None and target.stat().st_mtime == 5
    assert c.put("k", b"w") and c.get("k") == b"w" and target.read_bytes() == before
    path.unlink()
    os.mkfifo(path)
    assert c.get("k") is None


def test_what_a_killed_writer_left_goes(folder: Path) -> None:
    c = DiskCache(folder, limit=2000)
    c.put("k", b"v")
    old, new = folder / "irad-old.part", folder / "irad-new.part"
    for part in (old, new):
        part.write_bytes(bytes(1500))
    os.utime(old, (1, 1))
    c.put("l", bytes(1500))
    assert not old.exists() and new.exists()


def test_settings(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("IRAD_CACHE", "0")
    assert disk_cache() is None
    monkeypatch.setenv("IRAD_CACHE", "1")
    monkeypatch.setenv("IRAD_CACHE_DIR", str(tmp_path))
    monkeypatch.setenv("IRAD_CACHE_SIZE", "3")
    found = disk_cache()
    assert found is not None and (found.folder, found.limit, found.asked) == (tmp_path, 3 << 20, True)
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "home"))
    for empty in ("", " ", None):
        monkeypatch.setenv("IRAD_CACHE_DIR", empty) if empty is not None else monkeypatch.delenv("IRAD_CACHE_DIR")
        monkeypatch.setenv("IRAD_CACHE_SIZE", empty or "")
        found = disk_cache()
        assert found is not None and (found.folder.name, found.limit, found.asked) == ("irad", 512 << 20, False)
        assert found.folder.is_relative_to(tmp_path / "home")


def test_relative_folders_are_those_of_the_first_use(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("IRAD_CACHE", "1")
    monkeypatch.setenv("IRAD_CACHE_DIR", f"relative-{tmp_path.name}")
    monkeypatch.chdir(tmp_path)
    first = disk_cache()
    (tmp_path / "other").mkdir()
    monkeypatch.chdir(tmp_path / "other")
    assert first is not None and first.folder.parent == tmp_path and disk_cache() is first
    monkeypatch.setenv("IRAD_CACHE_DIR", "~/somewhere")
    monkeypatch.setenv("HOME", str(tmp_path))
    home = disk_cache()
    assert home is not None and home.folder == tmp_path / "somewhere"


WRITER = """
import sys
from pathlib import Path
from irad.llvm.compile_cache import DiskCache
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
    running = [subprocess.Popen([sys.executable, "-c", WRITER, str(tmp_path / "cache")], env=environment) for _ in range(4)]
    assert [p.wait(120) for p in running] == [0, 0, 0, 0]
    assert [p.name for p in tmp_path.iterdir()] == ["cache"]
    assert {p.suffix for p in (tmp_path / "cache").iterdir()} == {".irad", ".TAG"}
