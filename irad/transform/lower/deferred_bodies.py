"""Setting functions aside: bodies that are hidden from LLVM before differentiation.

LLVM must not see the body of a function with a derivative rule: it would inline it, fold its result or drop a call to it
(``noinline`` does not prevent that).  So its definition is temporarily ``weak``: LLVM assumes that another definition may replace
it.  A function that no derivative needs is temporarily a declaration, so that LLVM spends no time on it. Neither is parsed into
the model.  Local symbols of the module that such a body uses are temporarily visible, so that LLVM does not assume that it sees
all their uses.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator
from dataclasses import dataclass, field

from irad.ir.printer import quote
from irad.ir.reader import mentions
from irad.ir.reader.mentions import metadata_of, named_in, with_metadata, without_groups
from irad.ir.types import Type
from irad.ir.values import (
    LOCAL,
    Constant,
    ConstantAggregate,
    ConstantExpr,
    ConstantText,
    Function,
    GlobalAlias,
    GlobalValue,
    GlobalVariable,
    Module,
)

_ALWAYS = "alwaysinline"
_KEPT = "!irad.kept"  # names the metadata of bodies that were removed
_SEVERAL = {"linkonce_odr": "weak_odr", "linkonce": "weak"}


@dataclass(frozen=True)
class Scope:
    """The linkage, visibility and forced inlining of a definition."""

    linkage: str
    visibility: str
    runtime: str
    comdat: str
    always_inlined: bool

    @classmethod
    def of(cls, value: GlobalValue) -> Scope:
        always = isinstance(value, Function) and _ALWAYS in value.attributes
        return cls(value.linkage, value.visibility, value.runtime, value.comdat, always)

    def restore(self, value: GlobalValue) -> None:
        value.linkage, value.visibility, value.runtime, value.comdat = self.linkage, self.visibility, self.runtime, self.comdat
        if self.always_inlined and isinstance(value, Function):
            value.attributes = value.attributes.adding(_ALWAYS)


@dataclass(frozen=True)
class Aside:
    """What was set aside, and the original scopes of names whose scope had to change.

    ``functions`` stay in the module, ``away`` are removed functions; ``used``: declarations of what these name, and ``nodes`` the
    metadata.
    """

    functions: frozenset[str] = frozenset()
    scopes: dict[str, Scope] = field(default_factory=dict)
    comdats: dict[str, str] = field(default_factory=dict)
    types: dict[str, Type] = field(default_factory=dict)
    away: tuple[Function, ...] = ()
    used: tuple[Function | GlobalVariable, ...] = ()
    nodes: tuple[str, ...] = ()

    def restore(self, module: Module) -> None:
        """Restore the bodies as ordinary definitions."""
        kept = metadata_of(module.metadata.pop(_KEPT, "")) if self.nodes else ()
        names = dict(zip(self.nodes, kept, strict=True))
        for fn in self.away:
            fn.body = with_metadata(fn.body or "", names)
            fn.metadata = {kind: names.get(node, node) for kind, node in fn.metadata.items()}
            declared = module.functions.get(fn.name)
            if declared is not None:
                declared.replace_all_uses_with(fn)
            fn.module, module.functions[fn.name] = module, fn
        for used in self.used:
            if module.get(used.name) is None:  # LLVM has dropped it as unused
                used.module = module
                if isinstance(used, Function):
                    module.functions[used.name] = used
                else:
                    module.globals_[used.name] = used
        for name, t in self.types.items():
            module.named_types.setdefault(name, t)
        for name, scope in self.scopes.items():
            value = module.get(name)
            if value is not None and not _is_declared(value):
                scope.restore(value)
        for value in (*module.functions.values(), *module.globals_.values()):
            key = f"${quote(value.comdat)}"
            if value.comdat and key not in module.comdats and key in self.comdats:
                module.comdats[key] = self.comdats[key]


def put_aside(module: Module, names: Collection[str]) -> Aside:
    """Set the bodies of ``names`` aside; those without a body are ignored."""
    moved = [f for name in names if (f := module.functions.get(name)) is not None and f.has_body]
    out = Aside(frozenset(f.name for f in moved), comdats=dict(module.comdats))
    _expose(module, moved, out)
    for fn in moved:
        out.scopes[fn.name] = Scope.of(fn)
        fn.linkage, fn.visibility, fn.comdat, fn.runtime = "weak", "", "", ""
        fn.attributes = fn.attributes.without(_ALWAYS)  # LLVM would inline a weak definition, too
    if moved:  # calls that ask for it
        module.attribute_groups = {name: words.without(_ALWAYS) for name, words in module.attribute_groups.items()}
    return out


def put_away(module: Module, names: Collection[str]) -> Aside:
    """As `put_aside`, for functions that no part of a derivative needs: they are temporarily declarations.

    Those that have an alias, a resolver or a table of labels stay (LLVM accepts none of these for a declaration), and those that
    were parsed already.
    """
    held = {n for a in module.aliases.values() if a.target is not None for n in named_in(a.target)}
    held |= {n for v in module.globals_.values() if v.initializer is not None for n in _with_labels(v.initializer)}
    found = (module.functions.get(name) for name in names if name not in held)
    moved = [f for f in found if f is not None and f.body is not None]
    taken = {n for f in moved for text in (f.body or "", *f.metadata.values()) for n in metadata_of(text)}
    nodes = tuple(sorted(taken & module.metadata.keys(), key=lambda n: int(n[1:])))
    out = Aside(
        comdats=dict(module.comdats),
        types=dict(module.named_types),
        away=tuple(map(_detached, moved)),
        used=tuple(_declaration(v) for v in _reachable(module, moved) if isinstance(v, (Function, GlobalVariable))),
        nodes=nodes,
    )
    _expose(module, moved, out)
    for fn in moved:
        fn.body, fn.personality, fn.metadata = None, None, {}
        fn.linkage = fn.visibility = fn.comdat = fn.runtime = fn.section = fn.partition = fn.rest = ""
    if nodes:
        module.metadata[_KEPT] = f"!{{{', '.join(nodes)}}}"
    return out


def _with_labels(value: Constant) -> Iterator[str]:
    """Functions whose labels' addresses occur in an initial value."""
    if isinstance(value, ConstantAggregate):
        for e in value.elements:
            yield from _with_labels(e)
    elif isinstance(value, ConstantExpr):
        for e in value.operands:
            yield from _with_labels(e)
    elif isinstance(value, ConstantText):
        yield from named_in(value)


def _detached(fn: Function) -> Function:
    """The definition as it was parsed, detached from the module."""
    copy = Function(fn.name, fn.ftype)
    for slot in ("linkage", "visibility", "runtime", "comdat", "section", "partition", "unnamed_addr", "cc", "ret_attrs", "rest"):
        setattr(copy, slot, getattr(fn, slot))
    copy.attributes, copy.personality, copy.metadata = fn.attributes, fn.personality, dict(fn.metadata)
    copy.body = without_groups(fn.body or "", fn.module.attribute_groups if fn.module is not None else {})
    for own, theirs in zip(copy.args, fn.args, strict=True):
        own.name, own.attrs = theirs.name, theirs.attrs
    return copy


def _declaration(value: Function | GlobalVariable) -> Function | GlobalVariable:
    if isinstance(value, Function):
        fn = _detached(value)
        fn.body, fn.personality, fn.linkage, fn.comdat, fn.section, fn.metadata = None, None, "", "", "", {}
        fn.linkage = "extern_weak" if value.linkage == "extern_weak" else ""
        return fn
    var = GlobalVariable(value.name, value.value_type, value.type)
    var.constant, var.thread_local, var.align = value.constant, value.thread_local, value.align
    var.unnamed_addr = value.unnamed_addr
    var.linkage = "extern_weak" if value.linkage == "extern_weak" else "external"
    return var


def _expose(module: Module, functions: Collection[Function], out: Aside) -> None:
    """Make visible what these functions use; their own scopes do not matter."""
    names = {f.name for f in functions}
    for value in _reachable(module, functions):
        if value.name in names or value.name.startswith("llvm.") or _is_declared(value):
            continue
        if value.linkage in LOCAL or value.linkage in _SEVERAL:
            out.scopes[value.name] = Scope.of(value)
            if value.linkage in LOCAL:
                value.linkage, value.visibility = "", "hidden"
            else:
                value.linkage = _SEVERAL[value.linkage]


def resolve_aliases(module: Module, aside: Aside) -> None:
    """Replace aliases of functions that were set aside by the functions, unless the aliases are weak."""
    for alias in module.aliases.values():
        target = alias.target
        if alias.kind == "alias" and alias.linkage not in ("weak", "linkonce"):
            while isinstance(target, GlobalAlias):
                target = target.target
            if isinstance(target, Function) and target.name in aside.functions:
                alias.replace_all_uses_with(target)


def _is_declared(value: GlobalValue) -> bool:
    if isinstance(value, Function):
        return not value.has_body
    return isinstance(value, GlobalVariable) and value.initializer is None


def _reachable(module: Module, functions: Iterable[Function]) -> list[GlobalValue]:
    """What the functions name, and, transitively, what initialisers and aliases in that name."""
    found: dict[str, GlobalValue] = {}
    todo = [n for fn in functions for n in mentions(fn).all]
    todo += [n for fn in functions if fn.personality is not None for n in named_in(fn.personality)]
    while todo:
        name = todo.pop()
        value = module.get(name)
        if name in found or value is None:
            continue
        found[name] = value
        if isinstance(value, GlobalVariable) and value.initializer is not None:
            todo += named_in(value.initializer)
        elif isinstance(value, GlobalAlias) and value.target is not None:
            todo += named_in(value.target)
    return list(found.values())
