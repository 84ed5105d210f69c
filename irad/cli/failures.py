"""How a command ends when something is wrong: a message, an exit status, and never a traceback."""

from __future__ import annotations

import errno
import functools
import os
import sys
from collections.abc import Callable
from contextlib import suppress
from typing import Any, NoReturn

import click

from irad.errors import IradError

_DEEP = "something is nested too deeply for the compiler"


def command(fn: Callable[..., Any]) -> Callable[..., Any]:
    """Errors end a command with a message: status 1 (the input), 2 (how it was called), 130 (interrupted).

    What is written to standard output is complete when the command ends: a full disk or a closed pipe is an error like others.
    """

    @functools.wraps(fn)
    def run(*args: Any, **keywords: Any) -> Any:
        try:
            out = fn(*args, **keywords)
            sys.stdout.flush()
            return out
        except (click.ClickException, click.exceptions.Exit, click.Abort):
            raise
        except SystemExit:
            with suppress(OSError, ValueError):
                sys.stdout.flush()
            raise
        except BaseException as error:  # the last handler of the process: each ends in a message
            fail(error)

    return run


def fail(error: BaseException) -> NoReturn:
    """End the process with the message of an error."""
    if isinstance(error, OSError) and error.errno in (errno.EPIPE, errno.ENOSPC):
        _drop_output()
    if isinstance(error, IradError):
        end(f"irad: {error}", 2 if error.code == "usage" else 1)
    if isinstance(error, KeyboardInterrupt):
        end("irad: interrupted", 130)
    if isinstance(error, OSError):
        name = os.fsdecode(error.filename) if isinstance(error.filename, (str, bytes)) else ""
        end(f"irad: {name}: {error.strerror or error}".replace(": : ", ": "), 1)
    if isinstance(error, RecursionError):
        end(f"irad: {_DEEP}", 1)
    if isinstance(error, MemoryError):
        end("irad: out of memory", 1)
    if os.environ.get("IRAD_VERIFY") == "1":
        raise error
    end(
        f"irad: internal error: {type(error).__name__}: {error}\n"
        "  help: this is a bug in irad; please report it with the input (IRAD_VERIFY=1 shows where)",
        1,
    )


def end(message: str, status: int) -> NoReturn:
    with suppress(OSError, ValueError):
        click.echo(message, err=True)
    sys.exit(status)


def _drop_output() -> None:
    """Discard the buffer of standard output, which cannot be written: Python would report that when it exits."""
    with suppress(OSError, ValueError):
        nowhere = os.open(os.devnull, os.O_WRONLY)
        os.dup2(nowhere, sys.stdout.fileno())
        os.close(nowhere)
