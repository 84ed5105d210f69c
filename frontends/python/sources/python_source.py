"""The syntax tree of a Python function, the meaning of its free names, and places for messages."""

from __future__ import annotations
import __future__

import ast
import builtins
import copy
import functools
import inspect
import itertools
import linecache
import textwrap
import threading
import types
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any
from weakref import WeakKeyDictionary, WeakSet

from irad.errors import Place, UnsupportedError


@dataclass(frozen=True)
class Source:
    """A function's tree; ``file`` and ``offset`` turn its line numbers into those of the file."""

    fn: Any
    node: Any
    file: str
    offset: int
    column: int
    lines: tuple[str, ...]

    def place(self, node: Any) -> Place:
        line = getattr(node, "lineno", 1)
        text = self.lines[line - 1] if 0 < line <= len(self.lines) else ""
        return Place(self.file, line + self.offset, getattr(node, "col_offset", 0) + 1 + self.column, " " * self.column + text)


NO_SOURCE = "no-source"  # the code of the error for a function whose source is not known

# The parts of a `Source` that do not keep the function alive.
_known: WeakKeyDictionary[Any, tuple[Any, ...]] = WeakKeyDictionary()
# The code of functions whose file still has their source.
_checked: WeakKeyDictionary[Any, types.CodeType] = WeakKeyDictionary()
# Code that was compiled here from trees of functions whose own source was looked at.
_made_here: WeakSet[types.CodeType] = WeakSet()
# In CPython 3.11 and 3.12 two threads that parse at a time may get a SystemError.
_parsing = threading.Lock()


def source_of(fn: Any) -> Source:
    """The syntax tree of ``fn`` (a def or a lambda)."""
    code = getattr(fn, "__code__", None)
    if code is None:
        raise UnsupportedError(f"{getattr(fn, '__name__', fn)!s} is not a Python function that can be compiled")
    known = _known.get(fn)
    if known is not None and known[0] is code:
        return Source(fn, *known[1:])
    try:
        lines, first = inspect.getsourcelines(code)  # of the function itself, whatever functools.wraps has written on it
    except (OSError, TypeError):
        raise UnsupportedError(
            f"the source of {fn.__name__}() is not available",
            place=Place(code.co_filename, code.co_firstlineno),
            hint="define the function in a file (not with exec or at a prompt without history)",
            code=NO_SOURCE,
        ) from None
    text = "".join(lines)
    column = len(lines[0]) - len(lines[0].lstrip())
    dedented = textwrap.dedent(text)
    node = _mangled(_find(dedented, fn, first), fn.__qualname__)
    found = (node, code.co_filename, first - 1, column, tuple(dedented.splitlines()))
    _known[fn] = (code, *found)
    return Source(fn, *found)


def register(fn: Any, source: Source) -> None:
    """Make ``source`` that of a function which is made for compiled code only."""
    _known[fn] = (fn.__code__, source.node, source.file, source.offset, source.column, source.lines)
    _checked[fn] = fn.__code__


def current_source(fn: Any) -> Source:
    """As `source_of`, for a function that is compiled: an error if the source is not that of the code that Python runs.

    (Not needed where text and code are only compared with those of a previous compilation.)
    """
    source, code = source_of(fn), fn.__code__
    if _checked.get(fn) is not code:
        if not _is_current(source.node, code):
            raise UnsupportedError(
                f"the source of {fn.__name__}() is not what Python runs: its file has changed since it was imported",
                place=Place(code.co_filename, code.co_firstlineno),
                hint="start Python again, or reload the module",
            )
        _checked[fn] = code
    return source


def _is_current(node: Any, code: types.CodeType) -> bool:
    """Whether the file that a function came from still has the source of its code.

    True for functions with assertions, which cannot be compared: pytest rewrites them.
    """
    if code in _made_here or any(isinstance(n, ast.Assert) for n in ast.walk(node)):
        return True
    text = "".join(linecache.getlines(code.co_filename))
    try:
        found = _compiled(text, code.co_flags & FUTURE)
    except SyntaxError:  # not plain Python (a cell of a notebook)
        return True
    return any(_same_code(c, code) for c in found if c.co_name == code.co_name)


def note_made(code: types.CodeType) -> None:
    """All functions in this code have the source of the function that it was made of.

    It need not be the code that Python makes of the whole file: calls of modules that are imported there look different.
    """
    _made_here.update(_codes_in(code))


FUTURE = functools.reduce(int.__or__, (getattr(__future__, name).compiler_flag for name in __future__.all_feature_names))


@functools.lru_cache(maxsize=32)
def _compiled(text: str, flags: int) -> tuple[types.CodeType, ...]:
    """The code of all functions in a file."""
    with _parsing:
        return tuple(_codes_in(compile(text, "<source>", "exec", flags=flags, dont_inherit=True)))


def _codes_in(code: types.CodeType) -> Iterator[types.CodeType]:
    for c in code.co_consts:
        if isinstance(c, types.CodeType):
            yield c
            yield from _codes_in(c)


def _same_code(a: types.CodeType, b: types.CodeType) -> bool:
    same = (a.co_firstlineno, a.co_code, a.co_names) == (b.co_firstlineno, b.co_code, b.co_names)
    same = same and a.co_varnames == b.co_varnames
    return same and len(a.co_consts) == len(b.co_consts) and all(map(_same_constant, a.co_consts, b.co_consts))


def _same_constant(a: Any, b: Any) -> bool:
    if isinstance(a, types.CodeType) and isinstance(b, types.CodeType):
        return _same_code(a, b)
    return repr(a) == repr(b)  # -0.0 is not 0.0, nan is nan


def _parse(text: str, mode: str = "exec") -> Any:
    with _parsing:
        return ast.parse(text, mode=mode)


def bare(fn: Any) -> Any:
    """The function without its attributes: ``functools.wraps`` may have given it the signature of another."""
    out = types.FunctionType(fn.__code__, fn.__globals__, fn.__name__, fn.__defaults__, fn.__closure__)
    out.__kwdefaults__ = fn.__kwdefaults__
    return out


def fresh(name: str, taken: Sequence[str]) -> str:
    """``name``, or a longer one if it is taken."""
    while name in taken:
        name += "_"
    return name


def synthetic(name: str, params: str, expression: str, namespace: dict[str, Any], like: Any, before: str = "") -> Any:
    """A function ``def name(params): return expression``, made for compiled functions only; ``before``: lines in front of it.

    Messages about it point to where the function ``like`` is defined.
    """
    node = _parse(f"def {name if name.isidentifier() else 'function'}({params}):\n{before}    return {expression}\n").body[0]
    scope = {**namespace, "__name__": "irad-synthetic"}  # not "irad.": what it calls is the user's
    exec(compile(ast.Module([node], []), "<irad>", "exec"), scope)
    fn = scope[node.name]
    code = like.__code__
    first = definition(code).line
    line = linecache.getline(code.co_filename, first).rstrip("\n")
    column = len(line) - len(line.lstrip())
    for n in ast.walk(node):
        if isinstance(n, (ast.expr, ast.stmt)):
            n.lineno, n.col_offset = 1, 0
    register(fn, Source(fn, node, code.co_filename, first - 1, column, (line.strip(),)))
    return fn


def defined_at(fn: Any) -> Place:
    """Where a function is defined; one that is made for compiled code where the user's is."""
    known = _known.get(fn)
    return definition(fn.__code__) if known is None else Place(known[2], known[1].lineno + known[3])


def definition(code: types.CodeType) -> Place:
    """Where a function is defined: the line of its ``def``, behind decorators."""
    first = line = code.co_firstlineno
    while code.co_name != "<lambda>" and line < first + _MOST_DECORATORS:
        words = linecache.getline(code.co_filename, line).split(maxsplit=1)
        if words[:1] in (["def"], ["async"]):
            return Place(code.co_filename, line)
        line += 1
    return Place(code.co_filename, first)


_MOST_DECORATORS = 40  # lines


_ASYNCHRONOUS = inspect.CO_COROUTINE | inspect.CO_ASYNC_GENERATOR


def _find(text: str, fn: Any, first: int) -> Any:
    own = fn.__code__.co_name
    if own == "<lambda>":
        found = _lambda_at(fn, first)
        if found is not None:
            return found
    wanted = (ast.Lambda,) if own == "<lambda>" else (ast.FunctionDef,)
    for attempt in (
        text,
        "(" + text.strip().rstrip(",)") + ")",
        "x = " + text.strip(),
        text[text.find("lambda") :].strip().rstrip("),"),
    ):
        try:
            tree = _parse(attempt)
        except SyntaxError:
            continue
        nodes = [n for n in ast.walk(tree) if isinstance(n, wanted)]
        names = fn.__code__.co_varnames[: fn.__code__.co_argcount]
        fitting = [n for n in nodes if _parameters(n) == names and getattr(n, "name", "<lambda>") == own]
        if len(fitting) > 1 and own == "<lambda>":
            raise UnsupportedError(
                "there are several lambdas in this statement, and which one is meant cannot be told",
                place=Place(fn.__code__.co_filename, first),
                hint="write them in statements of their own",
            )
        if fitting:
            return fitting[0]
    if own == "<lambda>":
        found = _lambda_tail(text, fn)
        if found is not None:
            return found
    place = Place(fn.__code__.co_filename, first)
    if fn.__code__.co_flags & _ASYNCHRONOUS:
        hint = "write an ordinary def, and await what it needs outside"
        raise UnsupportedError("generators and coroutines are not supported", place=definition(fn.__code__), hint=hint)
    raise UnsupportedError(f"the source of {fn.__name__}() cannot be read", place=place)


def _mangled(node: Any, qualified: str) -> Any:
    """The tree with names like ``__v`` as a class mangles them: ``_Cls__v``; ``qualified``: the name of the function."""
    parts = qualified.split(".")
    around = [p for p, after in itertools.pairwise(parts) if after != "<locals>" and p != "<locals>"]
    cls = around[-1].lstrip("_") if around else ""
    if not cls:
        return node
    for n in ast.walk(node):
        field = "attr" if isinstance(n, ast.Attribute) else "id" if isinstance(n, ast.Name) else ""
        name = getattr(n, field) if field else ""
        if name.startswith("__") and not name.endswith("__"):
            setattr(n, field, f"_{cls}{name}")
    return node


def _parameters(node: Any) -> tuple[str, ...]:
    return tuple(a.arg for a in [*node.args.posonlyargs, *node.args.args])


def _lambda_at(fn: Any, first: int) -> Any:
    """The lambda whose body is at the position that the code object states, None if there is none."""
    known = [p for p in fn.__code__.co_positions() if None not in p and p[2] != p[3]]
    start = min(((line, column) for line, _, column, _ in known), default=None)
    end = max(((line, column) for _, line, _, column in known), default=None)
    lines = linecache.getlines(fn.__code__.co_filename)
    try:
        nodes = [n for n in ast.walk(_parse("".join(lines))) if isinstance(n, ast.Lambda)]
    except SyntaxError:
        nodes = []
    for n in nodes:
        b = n.body
        if ((b.lineno, b.col_offset), (b.end_lineno, b.end_col_offset)) == (start, end):
            return _moved(n, 1 - first)
    return None


def _moved(node: Any, by: int) -> Any:
    """A copy of a tree with other line numbers."""
    out = copy.deepcopy(node)
    ast.increment_lineno(out, by)
    return out


def _lambda_tail(text: str, fn: Any) -> Any:
    """A lambda inside a longer expression: try ever shorter pieces from each ``lambda``."""
    start = text.find("lambda")
    while start >= 0:
        for end in range(len(text), start, -1):
            try:
                node = _parse(text[start:end].strip(), "eval").body
            except SyntaxError:
                continue
            if isinstance(node, ast.Lambda) and len(node.args.args) == fn.__code__.co_argcount:
                return node
            break
        start = text.find("lambda", start + 1)
    return None


def free_names(fn: Any) -> dict[str, Any]:
    """Closure variables of ``fn`` by name (cells that are not filled are left out)."""
    out = {}
    for name, cell in zip(fn.__code__.co_freevars, fn.__closure__ or (), strict=True):
        try:
            out[name] = cell.cell_contents
        except ValueError:
            continue
    return out


def lookup(fn: Any, name: str) -> tuple[bool, Any]:
    """The meaning of a free name of ``fn``: closure, globals, builtins."""
    closure = free_names(fn)
    if name in closure:
        return True, closure[name]
    if name in fn.__globals__:
        return True, fn.__globals__[name]
    if hasattr(builtins, name):
        return True, getattr(builtins, name)
    return False, None


def is_all(index: ast.expr) -> bool:
    """Whether an index is ``:``, ``...`` or a tuple of these."""
    parts = index.elts if isinstance(index, ast.Tuple) else [index]
    slices = (isinstance(p, ast.Slice) and p.lower is p.upper is p.step is None for p in parts)
    return all(s or (isinstance(p, ast.Constant) and p.value is ...) for p, s in zip(parts, slices, strict=True))


def stub_source(fn: Any) -> Source:
    """A placeholder tree for a function whose source is not compiled."""
    code = fn.__code__
    node = ast.parse("def f(): pass").body[0]
    return Source(fn, node, code.co_filename, code.co_firstlineno - 1, 0, ())
