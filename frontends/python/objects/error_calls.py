"""Expressions with exceptions: those that are made and kept in a name, and questions about those that are caught."""

from __future__ import annotations

import ast
import inspect
from dataclasses import replace
from types import FunctionType
from typing import Any

from llvmlite import ir

from irad.errors import UnsupportedError
from irad.frontends.python.core.lowering import Lowering
from irad.frontends.python.core.python_values import I64, ArrayV, CaughtV, ErrorV, KnownV, LazyV, ScalarV, TupleV, Val
from irad.frontends.python.core.texts import UNKNOWN, Message, known_value, part_of_error
from irad.frontends.python.messages.templates import is_message, renumbered
from irad.frontends.python.objects.computed_expr import ComputedExpr
from irad.frontends.python.sources.error_classes import is_exception, is_plain
from irad.frontends.python.sources.joined_types import join, options_of
from irad.frontends.python.sources.python_source import source_of
from irad.frontends.python.sources.python_types import FLAG, Scalar
from irad.rules.deferred_errors import ARGUMENT, ErrorSite, arguments, of_parts


def check_raisable(low: Lowering, kind: Any, node: Any) -> None:
    """Refuse classes whose instances compiled code cannot hand to Python."""
    if not issubclass(kind, Exception):
        hint = 'write: raise ValueError("...")'
        low.unsupported(node, f"{kind.__name__} is no Exception: it cannot be raised in compiled code", hint)


def message_of(low: Lowering, kind: type, call: Any) -> Message:
    """What an exception is made of, by a call: a text, nothing, or several arguments, which Python gets when it is raised."""
    out = Message(low)
    if not isinstance(call, ast.Call):
        return out
    if any(isinstance(a, ast.Starred) for a in call.args) or any(k.arg is None for k in call.keywords):
        low.unsupported(call, "the arguments of an exception are written out in compiled code", f"write {kind.__name__}(a, b)")
    if is_plain(kind) and len(call.args) < 2 and not call.keywords:
        if call.args:
            _only_argument(low, out, call.args[0])
        return out
    try:
        inspect.signature(kind).bind(*call.args, **{str(k.arg): k.value for k in call.keywords})
    except TypeError as error:
        low.wrong(call, f"{kind.__name__}(): {error}")
    except ValueError:
        pass  # a class of Python's own
    out.template = ARGUMENT if not call.args and not call.keywords else ""
    for name, node in [("", a) for a in call.args] + [(str(k.arg), k.value) for k in call.keywords]:
        out.template += f"{ARGUMENT}{name}:{_argument(low, out, node)}"
    return out


def _only_argument(low: Lowering, message: Message, node: Any) -> None:
    """The argument of an exception that has no other: a text as it is, a number as one that handlers can compare."""
    made = isinstance(node, ast.JoinedStr) or (isinstance(node, (ast.BinOp, ast.Call)) and is_message(node))
    text = isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == "str"
    part = part_of_error(low, node)
    is_text = part is not None and not (part[1] == "first" and part[0].site is not None and arguments(part[0].site.message))
    if made or text or is_text:
        message.add(node)
        return
    v = low.expr.value(node)
    known = known_value(v)
    number = isinstance(v, ScalarV) and not v.ty.is_complex and v.ty.kind != "uint64"
    if (number and known is UNKNOWN) or isinstance(known, (int, float, bool, type(None))):
        message.template += f"{ARGUMENT}:{_argument(low, message, ComputedExpr(v, node))}"
    elif isinstance(v, TupleV) and v.form is None and (parts := _of_tuple(low, message, v)) is not None:
        message.template += parts
    else:
        message.add(ComputedExpr(v, node))


def _of_tuple(low: Lowering, message: Message, v: TupleV) -> str | None:
    """The argument of an exception that is a tuple of numbers and texts; None if it cannot be told exactly."""
    part = Message(low)
    part.details = [*message.details]
    part.value(v)
    if not part.exact or ":np." in part.template:
        return None
    message.details = part.details
    return of_parts(part.template)


def _argument(low: Lowering, message: Message, node: Any) -> str:
    """One argument as `irad.rules.deferred_errors.value_of` takes it; its numbers become details of ``message``."""
    made = isinstance(node, ast.JoinedStr) or (isinstance(node, (ast.BinOp, ast.Call)) and is_message(node))
    v = None if made else low.expr.value(node)
    if v is None or isinstance(v, (CaughtV, ErrorV)):
        part = Message(low)
        part.details = message.details
        part.add(node)
        if not part.exact:
            low.unsupported(node, "this text is not known to an exception with several arguments", "use fewer numbers")
        return repr(part.template)
    known = known_value(v)
    if known is not UNKNOWN and isinstance(known, (str, int, float, bool, type(None))) and known == known:
        return repr(known.replace("{", "{{").replace("}", "}}")) if isinstance(known, str) else f"={known!r}"
    if isinstance(v, (ArrayV, LazyV)) and not v.shape:
        v = low.expr.as_scalar(v, node)
    if not isinstance(v, ScalarV) or v.ty.is_complex or v.ty.kind == "uint64":
        low.unsupported(node, f"{v.ty} as an argument of an exception is not supported", "numbers and texts are")
    part = Message(low)
    part.details = message.details
    part.value(v)
    if not part.exact:
        low.unsupported(node, "an exception takes four numbers at most that are known at run time only")
    kind = "float" if v.ty.is_float else "bool" if v.ty.kind == "bool" else "int"
    return f"={{{len(message.details) - 1}:{'' if v.ty.weak else 'np.'}{kind}:}}"


def attribute(low: Lowering, v: CaughtV, name: str, node: Any) -> Val:
    """``e.name`` of a caught exception: its arguments, or an attribute that ``__init__`` of its class gives it."""
    sites = [n for n in v.sites if n is not None]
    if v.site is None and len(sites) < len(v.sites):
        low.unsupported(node, f"'{name}' of an exception that may come from a recursion is not known here")
    found = [v.site] if v.site is not None else [low.instance.compiler.site_of[n] for n in sites]
    if not found:
        low.unsupported(node, "nothing that is raised here comes to this handler", "leave it out")
    values = [_of_site(low, v, site, name, node) for site in found]
    out = values[0]
    for n, value in zip(sites[1:], values[1:], strict=v.site is None):
        out = _either(low, low.b.icmp_signed("==", v.status, ir.Constant(v.status.type, n)), value, out, name, node)
    return out


def text(low: Lowering, v: Val, node: Any) -> Val | None:
    """``str(e)`` of a caught exception, where all that it may be are known when compiling; None for all else."""
    if not isinstance(v, CaughtV) or (v.site is None and (not v.sites or None in v.sites)):
        return None
    numbers = [n for n in v.sites if n is not None] if v.site is None else [0]
    found = [v.site] if v.site is not None else [low.instance.compiler.site_of[n] for n in numbers]
    out: Val | None = None
    for n, site in zip(numbers, found, strict=True):
        if site is None or arguments(site.message) is not None or renumbered(site.message, 0)[1]:
            return None
        shown = Message(low)
        shown.value(replace(v, site=site))
        if not shown.exact or shown.details:
            return None
        here = KnownV(shown.template.format())
        test = low.b.icmp_signed("==", v.status, ir.Constant(v.status.type, n))
        out = here if out is None else _either(low, test, here, out, "str()", node)
    return out


def _either(low: Lowering, test: Any, x: Val, y: Val, name: str, node: Any) -> Val:
    if isinstance(x, TupleV) and isinstance(y, TupleV) and len(x.items) == len(y.items):
        return TupleV([_either(low, test, a, b, name, node) for a, b in zip(x.items, y.items, strict=True)])
    if isinstance(x, ScalarV) and isinstance(y, ScalarV) and x.ty == y.ty:
        return ScalarV(x.ty, low.b.select(test, x.v, y.v))
    ty = join(x.ty, y.ty) if options_of(x.ty) and options_of(y.ty) else None
    if ty is not None:
        return low.from_leaves(ty, [low.b.select(test, p, q) for p, q in zip(low.leaves(x, ty), low.leaves(y, ty), strict=True)])
    a, b = known_value(x), known_value(y)
    if a is UNKNOWN or b is UNKNOWN or type(a) is not type(b) or a != b:
        text = f"'{name}' of this exception is known at run time only: it may come from several places"
        low.unsupported(node, text, "catch it closer to where it is raised")
    return x


def _of_site(low: Lowering, v: CaughtV, site: ErrorSite, name: str, node: Any) -> Val:
    """The attribute of an exception that comes from this place."""
    given = arguments(site.message)
    forms = given if given is not None else [("", repr(site.message))] if site.message else []
    kind = site.kind
    if name == "args" and is_plain(kind):
        return TupleV([_read(low, v, form, node) for _, form in forms])
    parameter = fields_of(kind).get(name)
    if parameter is not None:
        bound = inspect.signature(kind).bind(*(f for n, f in forms if not n), **{n: f for n, f in forms if n})
        bound.apply_defaults()
        form = bound.arguments[parameter]
        return _read(low, v, form, node) if isinstance(form, str) else low.expr.constant(form, node)
    of_class = getattr(kind, name, None) if is_plain(kind) and not hasattr(BaseException, name) else None
    if of_class is not None and not hasattr(of_class, "__get__"):
        return low.expr.constant(of_class, node)
    text = f"'{name}' of {kind.__name__} is not known to compiled code: its __init__ does not keep an argument under that name"
    low.unsupported(node, text, "keep the value in a variable of the function")
    raise AssertionError


def _read(low: Lowering, v: CaughtV, form: str, node: Any) -> Val:
    if form.startswith("={"):
        k, kind, _ = form[2:-1].split(":")
        if kind.endswith("float"):
            text = "a float that an exception carries has no derivative, and is not read in compiled code"
            low.unsupported(node, text, "keep it in a variable of the function, too")
        ty = Scalar("bool" if kind.endswith("bool") else "int64", weak=not kind.startswith("np."))
        found = v.details[int(k)]
        return ScalarV(ty, low.b.trunc(found, ir.IntType(1)) if ty.kind == "bool" else found)
    if form.startswith("="):
        return low.expr.constant(ast.literal_eval(form[1:]), node)
    template = ast.literal_eval(form)
    if renumbered(template, 0)[1]:
        low.unsupported(node, "the text of this exception is known at run time only", "print it, or put it into a message")
    return low.expr.constant(template.format(), node)


def fields_of(kind: type) -> dict[str, str]:
    """The attributes that ``__init__`` of a class sets to its arguments as they are, with the names of these.

    None of them if that or another class does anything else that may set attributes, or find other ones.
    """
    found: list[Any] = [vars(c) for c in kind.__mro__ if c.__module__ != "builtins"]
    while found and not any(isinstance(v, FunctionType) for v in found[0].values()):
        found.pop(0)  # it adds nothing to what the next one does
    own, *others = found or [{}]
    init = own.get("__init__")
    special = any(n in c for c in (own, *others) for n in ("__setattr__", "__getattribute__", "__getattr__", "__new__"))
    if not isinstance(init, FunctionType) or special:
        return {}
    try:
        tree: Any = source_of(init).node
    except UnsupportedError:
        return {}
    owner, *names = [a.arg for a in (*tree.args.args, *tree.args.kwonlyargs)]
    out: dict[str, str] = {}
    for s in tree.body:
        value: Any = getattr(s, "value", None)
        inside = [] if value is None else list(ast.walk(value))
        if any((isinstance(n, ast.Name) and n.id == owner) or isinstance(n, ast.NamedExpr) for n in inside):
            return {}
        if isinstance(s, ast.Expr) and (isinstance(value, ast.Constant) or _is_init_of_base(value)):
            if any("__init__" in c for c in others):
                out = {}  # which that may have set to something else
            continue
        target: Any = s.targets[0] if isinstance(s, ast.Assign) and len(s.targets) == 1 else None
        if not isinstance(target, ast.Attribute) or not isinstance(target.value, ast.Name) or target.value.id != owner:
            return {}
        out.pop(target.attr, None)
        if isinstance(value, ast.Name) and value.id in names and not hasattr(type(getattr(kind, target.attr, None)), "__set__"):
            out[target.attr] = value.id
    return out


def _is_init_of_base(node: Any) -> bool:
    """Whether it is ``super().__init__(...)``."""
    return isinstance(node, ast.Call) and ast.unparse(node.func) == "super().__init__"


def make(low: Lowering, kind: Any, call: Any) -> Val:
    """``ValueError("...")`` in an expression."""
    check_raisable(low, kind, call)
    text = message_of(low, kind, call)
    places = [low.alloca(I64) for _ in text.details]
    for value, place in zip(text.details, places, strict=True):
        low.b.store(value, place)
    return ErrorV(kind, text.template, places, low.source.place(call))


def is_instance(low: Lowering, v: CaughtV, asked: Val, node: Any) -> Val:
    """``isinstance(e, ...)`` of a caught exception."""
    kinds = asked.items if isinstance(asked, TupleV) else [asked]
    classes = tuple(k.value for k in kinds if isinstance(k, KnownV) and is_exception(k.value))
    if len(classes) != len(kinds):
        low.wrong(node, "isinstance() of an exception takes a class of exceptions, or a tuple of them")
    return ScalarV(FLAG, low.b.call(low.instance.compiler.catcher(classes), [v.status]))
