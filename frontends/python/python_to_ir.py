"""From a Python function and argument types to a `Lowered`."""

from __future__ import annotations

from typing import Any

from irad.errors import IradError, UnsupportedError
from irad.frontends.python.calls.evaluated_calls import functions_of
from irad.frontends.python.compiler.module_text import calling, finished
from irad.frontends.python.compiler.python_compiler import PythonCompiler
from irad.frontends.python.core.code_writer import NotYet
from irad.frontends.python.sources.lowered_function import Lowered
from irad.frontends.python.sources.outside import Aliases, Outside, Watched
from irad.frontends.python.sources.python_source import definition
from irad.frontends.python.sources.python_types import Fixed, Ty
from irad.frontends.python.sources.rule_sets import rules_of
from irad.frontends.python.userrules.rule_authors import author_of


def lower_function(
    fn: Any, types: tuple[Ty, ...], boundscheck: bool, blas: bool, limited: bool, fixed: Fixed = (), process: bool = False
) -> Lowered:
    """See ``irad.frontends.python.lower``."""
    compiler = PythonCompiler(boundscheck, blas, author=author_of, limited=limited, process=process)
    try:
        root = compiler.root(fn, types, fixed)
    except NotYet:
        raise UnsupportedError(f"the types in {fn.__name__}() cannot be found", place=definition(fn.__code__)) from None
    entry, text = root.symbol, compiler.text(root)
    if rules_of(fn) is not None:  # rules apply to calls
        entry += ".entry"
        text += calling(root, entry)
    text = finished(compiler, root, text, entry)
    if root.result is None:
        raise IradError(f"the result type of {fn.__name__}() cannot be found")
    return Lowered(
        text,
        entry,
        tuple(root.arg_names),
        types,
        root.result,
        tuple(root.captures),
        tuple(compiler.site_list),
        (*(i.python for i in compiler.instances.values()), *functions_of(compiler.evaluated)),
        tuple(compiler.constants.items()),
        tuple(root.written_arguments()),
        tuple(k for k, (array, _, _) in enumerate(root.captures) if root.writes_capture(array)),
        (*compiler.uses, *_aliases(compiler)),
        fixed,
        tuple(compiler.slots.values()),
        compiler.makes_generators,
    )


def _aliases(compiler: PythonCompiler) -> tuple[Watched, ...]:
    """Which paths lead to the same object, if objects at paths are changed."""
    if not compiler.slots:
        return ()
    paths = [path for path, aspect in compiler.uses if isinstance(path, Outside) and aspect in ("class", "structure")]
    owners = [slot.path.home for slot in compiler.slots.values() if isinstance(slot.path.home, Outside)]
    return ((Aliases(dict.fromkeys((*owners, *paths))), "aliases"),)
