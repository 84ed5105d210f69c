"""Lowering of a Python function in rounds, until the types of its variables no longer change."""

from __future__ import annotations

import ast
from functools import partial
from types import ModuleType
from typing import Any

from llvmlite import ir

from irad.errors import Place, TypingError
from irad.frontends.python.calls.demand import fixed, known_parameter, with_known_shape
from irad.frontends.python.containers import unsettled_types
from irad.frontends.python.containers.value_trees import arrays_of
from irad.frontends.python.core.code_writer import RoundAgain
from irad.frontends.python.core.compilation import Instance
from irad.frontends.python.core.lowering import Lowering
from irad.frontends.python.core.overlap_checks import check_places
from irad.frontends.python.core.python_values import I8, I32, I64, PTR, ArrayV, Val, const
from irad.frontends.python.messages.callable_names import is_foreign
from irad.frontends.python.sources.outside import Outside
from irad.frontends.python.sources.python_source import lookup
from irad.frontends.python.sources.python_types import NONE, Known, Ty
from irad.frontends.python.statements.statements import StatementLowering
from irad.frontends.python.trees.passed_displays import passed_displays
from irad.frontends.python.trees.webs import shown

MAX_ROUNDS = 25
MAX_BEGINNINGS = 1000  # of rounds: those that end early, since they began without something, count as well


class PythonInstance(Instance):
    """A function whose statements are compiled; ``waits``: the first of those that need a type which is not known yet."""

    waits: Place | None = None

    def complete(self) -> None:
        """Rounds of lowering until no type changes."""
        self.compiler.active.append(self)
        before_it = self.compiler.problems.events
        try:
            rounds, types = 0, dict(self.variables)
            for _ in range(MAX_BEGINNINGS):
                if rounds == MAX_ROUNDS:
                    self.not_settled(types)
                    return
                before, types = set(self.compiler.instances), dict(self.variables)
                try:
                    low = self.round()
                    rounds += 1
                    again = low.changed
                except RoundAgain:
                    again = True
                if not again:
                    break
                if self.recursive:  # what was lowered meanwhile may rest on old types
                    for key in set(self.compiler.instances) - before:
                        del self.compiler.instances[key]
            else:
                self.not_settled(types)
                return
            if low.deferred and (not self.recursive or len(self.compiler.active) == 1):
                for error in low.deferred:
                    low.refused(error)
            if self.compiler.problems.events > before_it:
                self.refused = True
                return
            if low.skipped:
                if self.compiler.problems:
                    return
                if len(self.compiler.active) > 1:
                    return  # waits for the type of a caller
                raise self.unknown_type()
            if self.result is None:
                self.result, self.only_raises = NONE, True
            self.done = True
        finally:
            self.compiler.active.pop()

    def unknown_type(self) -> TypingError:
        """The error where what is read never gets a type."""
        made = [i for i in self.compiler.instances.values() if not i.done]
        for i in made:
            for name, node in i.untyped.items():
                if name not in i.variables and name not in i.structures:
                    text = f"'{shown(name)}' is read before it is assigned"
                    hint = f"declare it where it belongs to a function around: nonlocal {shown(name)}"
                    changed = [n.target for s in i.body for n in ast.walk(s) if isinstance(n, ast.AugAssign)]
                    augmented = any((t.lineno, t.col_offset) == (node.lineno, node.col_offset) for t in changed)
                    return TypingError(text, place=i.source.place(node), hint=hint if augmented else "")
        for i in made:
            if i.recursive and i.result is None:
                text = f"{i.python.__name__}() calls itself on each way through it: a recursion without end has no result"
                place = i.source.place(i.source.node)
                return TypingError(text, place=place, hint="return something else in one case: if n < 2: return n")
        text = f"a type in {self.python.__name__}() cannot be found: something is used here before anything gives it a type"
        hint = "begin with a value: a number before the loop, or an item in the list or dict that is read"
        inner = (i for i in reversed(made) if isinstance(i, PythonInstance) and not is_foreign(i.python))
        waits = next((i.waits for i in inner if i.waits is not None), self.waits)
        return TypingError(text, place=waits or self.source.place(self.source.node), hint=hint)

    def not_settled(self, types: dict[str, Ty]) -> None:
        """There are ever new types; ``types``: of the variables before the last round."""
        if not self.compiler.problems:
            for name, ty in self.variables.items():
                if name in types and types[name] != ty:
                    raise unsettled_types.unsettled(self, name, types[name], ty, unsettled_types.assignment_of(self, name))
            text = f"the types of {self.python.__name__}() do not settle"
            place = self.source.place(self.source.node)
            raise TypingError(text, place=place, hint="give each variable one type", code=unsettled_types.CODE)
        self.refused = True

    def round(self) -> StatementLowering:
        self.result_count, self.numbers, self.twins = self.count_results(self.returned_type), None, None
        self.torn = set()
        if self.compiler.records.containers and self.passed_displays is None and not is_foreign(self.python):
            self.passed_displays = passed_displays(self.body, self._is_of_library)
        self.callees = set()  # what only an earlier round has called is not needed
        self.fn = self.function(ir.Module("scratch"))
        low = StatementLowering(self, self.fn)
        args = fixed(list(self.fn.args[1:]), self.types, self.fixed)
        values: list[Val] = []
        for k, ty in enumerate(self.types):
            if isinstance(ty, Known):
                values.append(known_parameter(low, ty, self.source.node))
            else:
                values.append(low.from_leaves(ty, args, ("argument", k)))
        self.hidden = {id(a): self._capture(low, a, t, n, args) for a, t, n in self.captures}
        if self.recursive:
            self._check_depth(low)
        strided = self._strided(values)
        self.checked = [a for a in strided if a.origin in self.crowded]
        before = self.result
        low.run(values, partial(self.lower_body, low))
        if before is not None and self.result is not None and self.result != before:
            unsettled_types.check_depth(low, "", before, self.result)
        self.waits = low.waits
        self._look_for_crowded(low, strided)
        links, replaced = low.links(), low.replaced()
        if (links, replaced) != (self.links, self.replaced):
            self.links, self.replaced, low.changed = links, replaced, True
        return low

    def _capture(self, low: Lowering, value: Any, ty: Ty, name: str, args: list[Any]) -> Val:
        """A captured array, or what lies at a path."""
        path = value if isinstance(value, Outside) else self.compiler.held(value, name)
        found = low.from_leaves(ty, args, ("capture", id(value)))
        return with_known_shape(low, found, path, path.read().shape) if isinstance(found, ArrayV) else found

    def _strided(self, values: list[Val]) -> list[ArrayV]:
        """The arrays from outside that could be written to, and whose strides are known at run time only."""
        found = [a for v in [*values, *self.hidden.values()] for a in arrays_of(v)]
        return [a for a in found if a.ty.layout == "A" and not a.ty.readonly]

    def _look_for_crowded(self, low: Lowering, strided: list[ArrayV]) -> None:
        """Refuse arrays from Python that are written to and have two elements in one place: NumPy computes before it writes."""
        if len(self.compiler.active) > 1:
            return
        roots = self.writes.roots()
        written = {a.origin for a in strided if None in roots or a.origin in roots}
        if written - self.crowded:
            self.crowded |= written
            low.changed = True

    def _is_of_library(self, fn: Any) -> bool:
        """Whether a called expression names a function of a library."""
        root = fn
        while isinstance(root, ast.Attribute):
            root = root.value
        if not isinstance(root, ast.Name) or root.id in self.local_names or root.id in self.arg_names:
            return False
        defined, value = lookup(self.source.fn, root.id)
        if isinstance(fn, ast.Attribute):
            return isinstance(value, ModuleType)
        return defined and (getattr(value, "__module__", None) or "").partition(".")[0] in ("numpy", "scipy")

    def lower_body(self, low: StatementLowering, body: list[Any]) -> None:
        """The statements of the function."""
        check_places(low, self.checked, self.source.node)
        low.block(body)

    def _check_depth(self, low: Lowering) -> None:
        """Check the depth of a recursion: it raises RecursionError before the machine stack overflows."""
        b = low.b
        address = self.compiler.external("llvm.frameaddress.p0", ir.FunctionType(PTR, [I32]))
        here = b.ptrtoint(b.call(address, [ir.Constant(I32, 0)]), I64)
        limit = b.load(b.gep(low.arena, [const(40)], source_etype=I8), typ=I64)
        deep, fine = low.fn.append_basic_block("deep"), low.fn.append_basic_block("shallow")
        b.cbranch(b.icmp_unsigned("<", here, limit), deep, fine)
        ir.IRBuilder(deep).ret(ir.Constant(I32, -2))
        low.b = ir.IRBuilder(fine)
