"""The command ``irad``."""

from __future__ import annotations

import click

from irad._version import __version__


@click.group()
@click.version_option(__version__, prog_name="irad")
def main() -> None:
    """Derivatives of programs, made on LLVM IR."""
