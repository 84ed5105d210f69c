"""Calls: finds the callee, and the function that lowers a call of it."""

from __future__ import annotations

import ast
import functools
import inspect
import math
import operator
import time
import types
from enum import EnumType
from typing import Any

import numpy as np

from irad.errors import IradError
from irad.frontends.python.arrays import array_functions
from irad.frontends.python.arrays.array_arguments import or_stand_in
from irad.frontends.python.arrays.elementwise import cast
from irad.frontends.python.autodiff import derivative_functions
from irad.frontends.python.calls import parameters, rule_calls
from irad.frontends.python.calls.generator_calls import begun, is_generator
from irad.frontends.python.calls.instance_calls import call_python
from irad.frontends.python.calls.kept_results import kept_result
from irad.frontends.python.calls.local_calls import call_local, is_local
from irad.frontends.python.compiled_classes import filtered_objects, iterator_objects
from irad.frontends.python.containers import fixed_containers, hashed, outside_lists
from irad.frontends.python.containers.fixed_containers import all_items
from irad.frontends.python.core import texts
from irad.frontends.python.core.lowering import Lowering
from irad.frontends.python.core.python_values import (
    ChoiceV,
    GeneratorV,
    KnownV,
    MaybeV,
    NoteV,
    OneOfV,
    ScalarV,
    TupleV,
    Val,
)
from irad.frontends.python.functions import (
    attribute_updates,
    builtin_functions,
    index_functions,
    joined_texts,
    math_functions,
    numpy_functions,
    printing,
    selected_calls,
    starred_arguments,
    ufunc_calls,
)
from irad.frontends.python.functions.construction import construct, initialise, makes_objects, making_of
from irad.frontends.python.functions.generator_arguments import given_to, made_at_once
from irad.frontends.python.functions.numpy_functions import numpy_call
from irad.frontends.python.functions.piped_calls import piped
from irad.frontends.python.iteration import (
    builtin_iteration,
    collection_types,
    copying,
    iterators,
    library_functions,
    making,
    next_items,
    ordered_lists,
)  # fmt: skip
from irad.frontends.python.iteration.iterators import known_items
from irad.frontends.python.library import library_table, scipy_table
from irad.frontends.python.library.numpy_objects import dtype_functions, object_calls
from irad.frontends.python.library.stats import distribution_calls
from irad.frontends.python.library.stats.frozen import FrozenDistribution
from irad.frontends.python.linalg import decomposed
from irad.frontends.python.messages import callable_names
from irad.frontends.python.objects import (
    changes,
    classes,
    enumerations,
    error_calls,
    memory_objects,
    outside_values,
    special_methods,
)
from irad.frontends.python.objects.computed_expr import ComputedExpr
from irad.frontends.python.objects.outside_values import outside_of
from irad.frontends.python.randomness import python_generators, random_draws, random_numbers
from irad.frontends.python.sources.captured import plain
from irad.frontends.python.sources.dtypes import dtype_kind
from irad.frontends.python.sources.error_classes import MANAGERS, is_exception
from irad.frontends.python.sources.function_notes import called_by_python, public_name
from irad.frontends.python.sources.instances import is_instance
from irad.frontends.python.sources.made_functions import by_shape, calling_function, dispatched, unwrapped
from irad.frontends.python.sources.outside import Outside
from irad.frontends.python.sources.python_types import FLAG
from irad.frontends.python.structure import structure_table
from irad.frontends.python.trees.local_functions import LocalUse

Args = list[Val]
Keywords = dict[str, Val]


def call(low: Lowering, node: Any) -> Val:
    """A call expression."""
    fn: Val | None = None
    if isinstance(node.func, ast.Attribute):
        changed = attribute_updates.updated(low, node)
        if changed is not None:
            return attribute_updates.update(low, changed, *given_arguments(low, node), node)
        owner = low.certain(low.expr.owner(node.func.value, node.func.attr), node, attribute=node.func.attr)
        if isinstance(owner, OneOfV) or memory_objects.is_several(owner):
            return selected_calls.method_of_each(low, owner, node)
        if random_draws.is_generator(owner):
            return random_numbers.method(low, owner, node.func.attr, *given_arguments(low, node), node)
        path = outside_lists.appends(owner, node.func.attr)
        if path is not None:
            return outside_lists.append(low, path, node.func.attr, given_arguments(low, node)[0], node)
        if hashed.takes_list(low, owner, node):
            node = hashed.with_list(node)
        if _has_attributes(low, owner, node.func.attr):
            fn = low.expr.attribute_of(owner, node.func.attr, node.func)
        else:
            owner = outside_values.expanded(low, owner, node)
            if not isinstance(owner, KnownV):
                return selected_calls.of_container(low, memory_objects.as_tuple(low, owner), node)
    if (named := selected_calls.by_name(low, node)) is not None:
        return named
    if fn is None:
        fn = low.expr.value(node.func)
    if isinstance(fn, KnownV) and printing.prints(fn.value):
        return printing.call(low, fn.value, node)
    if isinstance(fn, KnownV) and is_exception(fn.value):
        return error_calls.make(low, fn.value, node)
    if isinstance(fn, KnownV) and fn.value is super:
        return classes.super_of(low, given_arguments(low, node)[0], node)
    if isinstance(fn, KnownV) and any(fn.value is f for f in _CONSUMING):
        low.taken_at_once.update(id(a) for a in node.args)
    found, node = starred_arguments.called(low, fn, node)
    if found is not None:
        return found
    if (chosen := selected_calls.ordered_by_own(low, fn, node)) is not None:
        return chosen
    args, keywords = given_arguments(low, node)
    again = isinstance(node.func, LocalUse)  # the variables that it has captured are as the arguments have left them
    return call_value(low, low.expr.value(node.func) if again else low.present(fn, node), args, keywords, node)


def call_value(low: Lowering, fn: Val, args: Args, keywords: Keywords, node: Any) -> Val:
    """A call of whatever can be called."""
    found = selected_calls.with_each(low, args, keywords, lambda given, named: call_value(low, fn, given, named, node), node)
    found = found or selected_calls.of_objects(low, fn, lambda one: call_value(low, one, args, keywords, node), node)
    found = found or selected_calls.by_class(low, fn, args, lambda one, given: call_value(low, one, given, keywords, node), node)
    if found is not None:
        return found
    if isinstance(fn, KnownV) and isinstance(fn.value, texts.MethodOf) and isinstance(fn.value.owner, TupleV):
        given = [ComputedExpr(v, node) for v in args]
        owner = ast.copy_location(ast.Attribute(ComputedExpr(fn.value.owner, node), fn.value.name, ast.Load()), node)
        named = [ast.keyword(k, ComputedExpr(v, node)) for k, v in keywords.items()]
        return low.expr.value(ast.copy_location(ast.Call(owner, [*given], named), node))
    if isinstance(fn, ChoiceV) and fn.ty.of_functions:
        return _one_of_functions(low, fn, args, keywords, node)
    if isinstance(fn, TupleV) and is_local(fn):
        lifted = fn.form.cls  # type: ignore[union-attr]
        args, keywords = given_to(low, lifted.fn, args, keywords, len(lifted.captured), node)
        return call_local(low, fn, args, keywords, node)
    if isinstance(fn, KnownV) and not _takes_none(fn.value):
        low.need_texts(*([] if fn.value is len else [*args, *keywords.values()]))
        args = [low.certain(a, node) for a in args]
        if "key" not in keywords:
            args = [_certain_items(low, fn.value, a, node) for a in args]
        keywords = {k: low.certain(a, node) for k, a in keywords.items()}
    if isinstance(fn, KnownV) and isinstance(fn.value, classes.InitOf):
        return initialise(low, fn.value, args, keywords, node)
    if isinstance(fn, TupleV) and fn.form is not None and fn.form.kind == "partial":
        return library_functions.call_partial(low, fn, args, keywords, node)
    cls = classes.class_of(low, fn)
    if cls is not None:
        if not classes.classes_call(cls):
            low.wrong(node, f"'{cls.__name__}' object cannot be called: its class has no __call__")
        return call_value(low, classes.attribute(low, fn, "__call__", node), args, keywords, node)
    if not isinstance(fn, KnownV) or not callable(fn.value):
        low.wrong(node, f"{fn.ty} cannot be called", callable_names.called_container(fn))
    assert isinstance(fn, KnownV)
    return apply(low, fn.value, args, keywords, node)


def _one_of_functions(low: Lowering, fn: ChoiceV, args: Args, keywords: Keywords, node: Any) -> Val:
    """A call of one of several functions: a branch for each."""
    given: list[ast.expr] = [ComputedExpr(low.expr.stable(v), node) for v in args]
    named = [ast.keyword(k, ComputedExpr(low.expr.stable(v), node)) for k, v in keywords.items()]
    calls = [ast.copy_location(ast.Call(ComputedExpr(KnownV(f), node), given, named), node) for f in fn.ty.options]
    chosen: Any = calls.pop()
    for f, one in zip(fn.ty.options, calls, strict=False):
        test = ComputedExpr(ScalarV(FLAG, texts.is_among(low, fn, [f])), node)
        chosen = ast.copy_location(ast.IfExp(test, one, chosen), node)
    return low.expr.value(chosen, maybe=True)


def _certain_items(low: Lowering, fn: Any, v: Val, node: Any) -> Val:
    """A list or tuple of numbers for functions that compute with all of them: none of them may be None."""
    if not isinstance(v, TupleV) or not any(isinstance(i, MaybeV) for i in v.items):
        return v
    if not (_hashable(fn) and fn in _OF_NUMBERS) and not _is_of_numpy(fn):
        return v
    return TupleV([low.certain(i, node) for i in v.items], v.form) if v.form is None or v.form.kind == "list" else v


def _takes_none(fn: Any) -> bool:
    """Whether a function is one of Python, or a class, which may be given None or not."""
    of_python = (hasattr(fn, "__code__") and not _is_of_numpy(fn)) or fn is isinstance
    return of_python or makes_objects(fn) or isinstance(fn, classes.InitOf) or hasattr(fn, "irad_function")


def _has_attributes(low: Lowering, owner: Val, name: str) -> bool:
    """Whether ``owner.name`` is looked up as an attribute, rather than as a method of a builtin type."""
    if isinstance(owner, ChoiceV) or (isinstance(owner, KnownV) and outside_of(owner) is None):
        return True
    cls = classes.class_of(low, owner)
    if cls is None:
        return False
    field = isinstance(owner, TupleV) and fixed_containers.has_field(owner, name)
    return field or not (issubclass(cls, tuple) and name in ("_replace", "_asdict", "index", "count"))


def given_arguments(low: Lowering, node: Any) -> tuple[Args, Keywords]:
    """The arguments of a call; those with stars are containers of known structure."""
    args: Args = []
    for a in node.args:
        if not isinstance(a, ast.Starred):
            args.append(low.expr.value(a, maybe=True))
            continue
        v = low.expr.value(a.value)
        items = known_items(low, v, a)
        if items is None:
            hashed.know_tuple(low, v)
            low.demand(a, v)
            items = making.elements(low, v, a)
        if items is None:
            low.unsupported(a, f"{v.ty} cannot stand for arguments: how many there are is not known", "write them out")
            raise AssertionError
        args += items
    keywords: Keywords = {}
    for k in node.keywords:
        v = low.expr.value(k.value, maybe=k.arg is not None)
        if k.arg is not None:
            found = {k.arg: v}
        elif isinstance(v, TupleV) and v.form is not None and v.form.kind == "dict":
            found = dict(zip(v.form.names, all_items(v), strict=True))
        else:
            low.wrong(k.value, f"the argument after ** must be a dict, not {v.ty}")
            raise AssertionError
        for name in found:
            if name in keywords or not isinstance(name, str):
                low.wrong(node, f"the keyword {name!r} is given twice" if name in keywords else "keywords must be strings")
        keywords |= found
    return args, keywords


def _is_filtered(v: Val) -> bool:
    """Whether it is a list of objects that a condition has picked out."""
    return isinstance(v, TupleV) and v.form is not None and v.form.cls is filtered_objects.FilteredObjects


def apply(low: Lowering, fn: Any, args: Args, keywords: Keywords, node: Any) -> Val:
    special = distribution_calls.handler(fn) or python_generators.handler(fn) or making_of(fn)
    if special is not None:
        now = {k: low.present(v, node) for k, v in keywords.items()}
        return special(low, [low.present(v, node) for v in args], now, node)
    if distribution_calls.distribution_of(fn):
        return construct(low, FrozenDistribution, [KnownV(fn), *args], keywords, node)
    cls = scipy_table.written_class(fn)
    if cls is not None:
        return construct(low, cls, args, keywords, node)
    bound = isinstance(fn, types.MethodType) and isinstance(plain(fn.__func__), types.FunctionType)
    if bound and library_table.handler(fn) is None:
        if callable_names.is_foreign(fn) and not isinstance(fn.__self__, type) and not outside_values.is_changeable(fn.__self__):
            refuse(low, fn, node)
        owner = low.instance.compiler.path(Outside("attribute", fn, "__self__", getattr(fn, "__qualname__", "object")))
        owned = outside_values.read(low, owner, node) if not isinstance(fn.__self__, type) else KnownV(fn.__self__)
        return apply(low, fn.__func__, [owned, *args], keywords, node)
    if _hashable(fn) and fn in _CLOCKS and not args and not keywords:
        return call_python(low, _CLOCKS[fn], [], {}, node, inactive=True)
    if (fn is max or fn is min) and len(args) == 1 and keywords.keys() == {"key"} and _is_filtered(args[0]):
        taken = filtered_objects.largest if fn is max else filtered_objects.smallest
        return apply(low, taken, [*args, keywords["key"]], {}, node)
    own = special_methods.builtin(low, fn, args, node)
    if own is not None:
        return own
    if isinstance(getattr(fn, "__self__", None), str) and getattr(fn, "__name__", "") == "join":
        args = [_as_parts(low, v, node) for v in args]
        made = joined_texts.joined(low, fn.__self__, args[0], node) if len(args) == 1 and not keywords else None
        if made is not None:
            return made
    if ufunc_calls.takes_keywords(fn, keywords):
        return ufunc_calls.with_keywords(low, fn, args, keywords, node)
    if (text := texts.called(low, fn, args, keywords, node)) is not None:
        return text
    handler = builtin_functions.TABLE.get(fn) if _hashable(fn) else None
    if handler is not None and fn in parameters.BUILTIN:
        given = parameters.bound(low, fn.__name__, parameters.BUILTIN[fn], args, keywords, node)
        args, keywords = list(given.args), given.kwargs
    if isinstance(fn, (operator.itemgetter, operator.attrgetter)):
        return library_functions.getter(low, fn, args, node)
    for table in _TABLES:
        handler = handler or (table.get(fn) if _hashable(fn) else None)
    for known in _HANDLERS:
        handler = handler or known.handler(fn)
    if handler is not None:
        args = [memory_objects.filled(low, low.present(v, node)) for v in args]
        if any(fn is f for f in (sorted, min, max, len)) and "key" not in keywords:
            args = [hashed.in_any_order(low, v) for v in args]
        if any(isinstance(v, GeneratorV) and v.fn is iterator_objects.groupby for v in args) and fn is not next:
            empty = f"{fn.__name__}() of what itertools.groupby gives has empty groups: each is one until the next begins"
            low.unsupported(node, empty, "make lists of them one by one: [(k, list(g)) for k, g in itertools.groupby(...)]")
        if _hashable(fn) and (made := piped(low, fn, args, keywords, node)) is not None:
            if isinstance(made, GeneratorV) and id(node) not in low.instance.lively:
                for v in args:  # items are computed when they are taken
                    low.check_kept(v, node)
            return made
        by_item = next_items.takes_generators(fn)
        args = made_at_once(low, fn, args, keywords, by_item, node)
        if _iterates(fn):
            if (one_by_one := iterators.one_by_one(low, fn, args, keywords, node)) is not None:
                return one_by_one
            args = [making.taken(low, fn, v, node) if making.takes_items(fn, k, len(args)) else v for k, v in enumerate(args)]
    called_at_once = any(fn is f for f in _CALLED_AT_ONCE) or scipy_table.written(fn) is not None
    called_at_once |= derivative_functions.handler(fn) is not None or (id(node) in low.taken_at_once and _iterates(fn))
    if (handler is not None and not called_at_once) or makes_objects(fn):
        for v in (*args, *keywords.values()):
            low.check_kept(v, node)
    if handler is not None:
        if isinstance(fn, types.BuiltinFunctionType) and any(fn in table for table in _TABLES):
            _check_arguments(low, fn, args, keywords, node)
        return or_stand_in(lambda: handler(low, args, keywords, node), [*args, *keywords.values()])
    if any(isinstance(a, NoteV) for a in (*args, *keywords.values())):
        low.wrong(node, "irad.Active, irad.Duplicated and irad.Const are for irad.autodiff")
    if isinstance(fn, EnumType):
        return enumerations.member(low, fn, args, node)
    inner = fn.irad_function.fn if hasattr(fn, "irad_function") else fn
    args, keywords = given_to(low, unwrapped(inner) or inner, args, keywords, 0, node)
    if makes_objects(fn):
        return construct(low, fn, args, keywords, node)
    name = getattr(fn, "__name__", "")
    if any(fn is f for f in _TEXTS) or isinstance(getattr(fn, "__self__", None), str):
        if args:
            low.demand(node, *args, *keywords.values())
        texts.at_run_time(low, node)
    if is_known(fn) is False:
        refuse(low, fn, node)
    if getattr(fn, "__module__", None) == "cmath":
        return math_functions.complex_call(low, name, args, keywords, node)
    if _is_of_math(fn) and fn is not math.prod:
        return math_functions.call(low, name, args, keywords, node)
    if isinstance(fn, type) and issubclass(fn, np.generic):
        given = parameters.bound(low, f"np.{name}", parameters.of_operands(1), args, keywords, node)
        return cast(low, list(given.args), dtype_kind(fn), node)
    if fn is np.where and len(args) == 1 and not keywords:
        return index_functions.nonzero(low, args[0], node)
    if _is_of_numpy(fn):
        return numpy_call(low, name, args, keywords, node)
    if hasattr(fn, "irad_function"):
        fn = fn.irad_function.fn
    elif isinstance(fn, functools.partial) and by_shape(fn.func):
        first = [low.expr.constant(v, node) for v in fn.args]
        named = {k: low.expr.constant(v, node) for k, v in fn.keywords.items()}
        return apply(low, fn.func, [*first, *args], named | keywords, node)
    elif isinstance(fn, functools.partial):
        fn = calling_function(fn)
    fn = dispatched(fn) or fn
    if (inner := unwrapped(fn)) is not None and not is_generator(inner):
        return kept_result(low, inner, args, call_python(low, inner, args, keywords, node), node)
    fn = inner or fn
    if is_generator(fn):
        return begun(low, fn, args, keywords, node)
    return call_python(low, fn, args, keywords, node)


def _iterates(fn: Any) -> bool:
    """Whether a builtin function, or one of itertools, takes the items of its arguments."""
    if not _hashable(fn) or fn is iter or next_items.takes_generators(fn):
        return False
    return fn in making.TABLE or fn in builtin_iteration.TABLE or fn in library_functions.ITERATING or fn is sum


def _check_arguments(low: Lowering, fn: Any, args: Args, keywords: Keywords, node: Any) -> None:
    """Check the number of arguments of a function of Python's library, where Python knows it."""
    try:
        signature = inspect.signature(fn)
    except ValueError:
        return
    try:
        signature.bind(*args, **keywords)
    except TypeError as error:
        low.wrong(node, f"{callable_names.full_name(fn)}(): {error}", f"its parameters are {signature}")


_HANDLERS = (
    derivative_functions, rule_calls, decomposed, array_functions, structure_table, index_functions, ufunc_calls, library_table,
    dtype_functions, object_calls, random_numbers,
)  # fmt: skip
_TABLES = (
    classes.TABLE, changes.TABLE,
    random_numbers.TABLE, library_functions.TABLE, copying.TABLE, collection_types.TABLE, ordered_lists.TABLE,
)  # fmt: skip
_OF_NUMBERS = frozenset((sum, max, min, sorted, math.prod))
_TEXTS = (str, repr, format)
_CLOCKS = {
    clock: called_by_python(clock, clock.__name__, 0, "float64")
    for clock in (time.time, time.perf_counter, time.monotonic, time.process_time)
}
_CONSUMING = (list, tuple, set, sorted, sum, min, max, any, all, math.prod, np.array)  # they take all items of an iterator
_CALLED_AT_ONCE = (min, max, sorted, functools.reduce)  # what they call, they do not keep


def is_known(fn: Any) -> bool | None:
    """Whether the compiler knows a function by its name; None for a Python function, which is compiled."""
    if (_hashable(fn) and fn in builtin_functions.TABLE) or any(fn is f for f in _TEXTS) or printing.prints(fn):
        return True
    of_scipy = distribution_calls.distribution_of(fn) or scipy_table.written_class(fn) is not None
    if of_scipy or distribution_calls.handler(fn) is not None or python_generators.handler(fn) is not None:
        return True
    if any(known.handler(fn) is not None for known in _HANDLERS) or makes_objects(fn) or fn is super:
        return True
    if is_exception(fn) or any(fn is m for m in MANAGERS):
        return True
    if (_hashable(fn) and any(fn in table for table in _TABLES)) or isinstance(fn, (operator.itemgetter, EnumType)):
        return True
    name = getattr(fn, "__name__", "")
    if isinstance(getattr(fn, "__self__", None), str) or public_name(fn):
        return True
    if _is_of_math(fn):
        return math_functions.is_known(name)
    if getattr(fn, "__module__", None) == "cmath":
        return math_functions.is_known_complex(name)
    if isinstance(fn, type) and issubclass(fn, np.generic):
        return _is_kind(fn)
    if _is_of_numpy(fn):
        return numpy_functions.is_known(name)
    inner = unwrapped(fn) or dispatched(fn) or fn
    if isinstance(inner, types.MethodType):
        return None if isinstance(inner.__func__, types.FunctionType) and not callable_names.is_foreign(inner) else False
    if is_instance(fn) and isinstance(getattr(type(fn), "__call__", None), types.FunctionType):  # noqa: B004
        return None
    is_python = hasattr(fn, "irad_function") or isinstance(inner, (functools.partial, types.FunctionType, types.MethodType))
    return None if is_python else False


def _is_kind(fn: Any) -> bool:
    """Whether a class of NumPy's numbers is one of those that the compiler knows."""
    try:
        return dtype_kind(fn) is not None
    except TypeError:  # an abstract class
        return False


def _is_of_math(fn: Any) -> bool:
    return getattr(fn, "__module__", None) == "math" or vars(math).get(getattr(fn, "__name__", "")) is fn


def _is_of_numpy(fn: Any) -> bool:
    return vars(np).get(getattr(fn, "__name__", "")) is fn or isinstance(fn, np.ufunc)


def refuse(low: Lowering, fn: Any, node: Any) -> None:
    """Refuse a call of a function that is not known."""
    low.unsupported(node, *unknown_function(fn, getattr(node, "func", None)))


def in_library(fn: Any, written: Any, error: IradError) -> tuple[str, str]:
    """As `unknown_function`, for a Python function of a library in which ``error`` is found."""
    text, hint = unknown_function(fn, written)
    if is_known(fn):  # where a compiled function calls it
        name = callable_names.full_name(fn)
        return f"{name} is not a Python function that can be compiled", f"wrap it: lambda x: {name}(x)"
    if callable_names.is_well_known(fn):
        return text, hint
    first = error.problems[0]
    return f"{text} (its own code cannot be compiled: {first.message}, in {first.place})", hint


def unknown_function(fn: Any, written: Any) -> tuple[str, str]:
    """The message about a function that is not known, and the hint; ``written``: the expression that the user wrote for it."""
    name = callable_names.full_name(fn, written)
    what = "a class whose objects compiled functions do not know" if isinstance(fn, type) else ""
    text = f"{name} is {what}" if what else f"{name} is not supported in compiled functions"
    return text, callable_names.instead(name, fn, is_known)


def _as_parts(low: Lowering, v: Val, node: Any) -> Val:
    """The parts of a text that ``join`` puts together."""
    return TupleV(all_items(found)) if isinstance(found := fixed_containers.as_iterated(low, v, node), TupleV) else v


def _hashable(fn: Any) -> bool:
    try:
        hash(fn)
    except TypeError:
        return False
    return True
