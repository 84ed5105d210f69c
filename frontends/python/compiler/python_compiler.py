"""From Python functions and types of arguments to one module of LLVM IR."""

from __future__ import annotations

from typing import Any

from irad.errors import Place, TypingError, UnsupportedError
from irad.frontends.python.compiler.host_instance import HostInstance
from irad.frontends.python.compiler.python_instance import PythonInstance
from irad.frontends.python.core.code_writer import Restart
from irad.frontends.python.core.compilation import Compilation, Instance
from irad.frontends.python.sources.function_notes import host_of, note
from irad.frontends.python.sources.python_types import Ty, has_array
from irad.frontends.python.sources.rule_sets import rules_of
from irad.frontends.python.statements.checkpointed_loops import LOOP_MARK
from irad.ir.reader.attributes import PLACE, RECOMPUTE
from irad.rules.python_rules import ATTRIBUTE, INACTIVE, READER

MAX_DEPTH = 60
MAX_RESTARTS = 40
MAX_NESTED = 5


class PythonCompiler(Compilation):
    """A `Compilation` that makes instances on request."""

    def instance(
        self,
        fn: Any,
        types: tuple[Ty, ...],
        place: Place | None,
        apart: bool = False,
        again: bool = False,
        inactive: bool = False,
    ) -> Instance:
        """The (complete, or still unfinished) instance of ``fn`` for ``types``.

        ``apart``: its arrays never overlap.  ``again``: calls of it are run again in the reverse sweep (``irad.recompute``).
        ``inactive``: calls of it have no derivative (``irad.inactive``).
        """
        key = (fn, types, apart, again, inactive)
        found = self.instances.get(key)
        if found is not None and (found.done or found in self.active):
            if found in self.active:
                found.recursive = True
                for other in self.active[self.active.index(found) :]:
                    other.recursive = True
            return found
        nested = sum(i.python is fn for i in self.active)  # recursion settles on one or two tuples of types, or never
        if nested >= MAX_NESTED or len(self.active) >= MAX_DEPTH:
            raise UnsupportedError(
                f"calls of {fn.__name__}() with ever new types do not end",
                place=place,
                hint="give the recursion one set of types",
            )
        if found is None:
            name = f"{self.prefix}{fn.__name__}.{len(self.instances)}"
            found = self.instances[key] = self.new_instance(fn, types, name, apart, again, inactive)
        assert isinstance(found, PythonInstance)
        found.complete()
        return found

    def root(self, fn: Any, types: tuple[Ty, ...]) -> Instance:
        """The instance of the function that is called from outside."""
        for _ in range(MAX_RESTARTS):
            try:
                return self.instance(fn, types, None)
            except Restart:
                self.instances.clear()
                self.active.clear()
        raise TypingError(f"the types of the lists in {fn.__name__}() do not settle")

    def new_instance(
        self, fn: Any, types: tuple[Ty, ...], name: str, apart: bool, again: bool, inactive: bool
    ) -> PythonInstance:
        """An instance that is not lowered yet."""
        kind = HostInstance if host_of(fn) is not None else PythonInstance
        return kind(self, fn, types, name, apart, again, inactive)

    def text(self, root: Instance) -> str:
        """The module: all finished instances and the declarations they use."""
        lines: list[str] = []
        bodies = [self.function_text(i) for i in self.instances.values() if i.done]
        everything = "\n".join(bodies)
        for name, fn in self.declared.items():
            if f'@"{name}"' in everything:
                lines.append(str(fn).strip())
        return "\n".join([*lines, *bodies]) + "\n"

    @property
    def bounded(self) -> bool:
        """Whether loops are, or may be, checkpointed."""
        return self.limited or LOOP_MARK in self.declared

    def function_text(self, instance: Instance) -> str:
        """One function in IR."""
        head, line, rest = str(instance.fn).partition("\n")
        if instance.again:
            place = str(instance.source.place(instance.source.node))
            head += f" noinline {RECOMPUTE}" + ("" if set(place) & set('"\\') else f' "{PLACE}"="{place}"')
        words = self.rule_words(instance)
        if self.bounded and not (words or instance.again or instance.recursive) and has_array(instance.returned_type):
            head += " alwaysinline"  # what is handed on has to be seen to be new, and its shape to stay
        head += words
        return f"{head}{line}{rest}"

    def rule_words(self, instance: Instance) -> str:
        """The words that mark a function with rules in IR."""
        if instance.inactive:
            host = note(instance.python, "irad_host") is not None  # its arrays are passed read-only
            return f' "{ATTRIBUTE}"="{READER if host else INACTIVE}"'
        if rules_of(instance.python) is None:
            return ""
        if instance.author is None:
            assert self.author is not None
            instance.author = self.author(instance)
        return f' "{ATTRIBUTE}"="{instance.author}"'
