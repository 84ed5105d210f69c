"""Types that never settle: a variable of which each iteration makes a container that holds the one before."""

from __future__ import annotations

import ast
from typing import Any

from irad.errors import IradError, TypingError
from irad.frontends.python.core.compilation import Instance
from irad.frontends.python.core.lowering import Lowering
from irad.frontends.python.sources.python_types import List, Optional, SharedList, Tuple, Ty
from irad.frontends.python.trees.webs import described

MOST = 4  # how often the type of a variable may become deeper
CODE = "unsettled"
_HINT = "collect values in a list that grows, xs.append(v), or hold the one before in an object of a class, or in a NamedTuple"


def depth(ty: Ty | None) -> int:
    """How many containers lie in each other."""
    if isinstance(ty, Tuple):
        return 1 + max(map(depth, ty.items), default=0)
    if isinstance(ty, (List, SharedList)):
        return 1 + depth(ty.item)
    return depth(ty.item) if isinstance(ty, Optional) else 0


def check_depth(low: Lowering, name: str, old: Ty, new: Ty) -> None:
    """Note that a variable, or the result (""), gets another type, and refuse it if the types become deeper and deeper."""
    if depth(new) <= depth(old):
        return
    first = low.instance.deeper.setdefault(name, [])
    first.append((old, new))
    if len(first) > MOST:
        _box(low.instance, new)
        if any(p.code == CODE for p in low.instance.compiler.problems.found.values()):
            low.skip()  # that of another variable, which holds this one or is held by it
        raise unsettled(low.instance, name, *first[0], low.at)


def unsettled(instance: Instance, name: str, old: object, new: object, node: Any) -> IradError:
    """The error for a variable that gets a new type in each iteration; ``old``, ``new``: two of its types."""
    _box(instance, new)
    source = instance.source
    loop = _loop_around(instance.body, getattr(node, "lineno", 0))
    where = f" in the loop of line {source.place(loop).line}" if loop is not None else ""
    what = described(name) if name else f"what {instance.python.__name__}() returns"
    text = f"the type of {what} does not settle{where}: it is {old} at first, then {new}, and so on"
    return TypingError(text, place=source.place(node), hint=_HINT, code=CODE)


def _box(instance: Instance, ty: object) -> None:
    """Note the classes of objects that do not change and hold others of their class: these are made anew, in memory."""
    instance.compiler.records.box({cls for cls in _recursive(ty, ()) if is_immutable_class(cls)})


def _recursive(ty: object, around: tuple[Any, ...]) -> set[Any]:
    """The classes of objects that lie in one of the same class."""
    if isinstance(ty, Optional):
        return _recursive(ty.item, around)
    if isinstance(ty, (List, SharedList)):
        return _recursive(ty.item, around)
    if not isinstance(ty, Tuple):
        return set()
    cls = ty.form.cls if ty.form is not None and ty.form.by_attribute else None
    inner = (*around, cls) if cls is not None else around
    return {cls for _ in "1" if cls in around} | {c for i in ty.items for c in _recursive(i, inner)}


def is_immutable_class(cls: Any) -> bool:
    """Whether objects of a class are named tuples or of a frozen dataclass."""
    params = getattr(cls, "__dataclass_params__", None)
    named = isinstance(cls, type) and issubclass(cls, tuple) and hasattr(cls, "_fields")
    return named or (params is not None and params.frozen)


def _loop_around(body: list[Any], line: int) -> Any:
    """The innermost loop that a line is in."""
    loops = [n for s in body for n in ast.walk(s) if isinstance(n, (ast.For, ast.While)) and hasattr(n, "lineno")]
    around = [n for n in loops if n.lineno <= line <= (n.end_lineno or n.lineno)]
    return max(around, key=lambda n: n.lineno, default=None)


def assignment_of(instance: Instance, name: str) -> Any:
    """The last place where a variable is assigned to, in a loop if there is such; the function itself if there is none."""
    found = [n for s in instance.body for n in ast.walk(s) if isinstance(n, ast.Name) and n.id == name]
    stores = [n for n in found if isinstance(n.ctx, ast.Store)]
    looped = [n for n in stores if _loop_around(instance.body, n.lineno) is not None]
    return (looped or stores or [instance.source.node])[-1]
