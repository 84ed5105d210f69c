"""Random helper functions of the generated C, and calls of them."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field

from tests.generators import c_expressions as e
from tests.generators import c_statements as st
from tests.generators.c_control import State
from tests.generators.c_moves import Moves
from tests.generators.c_types import VOID, D, F, I, Pointer, Scalar, Struct, Type
from tests.generators.c_values import SQUASH, Info

ATTRIBUTES = ["static ", "static ", "static inline ", "static __attribute__((noinline)) ", ""]


@dataclass
class Helper(st.Routine):
    """``constant``: parameters whose memory is only read; ``recursive``: the first parameter counts down."""

    constant: set[str] = field(default_factory=set)
    recursive: bool = False


class Calls(Moves):
    """Statements that may also call the helpers made so far, and the function itself when it recurses."""

    itself: Helper | None = None

    def simple(self) -> list[tuple[Callable[..., None], int]]:
        weight = 6 if self.gen.routines or self.itself else 0
        return [*super().simple(), (self.call, weight)] if weight else super().simple()

    def call(self, out: list[st.Statement]) -> None:
        options = [*self.gen.routines, *([self.itself] * 3 if self.itself else [])]
        helper = self.r.choice(options)
        assert isinstance(helper, Helper)
        args = [self.argument(helper, n, t) for n, t in helper.params]
        if any(a is None for a in args):
            return
        given = [a for a in args if a is not None]
        name = e.Named(helper.name)
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
            place = self.v.place(t)
            return None if place is None else e.Load(place)
        if t == D:
            return self.v.double(1)
        return self.leaf(t)


def helpers(state: State) -> None:
    for k in range(state.r.randint(0, 3)):
        state.routines.append(helper(state, f"call{k}"))


def helper(state: State, name: str) -> Helper:
    """A function of random parameters and result, which may mutate what it is given."""
    r = state.r
    recursive = r.random() < 0.25
    made = Helper(name, result(state), parameters(state, recursive), attributes=r.choice(ATTRIBUTES), recursive=recursive)
    made.constant = {n for n, t in made.params if isinstance(t, Pointer) and r.random() < 0.25}
    made.spelled = ", ".join(("const " if n in made.constant else "") + st.declare(t, n) for n, t in made.params)
    body = Calls(state, [Info(n, t, 0, n != "depth" and n not in made.constant) for n, t in made.params])
    body.result = lambda: returned(body, made.result)
    if isinstance(made.result, Struct):
        zero = [body.leaf(leaf) for leaf in st.leaves(made.result)]
        body.declare(made.body.body, "r", made.result, zero)
    if isinstance(made.result, Pointer) and body.v.pointer(D, made.result.length) is None:
        made.result = D
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
        t: Type = r.choice([Pointer(D, r.randint(1, 4)), Pointer(D, r.randint(1, 4)), D, D, I, F])
        if state.structs and r.random() < 0.3:
            s = r.choice(state.structs)
            t = r.choice([s, Pointer(s, 1)])
        out.append((f"q{k}", t))
    return out


__all__ = ["Calls", "Helper", "Scalar", "helpers"]
