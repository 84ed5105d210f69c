"""Texts: strings that are known when compiling, and messages with numbers that are known when the code runs."""

from __future__ import annotations

import ast
import operator
import re
import string
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from functools import partial, reduce
from itertools import product
from math import prod
from typing import Any, NoReturn

from llvmlite import ir

from irad.frontends.python.core.conditions import FALSE, TRUE, both, either, equal, negated, select
from irad.frontends.python.core.lowering import Lowering
from irad.frontends.python.core.python_values import (
    I64,
    ArrayV,
    CaughtV,
    ChoiceV,
    ErrorV,
    HugeV,
    KnownV,
    LazyV,
    NoneV,
    ScalarV,
    TupleV,
    Val,
    const,
)
from irad.frontends.python.messages.templates import format_of_percent, is_format, percent_parts, renumbered
from irad.frontends.python.sources.error_classes import is_plain
from irad.frontends.python.sources.instances import PATTERNS
from irad.frontends.python.sources.joined_types import UnreadText, join, option_number, options_of
from irad.frontends.python.sources.outside import Outside
from irad.frontends.python.sources.python_types import INT, RANDOM, Form, Scalar, Tuple, Ty
from irad.rules.deferred_errors import MOST_DETAILS, Detail, arguments, only_text, text_format, text_number

UNKNOWN = object()
_OF_TEXTS = (  # functions that are computed where their arguments are known
    str, repr, format, ord, chr,
    re.compile, re.escape, re.findall, re.finditer, re.fullmatch, re.match, re.search, re.split, re.sub, re.subn,
)  # fmt: skip
_ORDERS = {ast.Lt: operator.lt, ast.LtE: operator.le, ast.Gt: operator.gt, ast.GtE: operator.ge}
_OPERATORS = {ast.Add: operator.add, ast.Mult: operator.mul, ast.Mod: operator.mod}


def known_value(v: Val) -> Any:
    """The Python value that ``v`` is known to be when compiling, `UNKNOWN` if it is not."""
    if isinstance(v, HugeV):
        return v.number
    if isinstance(v, KnownV):  # (of an object from outside the path is known, not what it is)
        return v.value if not isinstance(v.value, (Outside, UnreadText)) else UNKNOWN
    if isinstance(v, NoneV):
        return None
    if isinstance(v, ScalarV) and isinstance(v.v, ir.Constant) and isinstance(v.v.constant, (int, float)) and v.ty.weak:
        kind = {"bool": bool, "int64": int}.get(v.ty.kind, float)
        return kind(v.v.constant)
    if isinstance(v, TupleV) and v.form is not None and v.form.kind == "frozenset":
        return frozenset(v.form.names)
    if isinstance(v, TupleV) and (v.form is None or v.form.kind in ("list", "dict", "namedtuple")):
        parts = [known_value(i) for i in v.items]
        return UNKNOWN if any(p is UNKNOWN for p in parts) else v.ty.make(parts)
    return UNKNOWN


def is_text(v: Val) -> bool:
    """Whether a value is a string that is known when compiling."""
    return isinstance(v, KnownV) and isinstance(v.value, str)


def is_option(v: Val) -> bool:
    """Whether a value is a text or function that is known when compiling."""
    return isinstance(v, KnownV) and bool(options_of(v.ty))


@dataclass(frozen=True, repr=False)
class MethodOf:
    """``owner.name`` as a value: of one of several texts, a dict of known structure, or a generator of random numbers."""

    owner: ChoiceV | TupleV
    name: str

    def __repr__(self) -> str:
        return f"the method '{self.name}' of {self.owner.ty}"

    def __call__(self, *args: Any) -> Any:
        """What makes it a function; calls are lowered."""
        raise NotImplementedError


def has_method(owner: Val, name: str) -> bool:
    """Whether a method of a dict of known structure, or of a generator of random numbers, can be a value."""
    kind = owner.form.kind if isinstance(owner, TupleV) and owner.form is not None else ""
    return kind == RANDOM or (kind == "dict" and name in ("get", "__getitem__"))


MOST_CASES = 256  # of one operation on several texts


def is_among(low: Lowering, v: ChoiceV, options: Iterable[Any]) -> Any:
    """Whether a text or function is one of these, an i1."""
    given = list(options)
    wanted = [t for t in v.ty.options if t in given]
    if len(wanted) == len(v.ty.options):
        return TRUE
    return reduce(partial(either, low), (equal(low, v.v, const(option_number(t))) for t in wanted), FALSE)


def of_each(low: Lowering, given: list[Val], compute: Callable[..., Any], node: Any) -> Val:
    """What ``compute`` gives for what these values are, some of which are one of several texts: computed for each of them.

    Where it raises for one, so does the compiled code if it is that one.
    """
    several = [v for v in given if isinstance(v, ChoiceV)]
    for one in several:
        if one.ty.of_functions:
            low.wrong(node, f"{one.ty} is used as a value")
    if prod(len(one.ty.options) for one in several) > MOST_CASES:
        low.demand(node, *several)
        low.unsupported(node, f"what is computed of {several[0].ty}, and of others, has too many cases", "use numbers")
    cases: list[tuple[Any, Val]] = []
    for chosen in product(*(one.ty.options for one in several)):
        conditions = [is_among(low, one, [t]) for one, t in zip(several, chosen, strict=True)]
        condition = reduce(partial(both, low), conditions)
        rest = iter(chosen)
        try:
            result = compute(*(next(rest) if isinstance(v, ChoiceV) else known_value(v) for v in given))
        except (AttributeError, TypeError, ValueError, IndexError, KeyError) as error:
            kind, text = type(error), str(error.args[0] if isinstance(error, KeyError) else error)
            low.check(negated(low, condition), kind, text.replace("{", "{{").replace("}", "}}"), node)
            continue
        cases.append((condition, _constant_of(low, result, node)))
    if not cases:
        low.wrong(node, "this is an error for each text that it may be")
    ty = cases[0][1].ty
    for _, v in cases[1:]:
        wider = join(ty, v.ty)
        if wider is None:
            _differ(low, ty, v.ty, node)
        assert wider is not None
        ty = wider
    leaves = low.leaves(cases[0][1], ty)
    for condition, v in cases[1:]:
        pairs = zip(low.leaves(v, ty), leaves, strict=True)
        leaves = [select(low, condition, new, old) for new, old in pairs]
    return low.from_leaves(ty, leaves)


def _differ(low: Lowering, one: Ty, other: Ty, node: Any) -> NoReturn:
    """Refuse what has another type for each text."""
    if isinstance(one, Tuple) and isinstance(other, Tuple) and len(one.items) != len(other.items):
        name = node.func.attr if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) else "this"
        text = f"{name} gives lists of different lengths: {one} for one text, {other} for another"
        hint = "partition always gives three parts, what stands behind the first ':' is text.partition(':')[2]"
        low.unsupported(node, text, hint if "split" in name else "compare the texts themselves first")
    low.unsupported(node, f"this is {one} for one text and {other} for another", "use numbers")


def place_among(low: Lowering, v: ChoiceV, names: tuple[Any, ...], node: Any, late: str = "") -> Any:
    """Where a text is among the keys of a dict, an i64; ``late``: what is said behind a key that is not there."""

    def place(key: Any) -> int:
        if key not in names:
            raise KeyError(f"{key}{late}" if late else key)
        return names.index(key)

    found = of_each(low, [v], place, node)
    assert isinstance(found, ScalarV)
    return low.word(found)


def compared(low: Lowering, op: Any, x: Val, y: Val, node: Any) -> Any:
    """``x op y`` of texts of which one is one of several, an i1."""
    if isinstance(op, (ast.Eq, ast.NotEq)):
        if isinstance(x, ChoiceV) and isinstance(y, ChoiceV):
            same = equal(low, x.v, y.v)
        else:
            several, other = (x, y) if isinstance(x, ChoiceV) else (y, x)
            assert isinstance(several, ChoiceV)
            same = is_among(low, several, [other.value] if isinstance(other, KnownV) else [])
        return same if isinstance(op, ast.Eq) else negated(low, same)
    if not all(isinstance(v, ChoiceV) or is_text(v) for v in (x, y)):
        low.wrong(node, f"{x.ty} and {y.ty} are not ordered")
    return low.truth(of_each(low, [x, y], _ORDERS[type(op)], node), node)


def combined(low: Lowering, op: Any, x: Val, y: Val, node: Any) -> Val | None:
    """``x op y`` where one of them is a string; None if none is, or if it has numbers that are not known yet."""
    if not (is_text(x) or is_text(y) or isinstance(x, ChoiceV) or isinstance(y, ChoiceV)) or type(op) not in _OPERATORS:
        return None
    if (isinstance(x, ChoiceV) or isinstance(y, ChoiceV)) and _can_be_computed([x, y]):
        return of_each(low, [x, y], _OPERATORS[type(op)], node)
    a, b = known_value(x), known_value(y)
    if (a is UNKNOWN or b is UNKNOWN) and not isinstance(op, ast.Add) and (isinstance(op, ast.Mod) or _whole(x) or _whole(y)):
        low.demand(node, x, y)
        at_run_time(low, node)
    if a is UNKNOWN or b is UNKNOWN:
        return None
    return _computed(low, lambda: _OPERATORS[type(op)](a, b), node)


def called(low: Lowering, fn: Any, args: list[Val], keywords: dict[str, Val], node: Any) -> Val | None:
    """``fn(...)`` for methods of strings and patterns, and for `_OF_TEXTS` and ``len``, of known values; None for all else."""
    if isinstance(fn, MethodOf):
        name, words, operands = fn.name, tuple(keywords), [fn.owner, *args, *keywords.values()]
        if not _can_be_computed(operands):
            at_run_time(low, node)

        def method(text: str, *given: Any) -> Any:
            first = len(given) - len(words)
            return getattr(text, name)(*given[:first], **dict(zip(words, given[first:], strict=True)))

        return of_each(low, operands, method, node)
    several = any(isinstance(v, ChoiceV) for v in args)
    of_texts = isinstance(getattr(fn, "__self__", None), (str, *PATTERNS)) or getattr(fn, "__objclass__", None) is str
    length = fn is len and len(args) == 1 and (several or is_text(args[0]))
    number = several and (fn is int or fn is float)
    if not (of_texts or length or number or any(fn is f for f in _OF_TEXTS)):
        return None
    if several and not keywords and _can_be_computed(args):
        return of_each(low, args, fn, node)
    given = [known_value(a) for a in args]
    named = {k: known_value(v) for k, v in keywords.items()}
    if any(v is UNKNOWN for v in (*given, *named.values())):
        return None
    return _computed(low, lambda: fn(*given, **named), node)


def _can_be_computed(values: list[Val]) -> bool:
    """Whether all are known when compiling, or one of several texts."""
    return all(isinstance(v, ChoiceV) or known_value(v) is not UNKNOWN for v in values)


def _constant_of(low: Lowering, found: Any, node: Any) -> Val:
    if isinstance(found, Iterator):  # of `re.finditer`
        found = list(found)
    if isinstance(found, list):
        return TupleV([low.expr.constant(item, node) for item in found], Form("list"))
    return low.expr.constant(found, node)


def _computed(low: Lowering, compute: Any, node: Any) -> Val:
    try:
        return _constant_of(low, compute(), node)
    except (TypeError, ValueError, IndexError, KeyError) as error:
        text = str(error.args[0] if isinstance(error, KeyError) else error)
        return low.known_error(type(error), text, node, f"{type(error).__name__}: {error}")


def _whole(v: Val) -> bool:
    return isinstance(v, ScalarV) and v.ty.is_integer


def at_run_time(low: Lowering, node: Any, what: str = "texts of computed numbers") -> NoReturn:
    """Refuse a text that is not known when compiling."""
    hint = f"{what} stand in raise, assert and print(...)"
    low.unsupported(node, "this text is known at run time only, and compiled code has no strings", hint)


def joined(low: Lowering, node: Any) -> Val:
    """An f-string of known values."""
    text = Message(low)
    text.add(node)
    if text.exact and text.numbers and all(isinstance(v, ChoiceV) for v in text.numbers):
        return of_each(low, text.numbers, lambda *given: _formatted(text.template, given), node)
    unread = low.instance.compiler.records.unread
    if (text.details or not text.exact) and not unread.wanted and all(map(_can_be_shown, text.formats)):
        unread.made = True
        return KnownV(unread)
    if text.details or not text.exact:
        if text.numbers:
            low.demand(node, *text.numbers)
        at_run_time(low, node, "f-strings of numbers that are computed")
    return KnownV(text.template.replace("{{", "{").replace("}}", "}"))


def _formatted(template: str, given: tuple[str, ...]) -> str:
    return template.format(*(Detail(text_number(t)) for t in given))


def _can_be_shown(shown: tuple[str, str]) -> bool:
    """Whether a number of a sort can have a format."""
    kind, spec = shown
    try:
        format({"float": 0.5, "bool": True}.get(kind, 1), spec)
    except ValueError:
        return False
    return True


class Message:
    """A message: ``template`` as `ErrorSite` takes it, ``details`` the registers of 64 bits that it refers to.

    ``exact``: it is what Python writes (but for numbers beyond the fourth, and arrays, which are shown by their types).
    """

    def __init__(self, low: Lowering) -> None:
        self.low = low
        self.template = ""
        self.details: list[Any] = []
        self.exact = True
        self.numbers: list[Val] = []  # that are not known when compiling
        self.formats: list[tuple[str, str]] = []  # of numbers: the sort of one, and its format

    def add(self, node: Any) -> None:
        """The text of an expression, as ``str`` makes it."""
        if isinstance(node, ast.JoinedStr):
            for part in node.values:
                self.add(part)
        elif isinstance(node, ast.FormattedValue):
            spec = ""
            if node.format_spec is not None:
                known = known_value(joined(self.low, node.format_spec))
                spec = str(known)
            convert = {-1: "", ord("r"): "r", ord("s"): "s", ord("a"): "a"}[node.conversion]
            if not spec and part_of_error(self.low, node.value) is not None:
                self.add(node.value)
                return
            self.value(self.low.expr.value(node.value), spec, convert)
        elif isinstance(node, ast.BinOp) and isinstance(node.op, ast.Add):
            self.add(node.left)
            self.add(node.right)
        elif isinstance(node, ast.BinOp) and isinstance(node.op, ast.Mod) and isinstance(node.left, ast.Constant):
            self._percent(str(node.left.value), node.right)
        elif is_format(node):
            self._format(node)
        elif (found := part_of_error(self.low, node)) is not None:
            error, what = found
            if what == "name" and error.site is not None:
                self.text(error.site.kind.__name__)
            elif what == "first" and error.site is not None and arguments(error.site.message) is not None:
                self.value(self.low.expr.value(node))
            elif what == "first" and error.site is not None and error.site.message:
                self._nested(error.site.message, error.details)
            else:
                self.low.unsupported(node, "this part of an exception is not known to a message here", "print it")
        elif isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == "str" and len(node.args) == 1:
            self.value(self.low.expr.value(node.args[0]))
        else:
            self.value(self.low.expr.value(node))

    def text(self, text: str) -> None:
        self.template += text.replace("{", "{{").replace("}", "}}")

    def value(self, v: Val, spec: str = "", convert: str = "") -> None:
        """One value, formatted as ``{v!convert:spec}``."""
        self.low.need_texts(v)
        known = known_value(v)
        if known is not UNKNOWN:
            shown = known if not convert else repr(known) if convert in "ra" else str(known)
            self.text(format(shown, spec))
        elif isinstance(v, (ArrayV, LazyV)) and not v.shape:
            self.value(self.low.expr.as_scalar(v, self.low.at), spec, convert)
        elif isinstance(v, ScalarV):
            self._number(v, spec, convert)
        elif isinstance(v, ChoiceV):
            self._text(v, spec, convert)
        elif isinstance(v, (CaughtV, ErrorV)):
            self._error(v, spec, convert)
        elif isinstance(v, TupleV) and v.form is None and not spec:
            self.text("(")
            for k, item in enumerate(v.items):
                self.text(", " if k else "")
                self.value(item, "", "r")
            self.text(",)" if len(v.items) == 1 else ")")
        else:
            self.exact = False
            self.text(f"<{v.ty}>")

    def _text(self, v: ChoiceV, spec: str, convert: str) -> None:
        """One of several texts."""
        shown = of_each(self.low, [v], repr if convert == "r" else ascii, self.low.at) if convert in ("r", "a") else v
        assert isinstance(shown, ChoiceV)
        self.numbers.append(shown)
        if len(self.details) == MOST_DETAILS:
            self.exact = False
            self.text("...")
        else:
            self.template += f"{{{len(self.details)}:{text_format(shown.ty.options)}:{spec}}}"
            self.details.append(shown.v)

    def _number(self, v: ScalarV, spec: str, convert: str) -> None:
        self.numbers.append(v)
        if len(self.details) == MOST_DETAILS:
            self.exact = False
            self.text("...")
            return
        if v.ty.is_complex or v.ty.kind == "uint64":
            self.exact = False
            self.text(f"<{v.ty}>")
            return
        kind = "float" if v.ty.is_float else "bool" if v.ty.kind == "bool" else "int"
        bits = self.low.bits(self.low.convert(v, Scalar("float64")).v) if kind == "float" else self.low.word(v)
        self.formats.append((kind, spec))
        strong = "np." if convert == "r" and not v.ty.weak else ""
        shown = "shown " if convert and spec else ""
        how = f":{shown}{strong}{kind}:{spec}" if kind != "int" or spec or strong else ""
        self.template += f"{{{len(self.details)}{how}}}"
        self.details.append(bits)

    def _error(self, v: CaughtV | ErrorV, spec: str, convert: str) -> None:
        """The text of an exception, whose site is known."""
        if isinstance(v, ErrorV):
            kind: type = v.kind
            template, given = v.template, [self.low.b.load(p, typ=I64) for p in v.places]
        else:
            kind = v.site.kind if v.site is not None else Exception
            template, given = v.site.message if v.site is not None else "", v.details
        of_key = getattr(kind, "__str__", None) is KeyError.__str__
        if is_plain(kind) and (only := only_text(template, of_key)) is not None:
            template, of_key = only, False
        elif arguments(template) is not None:
            text = f"the text of {kind.__name__}, which is made of several arguments or by code of its own, is not known here"
            self.low.unsupported(self.low.at, text, "print it, or name its parts")
        if spec or convert in ("r", "a") or (isinstance(v, CaughtV) and v.site is None):
            text = "an exception is only shown as str() shows it, in raise and print"
            self.low.unsupported(self.low.at, text, "leave out the format")
        if of_key and template:
            if renumbered(template, 0)[1]:
                self.low.unsupported(self.low.at, "the text of a KeyError with numbers is not known here", "print it")
            template = repr(template.format()).replace("{", "{{").replace("}", "}}")  # as KeyError shows its argument
        self._nested(template, given)

    def _nested(self, template: str, given: list[Any]) -> None:
        """Another message in this one."""
        template, count = renumbered(template, len(self.details))
        if len(self.details) + count > MOST_DETAILS:
            many = f"{len(self.details) + count} numbers, of its own and of the exception in it, are"
            self.low.unsupported(self.low.at, f"a message with {many} not supported", f"{MOST_DETAILS} at most")
        self.template += template
        self.details += given[:count]

    def _percent(self, template: str, right: Any) -> None:
        """``"..." % values``, for the plain conversions."""
        values = right.elts if isinstance(right, ast.Tuple) else [right]
        values = list(values)
        for literal, conversion in percent_parts(template):
            self.text(literal)
            if conversion:
                if not values or conversion[-1] not in "dsfgeriuaxXoEGF" or "*" in conversion:
                    self.low.unsupported(right, f"the format '%{conversion}' of a message is not supported", "use an f-string")
                spec, kind = format_of_percent(conversion)
                v = self.low.expr.value(values.pop(0))
                if kind in "sr":
                    self.value(v, spec, kind)
                else:
                    self.value(self._whole(v) if kind == "d" else v, spec)

    def _whole(self, v: Val) -> Val:
        """What ``%d`` shows of a number: its whole part."""
        known = known_value(v)
        if isinstance(known, float):
            return KnownV(int(known))
        if not isinstance(v, ScalarV) or not v.ty.is_float:
            return v
        return ScalarV(INT, self.low.b.fptosi(self.low.convert(v, Scalar("float64")).v, I64))

    def _format(self, node: Any) -> None:
        """``"...{}...".format(values)``."""
        args = [self.low.expr.value(a) for a in node.args]
        named = {k.arg: self.low.expr.value(k.value) for k in node.keywords}
        at = 0
        for literal, name, spec, convert in string.Formatter().parse(node.func.value.value):
            self.text(literal)
            if name is None:
                continue
            if name == "":
                name, at = str(at), at + 1
            found = named.get(name) if not name.isdigit() else args[int(name)] if int(name) < len(args) else None
            if found is None or "{" in (spec or ""):
                self.low.unsupported(node, f"the field '{{{name}}}' of a message is not supported", "use an f-string")
            assert found is not None
            self.value(found, spec or "", convert or "")


def part_of_error(low: Lowering, node: Any) -> tuple[CaughtV, str] | None:
    """A caught exception ``e``, and "name" for ``type(e).__name__``, "args" for ``e.args``, "first" for ``e.args[0]``.

    None for anything else.
    """
    what, inner = "", node
    if isinstance(node, ast.Subscript) and isinstance(node.slice, ast.Constant) and node.slice.value == 0:
        what, inner = "first", node.value
    if isinstance(inner, ast.Attribute) and inner.attr == "args":
        what, inner = what or "args", inner.value
    elif isinstance(inner, ast.Attribute) and inner.attr == "__name__" and isinstance(inner.value, ast.Call) and not what:
        call = inner.value
        known = isinstance(call.func, ast.Name) and call.func.id == "type" and "type" not in low.instance.local_names
        what, inner = "name", call.args[0] if known and len(call.args) == 1 else None
    else:
        return None
    found = low.bound.get(inner.id) if isinstance(inner, ast.Name) else None
    return (found, what) if isinstance(found, CaughtV) else None
