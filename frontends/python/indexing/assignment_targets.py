"""What can be assigned to: elements, views and items."""

from __future__ import annotations

import ast
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from irad.frontends.python.core.lowering import Lowering
from irad.frontends.python.core.python_values import OneOfV, ReferenceV, Val
from irad.frontends.python.objects import selected_objects
from irad.frontends.python.objects.computed_expr import ComputedExpr


@dataclass
class Target:
    """Something that can be assigned to: an element or a view."""

    read: Callable[[], Val]
    write: Callable[[Val], None]
    again: Callable[[], None] | None = None  # of what is read as a copy: the index is looked at again, which may have changed


def in_each(low: Lowering, base: OneOfV | ReferenceV, place: Callable[[Any, Val], Target], node: Any) -> Target:
    """An item of one of several objects; ``place``: that of one which is known."""

    def read() -> Val:
        return selected_objects.each(low, base, lambda one: place(node, one).read(), node)

    return Target(read, lambda v: selected_objects.changed(low, base, lambda one: place(node, one).write(v), node))


def item_of_value(owner: Val, node: Any) -> Any:
    """The subscript ``node`` of a value that is known."""
    return ast.copy_location(ast.Subscript(ComputedExpr(owner, node), node.slice, node.ctx), node)
