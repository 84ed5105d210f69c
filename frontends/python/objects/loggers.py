"""Loggers from outside: what they are asked to write, they write when the code gets there."""

from __future__ import annotations

import logging
from dataclasses import dataclass
from typing import Any

from irad.frontends.python.core.lowering import Lowering
from irad.frontends.python.core.python_values import KnownV, Val
from irad.frontends.python.objects.outside_values import outside_of
from irad.frontends.python.sources.outside import Outside

LEVELS = ("debug", "info", "warning", "error", "critical", "log")


@dataclass(frozen=True, eq=False)
class Logging:
    """A method of the logger that is found at a path when it is called."""

    path: Outside
    __name__: str

    def __call__(self, *args: Any, **keywords: Any) -> None:
        """Write a message; Python's call is made by the compiled code."""
        getattr(self.path.read(), self.__name__)(*args, **keywords)


def method(low: Lowering, owner: Val, name: str) -> KnownV | None:
    """``logger.info`` and the like."""
    path = outside_of(owner)
    if path is None or name not in LEVELS or not isinstance(path.read(), (logging.Logger, logging.LoggerAdapter)):
        return None
    low.instance.compiler.uses[path, "class"] = None
    return KnownV(Logging(path, name))
