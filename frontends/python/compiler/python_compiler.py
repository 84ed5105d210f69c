"""From Python functions and types of arguments to one module of LLVM IR."""

from __future__ import annotations

import itertools
from typing import Any

from irad.errors import IradError, Place, TypingError, UnsupportedError
from irad.frontends.python.checkpoints.checkpointed_loops import LOOP_MARK
from irad.frontends.python.compiler.host_instance import HostInstance
from irad.frontends.python.compiler.module_text import CAUGHT, integer_nodes
from irad.frontends.python.compiler.python_instance import PythonInstance
from irad.frontends.python.compiler.static_walk import walk
from irad.frontends.python.containers import unsettled_types
from irad.frontends.python.core.code_writer import NotYet, OtherWay, Restart, Skipped
from irad.frontends.python.core.compilation import Compilation, Instance
from irad.frontends.python.core.facts import Records
from irad.frontends.python.functions.function_calls import in_library
from irad.frontends.python.messages.callable_names import is_foreign, is_foreign_file
from irad.frontends.python.messages.problems import Problems
from irad.frontends.python.sources.captured import plain, rebound
from irad.frontends.python.sources.function_notes import host_of, note
from irad.frontends.python.sources.joined_types import UnreadText, holds_unread
from irad.frontends.python.sources.outside import Outside
from irad.frontends.python.sources.python_source import NO_SOURCE
from irad.frontends.python.sources.python_types import Aliases, Fixed, Known, Tuple, Ty, has_array
from irad.frontends.python.sources.rule_sets import rules_of
from irad.ir.reader.attributes import PLACE, RECOMPUTE
from irad.rules.python_rules import ATTRIBUTE, INACTIVE, READER

Key = tuple[Any, tuple[Ty, ...], bool, bool, bool, bool, Fixed, Aliases]
MAX_DEPTH = 60
MAX_RESTARTS = 120
_MANY_RESTARTS = 10  # from here on objects in memory may be found sooner
MOST_STATEMENTS = 8000  # that are lowered until a way is tried which writes out fewer loops
MAX_NESTED = 5
MAX_BY_NUMBER = 50  # of a recursion that is compiled for the numbers that it is given


def size_of(ty: Ty) -> int:
    """How many items a value of known structure has, and these have."""
    return 1 + sum(map(size_of, ty.items)) if isinstance(ty, Tuple) else 1


class PythonCompiler(Compilation):
    """A `Compilation` that makes instances on request.

    ``in_memory`` and ``all_in_memory``: whether objects, and containers as well, lie in memory from the beginning (tests compare
    that with what is done else).
    """

    in_memory = False
    all_in_memory = False

    def instance(
        self,
        fn: Any,
        types: tuple[Ty, ...],
        place: Place | None,
        apart: bool = False,
        again: bool = False,
        inactive: bool = False,
        caught: bool = False,
        fixed: Fixed = (),
        aliases: Aliases = (),
    ) -> Instance:
        """The (complete, or still unfinished) instance of ``fn`` for ``types``.

        ``apart``: its arrays never overlap.  ``again``: calls of it are run again in the reverse sweep (``irad.recompute``).
        ``inactive``: calls of it have no derivative (``irad.inactive``).
        ``caught``: its errors may be caught, after which what it has done before must be reversed as well.
        ``fixed``: numbers inside of its arguments that it is compiled for (parameter, register, number).
        ``aliases``: where its arguments hold objects a second time.
        """
        key = (fn, types, apart, again, inactive, caught, fixed, aliases)
        if self.active:
            return self._instance(key, place)
        made = None
        try:
            made = self._instance(key, place)
        except NotYet:  # what it waits for is refused
            if not self.problems:
                raise
        except IradError as error:
            self.problems.note(error)
        if self.problems:
            for f in (fn, *(t.value for t in types if isinstance(t, Known) and callable(t.value))):
                for problem in walk(f, self.untaken).found.values():
                    self.problems.note(problem)
            self._raise_for_library(plain(note(fn, "irad_of") or fn))
            raise self.problems.error(fn.__name__)
        assert made is not None
        for i in self._reachable(made):
            if isinstance(i, PythonInstance) and not i.done:
                raise i.unknown_type()
        return made

    def _instance(self, key: Key, place: Place | None) -> Instance:
        fn = key[0]
        of_library = place is not None and self.active and is_foreign(fn) and not is_foreign(self.active[-1].python)
        if of_library:
            self.asked.setdefault(fn, set()).add(place)
        found = self.instances.get(key)
        if found is not None and found.refused:
            if is_foreign(fn):
                if of_library and (why := self.refusals.get(key)) is not None:
                    raise type(why)(why.message, place=place, hint=why.hint)
                self.problems.events += 1
                raise Skipped
            return self._usable(found)
        if found is not None and (found.done or found in self.active):
            if found in self.active:
                found.recursive = True
                for other in self.active[self.active.index(found) :]:
                    other.recursive = True
            return found
        nested = sum(i.python is fn for i in self.active)  # recursion settles on one or two tuples of types, or never
        by_number = bool(self.static_parameters.get(fn) or self.static_leaves.get(fn))
        most = MAX_BY_NUMBER if by_number else MAX_NESTED
        if (nested >= most and not self._goes_down(fn, key[1])) or len(self.active) >= MAX_DEPTH:
            text = f"calls of {fn.__name__}() with ever new types do not end{self._new_types(fn)}"
            raise UnsupportedError(text, place=place, hint="give the recursion one set of types")
        if of_library:
            assert place is not None
            return self._of_library(key, place)
        return self._completed(key, place)

    def _goes_down(self, fn: Any, types: tuple[Ty, ...]) -> bool:
        """Whether a recursion goes through a finite structure: objects from outside, or ever smaller containers."""
        for column in zip(*(i.types for i in self.active if i.python is fn), types, strict=True):
            paths = [ty.value for ty in column if isinstance(ty, Known) and isinstance(ty.value, Outside)]
            if len(paths) == len(column) == len({id(path.read()) for path in paths}):
                return True
            sizes = [size_of(ty) for ty in column if isinstance(ty, Tuple)]
            if len(sizes) == len(column) and all(a > b for a, b in itertools.pairwise(sizes)):
                return True
        return False

    def _new_types(self, fn: Any) -> str:
        """Which argument of a recursion gets ever new types."""
        first, second, *_ = [*(i for i in self.active if i.python is fn), None, None]
        if first is None or second is None:
            return ""
        for name, old, new in zip(first.arg_names, first.types, second.types, strict=True):
            if old != new:
                return f": '{name}' is {old} at first, then {new}"
        return ""

    def _completed(self, key: Key, place: Place | None) -> Instance:
        """An instance, lowered; ``place``: of the call that needs it."""
        found = self.instances.get(key)
        if found is None:
            name = f"{self.prefix}{key[0].__name__}.{self.made}{CAUGHT if key[5] else ''}"
            self.made += 1
            try:
                found = self.instances[key] = self.new_instance(key[0], key[1], name, *key[2:])
            except UnsupportedError as error:
                if error.code == NO_SOURCE and place is not None and not is_foreign(key[0]):
                    raise UnsupportedError(error.message, place=place, hint=error.hint, code=NO_SOURCE) from None
                raise
            if rules_of(key[0]) is not None:
                outer = [*itertools.takewhile(is_foreign, (i.python for i in self.active[::-1]))]
                self.asked[name] = self.asked.setdefault((outer or [key[0]])[-1], set())
        assert isinstance(found, PythonInstance)
        found.complete()
        return self._usable(found)

    def _of_library(self, key: Key, place: Place) -> Instance:
        """A function of a library, which the user calls at ``place``: what is wrong in it is a problem of that call."""
        outer, self.problems = self.problems, Problems()
        made = None
        try:
            made = self._completed(key, place)
        except NotYet:
            if not self.problems:
                raise
        except IradError as error:
            self.problems.note(error)
        finally:
            inner, self.problems = self.problems, outer
        if not inner:
            assert made is not None
            return made
        fn = key[0]
        if key in self.instances:
            self.instances[key].refused = self.instances[key].unsure = True
        of_user = [p for p in inner.listed() if p.place is not None and not is_foreign_file(p.place.file)]
        for problem in of_user:  # in what the library calls back
            self.problems.note(problem)
        if of_user:
            raise Skipped
        wrong = inner.error(fn.__name__)
        first = wrong.problems[0]
        if fn.__module__.partition(".")[0] == "irad":  # a part of what stands for a function of NumPy
            why = type(first)(first.message, place=place, hint=first.hint)
        else:
            text, hint = in_library(fn, None, wrong)
            why = UnsupportedError(text, place=place, hint=hint)
        self.refusals[key] = why
        raise why

    def _raise_for_library(self, fn: Any) -> None:
        """Raise one error, if all that is wrong lies in a library's function that is to be compiled itself."""
        if is_foreign(fn) and all(p.place is None or is_foreign_file(p.place.file) for p in self.problems.found.values()):
            wrong = self.problems.error(fn.__name__)
            first = wrong.problems[0]
            own = fn.__module__.partition(".")[0] == "irad"  # a rule of what stands for a library's function
            text, hint = (first.message, first.hint) if own else in_library(fn, None, wrong)
            raise UnsupportedError(text, hint=hint)

    def _usable(self, found: Instance) -> Instance:
        """An instance whose result is known, though something in it may be refused."""
        if found.refused and (found.unsure or found.result is None):
            self.problems.events += 1
            raise Skipped
        return found

    def root(self, fn: Any, types: tuple[Ty, ...], fixed: Fixed = ()) -> Instance:
        """The instance of the function that is called from outside.

        Objects and containers are held in registers; where that is refused, or would take too many statements, objects lie in
        memory, then containers as well.
        """
        limits = MOST_STATEMENTS, 5 * MOST_STATEMENTS
        ways = [(False, False, limits[0]), (True, False, limits[0]), (True, True, limits[1]), (False, False, None)]
        several = not (self.in_memory or self.all_in_memory)
        if not several:
            ways = [(True, self.all_in_memory, None)]
        refused: Exception | None = None
        in_memory: Exception | None = None  # what is said where the first way gives no reason
        unread = UnreadText(Restart)
        unread.wanted = self.records.unread.wanted
        computed: set[Any] = set()
        boxed: set[type] = set()
        while ways:
            memory, containers, most = way = ways.pop(0)
            if refused is not None and not memory:
                break
            again = type(self)(self.boundscheck, self.blas, self.prefix, self.author, self.limited, self.process)
            again.records = Records(used=memory, containers=containers, most=most, apart=most is not None and not memory)
            again.records.unread, again.records.computed, known = unread, computed, len(computed)
            again.records.boxed = boxed
            try:
                made = again._settled(fn, types, fixed)
                if unread.made and not unread.wanted and any(holds_unread(slot.ty) for slot in again.slots.values()):
                    break  # Python is given a text
            except OtherWay:
                ways[:0] = [way] if len(computed) > known else []
                continue
            except (IradError, RecursionError) as error:
                endless = isinstance(error, RecursionError) or error.code == unsettled_types.CODE
                if endless and several and again.records.box(again.records.immutable):  # perhaps they hold each other
                    ways[:0] = [way] if memory else []
                    if memory:
                        continue
                if memory and several:
                    in_memory = in_memory or error
                elif in_memory is None:
                    refused = error
                if containers and several and again.records.box(again.records.immutable):
                    ways = [(True, True, None)]  # a last way: what does not change lies in memory as well
                if not again.records.possible:
                    break
                continue
            vars(self).update(vars(again))
            return made
        if unread.made and not unread.wanted:
            self.records.unread.wanted = True
            return self.root(fn, types, fixed)
        found = _less(refused, in_memory)
        assert found is not None
        raise found

    def _settled(self, fn: Any, types: tuple[Ty, ...], fixed: Fixed) -> Instance:
        """As `root`, with objects where `Records.used` says."""
        before = Problems()
        self.rebound = rebound(fn)
        for k in itertools.count():
            if k > MAX_RESTARTS + 5 * len(self.slots):
                break
            functions = None
            try:
                made = self.instance(fn, types, None, fixed=fixed)
                if not self.records.new:
                    return made
            except Restart as restart:
                functions = restart.functions
                if k >= _MANY_RESTARTS and self.records.takes_long:
                    raise OtherWay from None
            except (IradError, NotYet):
                if not self.records.new and (self.records.stuck or not self.records.found):
                    raise
                self.records.stuck |= not self.records.new  # what is missing now is missing
                self.records.new = True
            self._forget(None if self.records.new else functions)
            self.records.new = False
            self.active.clear()
            before, self.problems = self.problems, Problems()  # what is still wrong is found again
        if before:
            raise before.error(fn.__name__)
        raise TypingError(f"the types of the lists in {fn.__name__}() do not settle")

    def _forget(self, functions: frozenset[Any] | None) -> None:
        """Drop the instances of these functions, and of those that call them; None: of all."""
        if functions is None:
            self.instances.clear()
            return
        gone = {i for i in self.instances.values() if not i.done or i.refused or i.python in functions}
        while more := {i for i in self.instances.values() if i not in gone and i.callees & gone}:
            gone |= more
        self.instances = {key: i for key, i in self.instances.items() if i not in gone}

    def _reachable(self, root: Instance) -> list[Instance]:
        """The instances that a function needs, in the order in which they were made."""
        found, todo = {root}, [root]
        while todo:
            new = todo.pop().callees - found
            found |= new
            todo += new
        return [i for i in self.instances.values() if i in found]

    def new_instance(
        self,
        fn: Any,
        types: tuple[Ty, ...],
        name: str,
        apart: bool,
        again: bool,
        inactive: bool,
        caught: bool = False,
        fixed: Fixed = (),
        aliases: Aliases = (),
    ) -> PythonInstance:
        """An instance that is not lowered yet."""
        kind = HostInstance if host_of(fn) is not None else PythonInstance
        made = kind(self, fn, types, name, apart, again, inactive, caught, fixed, aliases)
        made.mutated |= {made.arg_names[k] for pair in aliases for k, _ in pair}
        return made

    def text(self, root: Instance) -> str:
        """The module: all finished instances and the declarations they use."""
        lines: list[str] = []
        bodies = [*self.helper_texts(), *(self.function_text(i) for i in self._reachable(root) if i.done)]
        everything = "\n".join(bodies)
        for name, fn in self.declared.items():
            if f'@"{name}"' in everything:
                lines.append(str(fn).strip())
        if "!irad.tbaa" in everything:
            lines += integer_nodes()
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
            places = self.asked.get(instance.symbol, set())
            instance.author = self.author(instance, next(iter(places)) if len(places) == 1 else None)
        return f' "{ATTRIBUTE}"="{instance.author}"'


def _less(first: Exception | None, second: Exception | None) -> Exception | None:
    """The error of the first way, but where that of the second has some of its problems only: without these it compiles."""
    if isinstance(first, IradError) and isinstance(second, IradError):
        texts = [[(p.place, p.message) for p in error.problems] for error in (first, second)]
        return second if all(t in texts[0] for t in texts[1]) else first
    return first or second
