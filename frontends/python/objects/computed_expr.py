"""Values in the place of expressions."""

from __future__ import annotations

import ast
from typing import Any

from irad.frontends.python.core.python_values import Val


class ComputedExpr(ast.expr):
    """An expression that has been computed; ``source``: the expression, for those that ask what it depends on."""

    _fields = ("source",)

    def __init__(self, v: Val, at: Any, source: Any = None) -> None:
        super().__init__()
        self.v, self.source = v, source
        ast.copy_location(self, at)
