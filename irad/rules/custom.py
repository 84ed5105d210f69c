"""Rules that a program registers for its own functions: a gradient or a forward derivative written by hand.

The conventions are Enzyme's.  For ``R f(A a, P *p)`` with a number ``a`` and a pointer ``p``:

    augmented:  {T tape, R result} af(A a, P *p, P *dp)          (either may be missing; also ``R``, ``T`` or ``void`` alone)
    gradient:   {A da} gf(A a, P *p, P *dp, R seed, T tape)      (no seed where f returns no number)
    derivative: {R result, R tangent} df(A a, A da, P *p, P *dp) (or the tangent alone)
    split derivative: the same with the tape behind, of an augmented function as above

All pointers have shadows, all numbers derivatives.  What is missing in the result of ``af`` or ``df`` comes from ``f``.
"""

from __future__ import annotations

from dataclasses import dataclass, field

from irad.errors import RuleError
from irad.ir.types import LAYOUT, PTR, VOID, ArrayType, FunctionType, StructType, Type, VectorType, struct
from irad.rules.formulas.external import ExternalRule, RoutineOperand, Texts, Wanted


@dataclass(frozen=True)
class Handwritten:
    """A function of the program: ``extensions`` has the ABI word of each parameter, ``sret`` the type returned in memory."""

    name: str
    ftype: FunctionType
    extensions: tuple[str, ...]
    sret: Type | None = None

    @property
    def result(self) -> Type:
        return self.sret if self.sret is not None else self.ftype.ret

    @property
    def params(self) -> tuple[Type, ...]:
        return self.ftype.params[1:] if self.sret is not None else self.ftype.params


@dataclass(frozen=True, kw_only=True)
class CustomRule(ExternalRule):
    """The rules registered for one function; ``primal`` is that function."""

    primal: Handwritten
    augmented: Handwritten | None = None
    gradient: Handwritten | None = None
    derivative: Handwritten | None = None
    split_augmented: Handwritten | None = None  # before the derivative, which gets its tape

    @property
    def operands(self) -> tuple[RoutineOperand, ...]:
        return tuple(RoutineOperand("rw", "any") if t.is_ptr else RoutineOperand() for t in self.primal.ftype.params)

    @property
    def opaque(self) -> bool:
        return True

    def fits(self, ftype: FunctionType) -> bool:
        return ftype == self.primal.ftype

    def split(self, wanted: Wanted) -> Texts:
        """Both functions; the arguments are kept on the tape and passed to the gradient again."""
        if self.gradient is None:
            raise RuleError(f"only a forward derivative is registered for {self.primal.name}")
        return Texts(_augmented(self, wanted) + _reverse(self, wanted), {})

    def forward(self, wanted: Wanted) -> Texts:
        if self.derivative is None:
            raise RuleError(f"only a gradient is registered for {self.primal.name}, no forward derivative")
        return Texts(_forward(self, self.derivative, wanted), {})

    def describe(self) -> list[str]:
        return ["registered by the program"]


@dataclass
class _Text:
    """Lines of one function under construction."""

    lines: list[str] = field(default_factory=list)
    count: int = 0

    def set(self, text: str) -> str:
        """``%n = text``; returns ``%n``."""
        self.count += 1
        self.lines.append(f"  %v{self.count} = {text}")
        return f"%v{self.count}"

    def do(self, text: str) -> None:
        self.lines.append(f"  {text}")

    def call(self, fn: Handwritten, args: list[tuple[Type, str]]) -> str:
        """Call ``fn``; the name of its result, "" for void."""
        given = [t for t, _ in args]
        if list(fn.params) != given:
            want = ", ".join(map(str, given))
            raise RuleError(
                f"{fn.name} is registered with parameters ({', '.join(map(str, fn.params))}), it will be given ({want})",
                hint="pointers are followed by their shadows; see docs/native.md",
            )
        words = fn.extensions[len(fn.ftype.params) - len(fn.params) :]
        text = [f"{t} {word} {v}" if word else f"{t} {v}" for (t, v), word in zip(args, words, strict=True)]
        if fn.sret is not None:
            memory = self.set(f"alloca {fn.sret}, align 16")
            self.do(f'call void @"{fn.name}"({", ".join([f"ptr sret({fn.sret}) {memory}", *text])})')
            return self.set(f"load {fn.sret}, ptr {memory}, align 1")
        call = f'call {fn.ftype.ret} @"{fn.name}"({", ".join(text)})'
        if fn.ftype.ret.is_void:
            self.do(call)
            return ""
        return self.set(call)

    def returned(self, parts: list[tuple[Type, str]]) -> tuple[Type, str]:
        """Return a struct of the parts: its type, and the text of the ``ret``."""
        t = result_type([e for e, _ in parts])
        out = "undef"
        for i, (e, v) in enumerate(parts):
            out = self.set(f"insertvalue {t} {out}, {e} {v}, {i}")
        return t, f"ret {t} {out}" if parts else "ret void"


def result_type(parts: list[Type]) -> Type:
    return struct(*parts) if parts else VOID


def _members(rule: CustomRule, t: Type) -> list[tuple[int | None, int | None, Type]]:
    """The numbers and pointers in a result: (member of the struct or array, lane of the vector, type).

    Two floats of a C struct are returned as a vector, which is one number only where the function itself works on vectors.
    """
    if t.is_void:
        return []
    inside = list(t.elements or ()) if isinstance(t, StructType) else [t.element] * t.count if isinstance(t, ArrayType) else [t]
    whole = any(isinstance(p, VectorType) for p in (*rule.primal.ftype.params, rule.primal.ftype.ret))
    out: list[tuple[int | None, int | None, Type]] = []
    for i, member in enumerate(inside):
        index = i if t.is_aggregate else None
        if isinstance(member, VectorType) and not whole:
            out += [(index, lane, member.element) for lane in range(member.count)]
        else:
            out.append((index, None, member))
    return out


def _parts(rule: CustomRule, t: Type) -> list[Type]:
    return [part for _, _, part in _members(rule, t)]


def _part(rule: CustomRule, text: _Text, value: str, t: Type, i: int) -> str:
    index, lane, _ = _members(rule, t)[i]
    member = t
    if index is not None:
        value = text.set(f"extractvalue {t} {value}, {index}")
        member = t.elements[index] if isinstance(t, StructType) and t.elements else t.element  # type: ignore[attr-defined]
    return value if lane is None else text.set(f"extractelement {member} {value}, i32 {lane}")


def _params(rule: CustomRule, wanted: Wanted) -> list[tuple[Type, str]]:
    """The parameters with their shadows, in the order of both conventions."""
    out: list[tuple[Type, str]] = []
    for i, (t, shadow) in enumerate(zip(rule.primal.ftype.params, wanted.shadow, strict=True)):
        out.append((t, f"%a{i}"))
        if shadow:
            out.append((t, f"%d{i}"))
    return out


def _head(kind: str, wanted: Wanted, result: Type, params: list[tuple[Type, str]], more: str = "") -> str:
    listed = "".join(f", {t} {name}" for t, name in params)
    return f'define internal {result} @"{kind}.{wanted.symbol}"(ptr %arena{more}{listed}) {{\nentry:\n'


def _body(head: str, text: _Text, result: str) -> str:
    return head + "\n".join(text.lines) + f"\n  {result}\n}}\n"


def _primal(rule: CustomRule, text: _Text) -> str:
    return text.call(rule.primal, [(t, f"%a{i}") for i, t in enumerate(rule.primal.ftype.params)])


@dataclass(frozen=True)
class _Places:
    """Which member of the augmented function's result is the tape, the result and its shadow (None: missing)."""

    tape: int | None
    result: int | None
    shadow: int | None


def _places(rule: CustomRule) -> _Places:
    """Enzyme's order is tape, result, shadow; members that are missing are told apart by type and number."""
    assert rule.gradient is not None
    if rule.augmented is None:
        return _Places(None, None, None)
    parts = _parts(rule, rule.augmented.result)
    ret = rule.primal.ftype.ret
    if ret.is_ptr:
        layouts = {3: _Places(0, 1, 2), 2: _Places(None, 0, 1)}
        if len(parts) not in layouts:
            raise RuleError(f"{rule.augmented.name} must return the pointer and its shadow, and a tape before them if need be")
        return layouts[len(parts)]
    extra = len(rule.gradient.params) - sum(2 if t.is_ptr else 1 for t in rule.primal.ftype.params)
    has_tape = extra - (0 if ret.is_void else 1) > 0
    if not has_tape:
        return _Places(None, 0 if parts and not ret.is_void else None, None)
    if ret.is_void or len(parts) == 1:
        return _Places(0 if parts else None, None, None)
    return _Places(1, 0, None) if parts[0] is ret and parts[1] is not ret else _Places(0, 1, None)


def _record(rule: CustomRule, wanted: Wanted) -> tuple[list[Type], int]:
    """The layout of the tape: all arguments and shadows, then the program's own tape; and its size."""
    types = [t for t, _ in _params(rule, wanted)]
    tape = _tape_type(rule)
    if tape is not None:
        types.append(tape)
    return types, sum(-(-LAYOUT.size_of(t) // 16) * 16 for t in types)


def _tape_type(rule: CustomRule) -> Type | None:
    """The type of the last parameter of the gradient, where it is one for the tape."""
    assert rule.gradient is not None
    expected = sum(2 if t.is_ptr else 1 for t in rule.primal.ftype.params) + _seeds(rule)
    return rule.gradient.params[-1] if len(rule.gradient.params) > expected else None


def _seeds(rule: CustomRule) -> int:
    ret = rule.primal.ftype.ret
    return 1 if ret.is_float else 0


def _augmented(rule: CustomRule, wanted: Wanted) -> str:
    assert rule.gradient is not None
    text, params, places = _Text(), _params(rule, wanted), _places(rule)
    value = text.call(rule.augmented, params) if rule.augmented is not None else ""
    whole = rule.augmented.result if rule.augmented is not None else rule.primal.ftype.ret
    ret = rule.primal.ftype.ret
    results: list[tuple[Type, str]] = []
    if not ret.is_void:
        if rule.augmented is None or places.result is None:
            result = _primal(rule, text)
        else:
            result = _part(rule, text, value, whole, places.result)
        results.append((ret, result))
    elif rule.augmented is None:
        _primal(rule, text)
    if ret.is_ptr:
        assert places.shadow is not None
        results.append((ret, _part(rule, text, value, whole, places.shadow)))
    tape = _tape_type(rule)
    kept = list(params)
    if tape is not None:
        given = (
            _part(rule, text, value, whole, places.tape)
            if places.tape is not None
            else "null"
            if tape.is_ptr
            else "zeroinitializer"
        )
        kept.append((tape, given))
    _, size = _record(rule, wanted)
    stack = text.set(f"getelementptr i8, ptr %arena, i64 {64 + 64 * wanted.tape_stack}")
    frame = text.set(f"call ptr @irad_reserve(ptr {stack}, i64 {size})")
    at = 0
    for t, v in kept:
        text.do(f"store {t} {v}, ptr {text.set(f'getelementptr i8, ptr {frame}, i64 {at}')}, align 8")
        at += -(-LAYOUT.size_of(t) // 16) * 16
    t, end = text.returned([*results, (PTR, frame)])
    return _body(_head("aug", wanted, t, params), text, end)


def _reverse(rule: CustomRule, wanted: Wanted) -> str:
    assert rule.gradient is not None
    text = _Text()
    types, _ = _record(rule, wanted)
    loaded, at = [], 0
    for t in types:
        place = text.set(f"getelementptr i8, ptr %tape, i64 {at}")
        loaded.append((t, text.set(f"load {t}, ptr {place}, align 8")))
        at += -(-LAYOUT.size_of(t) // 16) * 16
    tape = loaded.pop() if _tape_type(rule) is not None else None
    ret = rule.primal.ftype.ret
    more = ", ptr %tape"
    args = loaded
    if ret.is_float:
        args = [*loaded, (ret, "%seed" if wanted.ret else "0.0")]
        more += f", {ret} %seed" if wanted.ret else ""
    value = text.call(rule.gradient, [*args, tape] if tape is not None else args)
    stack = text.set(f"getelementptr i8, ptr %arena, i64 {64 + 64 * wanted.tape_stack}")
    text.do(f"call void @irad_release(ptr {stack}, ptr %tape)")
    actives = [t for t, a in zip(rule.primal.ftype.params, wanted.active, strict=True) if a]
    parts = _parts(rule, rule.gradient.result)
    if [str(t) for t in parts] != [str(t) for t in actives]:
        raise RuleError(
            f"{rule.gradient.name} returns {rule.gradient.result}, but the derivatives by the {len(actives)} numbers "
            f"among the parameters of {rule.primal.name} are due"
        )
    t, end = text.returned([(a, _part(rule, text, value, rule.gradient.result, i)) for i, a in enumerate(actives)])
    return _body(_head("rev", wanted, t, [], more), text, end)


def _forward(rule: CustomRule, derivative: Handwritten, wanted: Wanted) -> str:
    text, params = _Text(), _params(rule, wanted)
    ret = rule.primal.ftype.ret
    parts = _parts(rule, derivative.result)
    if any(p is not ret for p in parts) or (ret.is_void and parts) or len(parts) > 2:
        raise RuleError(f"{derivative.name} returns {derivative.result}, where {ret} and its tangent are expected")
    if not ret.is_void and not parts:
        raise RuleError(f"{derivative.name} returns nothing, where the tangent of {ret} is expected")
    if rule.split_augmented is not None:
        primal, tape = _split_ahead(rule, rule.split_augmented, derivative, text)
        value = text.call(derivative, [*params, *tape])
    else:
        primal = _primal(rule, text) if len(parts) == 1 else ""
        value = text.call(derivative, params)
    results: list[tuple[Type, str]] = []
    if parts:
        if len(parts) == 2:
            primal = _part(rule, text, value, derivative.result, 0)
        results.append((ret, primal))
    if parts and (wanted.ret or ret.is_ptr):
        results.append((ret, _part(rule, text, value, derivative.result, len(parts) - 1)))
    t, end = text.returned(results)
    return _body(_head("fwd", wanted, t, params), text, end)


def _split_ahead(
    rule: CustomRule, ahead: Handwritten, derivative: Handwritten, text: _Text
) -> tuple[str, list[tuple[Type, str]]]:
    """Call the augmented function; the result of the primal, and the tape as an argument if there is one.

    It returns the tape first, where there is one, then the result; anything further is ignored.
    """
    given: list[tuple[Type, str]] = []
    for i, t in enumerate(rule.primal.ftype.params):
        given += [(t, f"%a{i}"), (t, f"%d{i}")] if t.is_ptr else [(t, f"%a{i}")]
    value, ret, members = text.call(ahead, given), rule.primal.ftype.ret, _parts(rule, ahead.result)
    moving = sum(2 if t.is_ptr or t.is_float else 1 for t in rule.primal.ftype.params)
    tape: list[tuple[Type, str]] = []
    if len(derivative.params) > moving:
        if not members or members[0] is not derivative.params[-1]:
            raise RuleError(f"{ahead.name} returns {ahead.result}: first must come the tape that {derivative.name} gets")
        tape = [(members[0], _part(rule, text, value, ahead.result, 0))]
    if ret.is_void:
        return "", tape
    if len(members) <= len(tape):
        return _primal(rule, text), tape
    if members[len(tape)] is not ret:
        raise RuleError(f"{ahead.name} returns {ahead.result}, where a tape and the result of {rule.primal.name} are expected")
    return _part(rule, text, value, ahead.result, len(tape)), tape
