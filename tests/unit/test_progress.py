"""Long compilations on a terminal: when something is shown, and that nothing is otherwise."""

from __future__ import annotations

import io
import time

import pytest

from irad import progress


class Terminal(io.StringIO):
    def isatty(self) -> bool:
        return True


def terminal_of(monkeypatch: pytest.MonkeyPatch) -> Terminal:
    out = Terminal()
    monkeypatch.setattr("sys.stderr", out)
    monkeypatch.setenv("TERM", "xterm")
    monkeypatch.delenv("IRAD_PROGRESS", raising=False)
    return out


def compile_for(seconds: float, until: str = "\0", out: io.StringIO | None = None) -> None:
    """A compilation that takes so long, or until something has been shown."""
    end = time.monotonic() + seconds
    with progress.compiling("compiling f()"):
        with progress.compiling("compiling the derivative of g[1]()"):
            progress.reached("normal form")
            while time.monotonic() < end and (out is None or until not in out.getvalue()):
                time.sleep(0.01)
        progress.reached("code")
    assert progress._present.display is None


def test_shown_when_it_takes_long(monkeypatch: pytest.MonkeyPatch) -> None:
    terminal = terminal_of(monkeypatch)
    monkeypatch.setattr(progress, "PATIENCE", 0.05)
    text = "compiling the derivative of g[1]() (normal form)"
    compile_for(30.0, text, terminal)
    assert text in terminal.getvalue()


def test_nothing_of_short_ones(monkeypatch: pytest.MonkeyPatch) -> None:
    terminal = terminal_of(monkeypatch)
    compile_for(0.0)
    assert terminal.getvalue() == ""


def test_switched_off(monkeypatch: pytest.MonkeyPatch) -> None:
    terminal = terminal_of(monkeypatch)
    monkeypatch.setattr(progress, "PATIENCE", 0.01)
    monkeypatch.setenv("IRAD_PROGRESS", "0")
    compile_for(0.1)
    assert terminal.getvalue() == "" and not progress.is_shown()


def test_no_terminal(monkeypatch: pytest.MonkeyPatch) -> None:
    out = io.StringIO()
    monkeypatch.setattr("sys.stderr", out)
    monkeypatch.setattr(progress, "PATIENCE", 0.01)
    compile_for(0.1)
    assert out.getvalue() == ""
