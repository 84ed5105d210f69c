"""``match``: patterns are tests, of structure when compiling and of numbers at run time, and names that stand for parts."""

from __future__ import annotations

import ast
from abc import ABC
from typing import Any

from llvmlite import ir

from irad.frontends.python.core.conditions import FALSE, TRUE, both, either
from irad.frontends.python.core.facts import Facts, joined
from irad.frontends.python.core.python_values import KnownV, ListV, NoneV, ReferenceV, ScalarV, TupleV, Val
from irad.frontends.python.iteration.comparisons import is_container
from irad.frontends.python.objects import memory_objects, special_methods
from irad.frontends.python.objects.classes import check_one_class, has_attribute, python_class
from irad.frontends.python.sources.python_types import Form
from irad.frontends.python.statements.with_statements import WithLowering

_WHOLE = (bool, bytearray, bytes, dict, float, frozenset, int, list, set, str, tuple)  # a pattern in them is for the whole value
Found = tuple[Any, list[tuple[str, Val]]]  # whether it fits, and what names stand for then


class MatchLowering(WithLowering, ABC):
    """``match`` statements."""

    def _Match(self, s: Any) -> None:
        subject = self.expr.stable(self.expr.value(s.subject))
        if isinstance(subject, ListV):
            self.unsupported(s.subject, "match of a list that grows is not supported", "compare its length and its items")
        done = self.fn.append_basic_block("matched")
        self.depth += 1
        ways: list[Facts] = []
        for case in s.cases:
            self.reads = {}
            fits, names = self.pattern(case.pattern, subject)
            if isinstance(fits, ir.Constant) and not fits.constant:
                continue
            other = self.fn.append_basic_block("case")
            missed = [self.facts.copy()]
            self.go_on_if(fits, other)
            for name, value in names:
                self.assign_name(name, value, case.pattern)
            if case.guard is not None:
                self.reads = {}
                holds = self.truth(self.expr.value(case.guard, maybe=True), case.guard)
                missed.append(self.facts.copy())
                self.go_on_if(holds, other)
            self.block(case.body)
            if not self.b.block.is_terminated:
                self.b.branch(done)
                ways.append(self.facts)
            self.b, self.facts = ir.IRBuilder(other), joined(missed) or self.facts
            if case.guard is None and isinstance(fits, ir.Constant):  # nothing is left
                self.b.unreachable()
                break
        if not self.b.block.is_terminated:
            self.b.branch(done)
            ways.append(self.facts)
        self.depth -= 1
        self.b = ir.IRBuilder(done)
        if not ways:  # each case returns or raises
            self.b.unreachable()
        self.reads, self.facts = {}, joined(ways) or self.facts

    def go_on_if(self, holds: Any, other: Any) -> None:
        """Continue in a new block if ``holds``, else in ``other``."""
        inside = self.fn.append_basic_block("fits")
        self.b.cbranch(holds, inside, other)
        self.b = ir.IRBuilder(inside)

    def pattern(self, p: Any, v: Val) -> Found:
        """Whether a value fits a pattern."""
        if isinstance(p, ast.MatchValue):
            return self.equal(v, self.expr.value(p.value), p), []
        if isinstance(p, ast.MatchSingleton):
            return self.singleton(p.value, v, p), []
        if isinstance(p, ast.MatchAs):
            fits, names = self.pattern(p.pattern, v) if p.pattern is not None else (TRUE, [])
            return fits, [*names, (p.name, v)] if p.name is not None else names
        if isinstance(p, ast.MatchOr):
            return self.alternatives(p, v)
        if isinstance(p, ast.MatchSequence):
            return self.sequence(p, v)
        if isinstance(p, ast.MatchMapping):
            return self.mapping(p, v)
        assert isinstance(p, ast.MatchClass)
        return self.instance_of(p, v)

    def singleton(self, value: Any, v: Val, node: Any) -> Any:
        if value is None:
            return TRUE if isinstance(v, NoneV) else FALSE
        if not isinstance(v, ScalarV) or v.ty.kind != "bool" or not v.ty.weak:
            return FALSE
        return self.equal(v, self.expr.constant(value, node), node)

    def equal(self, v: Val, value: Val, node: Any) -> Any:
        """``v == value``; an object whose class says nothing about it is equal to no value that is not an object."""
        if isinstance(v, TupleV) and not is_container(v) and not isinstance(value, TupleV):
            own = special_methods.comparison(self, ast.Eq(), v, value, node)
            return FALSE if own is None else self.truth(own, node)
        return self.truth(self.expr.compare(ast.Eq(), v, value, node), node)

    def alternatives(self, p: Any, v: Val) -> Found:
        out: Any = FALSE
        for one in p.patterns:
            fits, names = self.pattern(one, v)
            out = either(self, out, fits)
            if names and not isinstance(fits, ir.Constant):
                self.unsupported(one, "names in alternatives that a number decides are not supported", "write a case for each")
            if names and fits.constant and isinstance(out, ir.Constant):
                return out, names
        return out, []

    def sequence(self, p: Any, v: Val) -> Found:
        if not isinstance(v, TupleV) or (v.form is not None and v.form.kind not in ("namedtuple", "list")):
            return FALSE, []  # (an array is no sequence to Python either)
        star = next((k for k, one in enumerate(p.patterns) if isinstance(one, ast.MatchStar)), None)
        count = len(p.patterns)
        if len(v.items) < count - 1 if star is not None else len(v.items) != count:
            return FALSE, []
        if star is None:
            return self.all_of(p.patterns, v.items)
        behind = count - star - 1
        end = len(v.items) - behind
        fits, names = self.all_of([*p.patterns[:star], *p.patterns[star + 1 :]], [*v.items[:star], *v.items[end:]])
        name = p.patterns[star].name
        return fits, [*names, (name, TupleV(v.items[star:end], Form("list")))] if name is not None else names

    def all_of(self, patterns: list[Any], items: list[Val]) -> Found:
        out: Any = TRUE
        names: list[tuple[str, Val]] = []
        for one, item in zip(patterns, items, strict=True):
            fits, found = self.pattern(one, item)
            out = both(self, out, fits)
            names += found
        return out, names

    def mapping(self, p: Any, v: Val) -> Found:
        if not isinstance(v, TupleV) or v.form is None or v.form.kind != "dict":
            return FALSE, []
        keys = [self.expr.key(self.expr.value(k), k) for k in p.keys]
        if any(k not in v.form.names for k in keys):
            return FALSE, []
        fits, names = self.all_of(p.patterns, [v.items[v.form.names.index(k)] for k in keys])
        if p.rest is not None:
            left = [n for n in v.form.names if n not in keys]
            items = [v.items[v.form.names.index(n)] for n in left]
            names.append((p.rest, TupleV(items, Form("dict", tuple(left)))))
        return fits, names

    def instance_of(self, p: Any, v: Val) -> Found:
        found = self.expr.value(p.cls)
        cls = found.value if isinstance(found, KnownV) else None
        if cls in (int, float, bool, complex) and isinstance(v, ScalarV):
            check_one_class(self, v, cls, p)
            own = python_class(self, v)
            fits = own is not None and issubclass(own, cls)
            if len(p.patterns) > 1 or p.kwd_patterns or not fits:
                return FALSE, []
            return self.pattern(p.patterns[0], v) if p.patterns else (TRUE, [])
        if isinstance(v, ReferenceV):
            v = memory_objects.opened(self, v)
        if isinstance(v, TupleV) and v.form is not None and v.form.by_attribute and isinstance(cls, type):
            if not issubclass(v.form.cls, cls):
                return FALSE, []
            names = [*getattr(cls, "__match_args__", ())[: len(p.patterns)], *p.kwd_attrs]
            if len(names) == len(p.patterns) + len(p.kwd_attrs) and all(n in v.form.names for n in names):
                items = [v.items[v.form.names.index(n)] for n in names]
                return self.all_of([*p.patterns, *p.kwd_patterns], items)
        own = python_class(self, v)
        if not isinstance(cls, type) or own is None:
            text = f"the pattern '{ast.unparse(p)}' for {v.ty} is not supported"
            self.unsupported(p, text, "int, float, bool and dataclasses are")
        if not issubclass(own, cls):
            return FALSE, []
        if cls in _WHOLE and p.patterns:
            if len(p.patterns) > 1:
                self.wrong(p, f"{cls.__name__}() accepts 1 positional sub-pattern ({len(p.patterns)} given)")
            patterns, values = list(p.patterns), [v]
        else:
            names = list(getattr(cls, "__match_args__", ()))
            if len(p.patterns) > len(names):
                self.wrong(p, f"{cls.__name__}() accepts {len(names)} positional sub-patterns ({len(p.patterns)} given)")
            patterns = list(p.patterns)
            values = [self.expr.attribute_of(v, n, p) for n in names[: len(patterns)]]
        if not all(has_attribute(self, v, n, p) for n in p.kwd_attrs):
            return FALSE, []
        values += [self.expr.attribute_of(v, n, p) for n in p.kwd_attrs]
        return self.all_of([*patterns, *p.kwd_patterns], values)
