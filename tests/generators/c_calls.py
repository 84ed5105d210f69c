"""Random helper functions of the generated C, and calls of them."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field

from tests.generators import c_expressions as e
from tests.generators import c_statements as st
from tests.generators.c_control import State
from tests.generators.c_templates import Templates
from tests.generators.c_types import FN, VOID, Array, D, F, I, Pointer, Scalar, Struct, Type, declare
from tests.generators.c_values import SQUASH, Info

ATTRIBUTES = ["static ", "static ", "static inline ", "static __attribute__((noinline)) ", ""]


@dataclass
class Helper(st.Routine):
    """``constant``: parameters whose memory is only read; ``recursive``: the first parameter counts down."""

    constant: set[str] = field(default_factory=set)
    recursive: bool = False


class Calls(Templates):
    """Statements that may also call the helpers made so far, and the function itself when it recurses."""

    itself: Helper | None = None

    def simple(self) -> list[tuple[Callable[..., None], int]]:
        weight = 6 if self.gen.routines or self.itself else 0
        if not weight:
            return super().simple()
        return [*super().simple(), (self.call, weight), *([(self.function_variable, 1)] if self.gen.table else [])]

    def call(self, out: list[st.Statement]) -> None:
        options = [*self.gen.routines[self.gen.table :], *([self.itself] * 3 if self.itself else [])]
        helper = self.r.choice(options) if options else None
        found = self.function() if helper is None or self.r.random() < 0.3 else None
        if found is not None:
            helper = self.gen.routines[0]
        if not isinstance(helper, Helper):
            return
        args = [self.argument(helper, n, t) for n, t in helper.params]
        if any(a is None for a in args):
            return
        given = [a for a in args if a is not None]
        name = e.Named(helper.name) if found is None else found
        t = helper.result
        if t == VOID or self.r.random() < 0.15:
            out.append(st.CallStatement(None, name, given))
        elif t == D:
            wrap = self.r.choice(SQUASH)
            old = self.v.place(D, write=True, pure=True)
            if isinstance(old, e.Variable) and self.r.random() < 0.6:
                out.append(st.CallStatement(old, name, given, wrap))
            else:
                self.bind(out, D, name, given, wrap)
        else:
            old = self.v.place(t, write=True, pure=True) if isinstance(t, Struct) else None
            if isinstance(old, e.Variable) and self.r.random() < 0.5:
                out.append(st.CallStatement(old, name, given))
            else:
                self.bind(out, t, name, given, "")

    def function(self) -> e.Node | None:
        """Some function of the table's type: from a variable, from the table, or by name."""
        place = self.v.place(FN)
        if place is not None:
            return e.Load(place)
        return e.Named(self.gen.routines[self.r.randrange(self.gen.table)].name) if self.gen.table else None

    def function_variable(self, out: list[st.Statement]) -> None:
        a, b = self.function(), self.function()
        if a is not None and b is not None:
            self.declare(out, self.fresh("u"), FN, e.Choose(self.v.condition(0), a, b), writable=False)

    def bind(self, out: list[st.Statement], t: Type, callee: e.Node, args: list[e.Node], wrap: str) -> None:
        name = self.fresh("c")
        out.append(st.CallStatement(e.Variable(name, t), callee, args, wrap, declares=True))
        self.v.scope.append(Info(name, t, self.depth, reseat=False))

    def argument(self, helper: Helper, name: str, t: Type) -> e.Node | None:
        if helper.recursive and name == "depth":
            if helper is self.itself:
                return e.Binary("-", e.Load(e.Variable("depth", I)), e.Literal(1))
            return e.Literal(self.r.randint(0, 3))
        if isinstance(t, Pointer):
            found = self.v.pointer(t.element, t.length, write=name not in helper.constant)
            return None if found is None else found[0]
        if isinstance(t, Struct):
            place = self.v.place(t, pure=t in self.gen.views)
            return None if place is None else e.Load(place)
        if t == FN:
            return self.function()
        if t == D:
            return self.v.double(1)
        return self.leaf(t)


SIGNATURE: list[tuple[str, Type]] = [("a", Pointer(D, 3)), ("k", D), ("j", I)]


def table(state: State) -> st.Declare | None:
    """Functions of one type, and a constant table of them."""
    n = state.r.choice([0, 2, 3])
    for k in range(n):
        state.routines.append(helper(state, f"tab{k}", SIGNATURE))
    state.table = n
    if not n:
        return None
    state.constants.append(Info("table", Array(FN, n), 0, writable=False))
    return st.Declare("table", Array(FN, n), [e.Named(f"tab{k}") for k in range(n)])


def helpers(state: State) -> None:
    for k in range(state.r.randint(0, 3)):
        state.routines.append(helper(state, f"call{k}"))


def helper(state: State, name: str, given: list[tuple[str, Type]] | None = None) -> Helper:
    """A function of random parameters (if none are given) and result, which may mutate what it is given."""
    r = state.r
    recursive = given is None and r.random() < 0.25
    params = given or parameters(state, recursive)
    made = Helper(name, D if given else result(state), params, attributes=r.choice(ATTRIBUTES), recursive=recursive)
    if not given:
        made.constant = {n for n, t in made.params if isinstance(t, Pointer) and r.random() < 0.25}
    made.spelled = ", ".join(("const " if n in made.constant else "") + declare(t, n) for n, t in made.params)
    body = Calls(state, [Info(n, t, 0, n != "depth" and n not in made.constant) for n, t in made.params] + state.statics)
    body.result = lambda: returned(body, made.result)
    pointers = [t for n, t in made.params if isinstance(t, Pointer) and t.element == D and n not in made.constant]
    if pointers and not given and r.random() < 0.15:
        made.result = r.choice(pointers)
    if isinstance(made.result, Struct):
        zero = [body.leaf(leaf) for leaf in st.leaves(made.result)]
        body.declare(made.body.body, "r", made.result, zero)
    if recursive:
        stop = e.Compare("<=", e.Load(e.Variable("depth", I)), e.Literal(0))
        made.body.body.append(st.If(stop, st.Block([st.Return(body.result())])))
        body.itself = made
    made.body.body += body.top(2, r.randint(1, 4))
    made.body.body.append(st.Return(body.result()))
    return made


def returned(body: Calls, t: Type) -> e.Node | None:
    """What a helper gives back: pointers into what it was given."""
    if t == VOID:
        return None
    if isinstance(t, Struct):
        place = body.v.place(t, write=True)
        return e.Load(place) if place is not None else None
    if isinstance(t, Pointer):
        params = [v for v in body.v.scope if v.depth == 0 and v.writable and v.type == Pointer(D, t.length)]
        return e.Load(e.Variable(body.r.choice(params).name, t))
    return body.v.squashed(2)


def result(state: State) -> Type:
    k = state.r.random()
    if k < 0.2:
        return VOID
    if k < 0.4 and state.structs:
        return state.r.choice(state.structs)
    return D


def parameters(state: State, recursive: bool) -> list[tuple[str, Type]]:
    r = state.r
    out: list[tuple[str, Type]] = [("depth", I)] if recursive else []
    for k in range(r.randint(1, 4)):
        numbers: list[Type] = [Pointer(D, r.randint(1, 4)), Pointer(D, r.randint(1, 4)), D, D, I, F]
        t = r.choice(numbers)
        if state.structs and r.random() < 0.3:
            s = r.choice(state.structs)
            t = Pointer(s, 1) if r.random() < 0.5 else s
        if r.random() < 0.15:
            others: list[Type] = [*state.views, FN if state.table else D]
            t = r.choice(others)
        out.append((f"q{k}", t))
    return out


__all__ = ["Calls", "Helper", "Scalar", "helpers"]
