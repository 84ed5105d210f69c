"""Small edits of a module's globals."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable

from irad.ir.values import (
    Constant,
    ConstantAggregate,
    ConstantExpr,
    ConstantText,
    GlobalAlias,
    GlobalValue,
    GlobalVariable,
    Module,
)

_CONSTRUCTORS = "llvm.global_ctors"
_LISTS = ("llvm.used", "llvm.compiler.used")


def declare_variables(module: Module, names: Iterable[str]) -> None:
    """The definitions of the variables ``names`` become declarations."""
    for var in (module.globals_.get(n) for n in names):
        if var is not None and not var.constant:
            var.initializer, var.linkage, var.visibility, var.comdat, var.runtime = None, "external", "", "", ""
            var.section, var.metadata, var.rest = "", {}, ""


def drop_constructors(module: Module) -> None:
    """Remove the list of static constructors, which another module runs."""
    module.globals_.pop(_CONSTRUCTORS, None)


def changed(value: Constant, change: Callable[[Constant], Constant]) -> Constant:
    """A constant with ``change`` applied to the globals in it; the same object where nothing changes."""
    if isinstance(value, ConstantExpr):
        operands = tuple(changed(o, change) for o in value.operands)
        return value if operands == value.operands else ConstantExpr(value.type, value.opcode, operands, value.attrs)
    if isinstance(value, ConstantAggregate):
        elements = tuple(changed(e, change) for e in value.elements)
        return value if elements == value.elements else ConstantAggregate(value.type, elements)
    return change(value) if isinstance(value, GlobalValue) else value


def change_constants(module: Module, change: Callable[[Constant], Constant], skip: Callable[[GlobalVariable], bool]) -> None:
    """Apply ``change`` to the globals that instructions and initialisers refer to, except callees and where ``skip`` says so.

    Bodies that were not read stay as they are.
    """
    for fn in list(module.functions.values()):
        for inst in fn.instructions():
            operands = inst.operands[:-1] if inst.opcode in ("call", "invoke") else inst.operands
            for i, o in enumerate(list(operands)):
                if isinstance(o, Constant) and (new := changed(o, change)) is not o:
                    inst.set_operand(i, new)
    for var in module.globals_.values():
        if var.initializer is not None and not skip(var):
            var.initializer = changed(var.initializer, change)


def mutable_variables(module: Module) -> list[str]:
    """Variables defined here that the program may change, thread-local ones and LLVM's own left out.

    Tables of labels are left out, too, since each copy of a function has its own labels.
    """
    found = (v for v in module.globals_.values() if not v.constant and v.initializer is not None and not v.thread_local)
    return [v.name for v in found if v.linkage != "appending" and not v.name.startswith("llvm.") and not _labels(v.initializer)]


def _labels(value: Constant | None) -> bool:
    if isinstance(value, ConstantAggregate):
        return any(map(_labels, value.elements))
    if isinstance(value, ConstantExpr):
        return any(map(_labels, value.operands))
    return isinstance(value, ConstantText) and value.text.startswith("blockaddress")


def aliases_of(module: Module, variables: Collection[str]) -> list[GlobalAlias]:
    """The aliases of one of the variables, directly or through other aliases."""
    return [a for a in module.aliases.values() if a.kind == "alias" and _base(a) in variables]


def _base(value: Constant | None) -> str:
    while value is not None and not isinstance(value, GlobalVariable):
        if isinstance(value, GlobalAlias):
            value = value.target
        else:
            value = value.operands[0] if isinstance(value, ConstantExpr) and value.operands else None
    return value.name if value is not None else ""


def drop_aliases(module: Module, aliases: Iterable[GlobalAlias]) -> None:
    """Replace these aliases by their aliasees; all bodies must have been read."""
    gone = {a.name for a in aliases}

    def target(value: Constant) -> Constant:
        while isinstance(value, GlobalAlias) and value.name in gone and value.target is not None:
            value = changed(value.target, target)
        return value

    for name in _LISTS:
        var = module.globals_.get(name)
        if var is not None and isinstance(var.initializer, ConstantAggregate):
            if any(isinstance(e, GlobalAlias) and e.name in gone for e in var.initializer.elements):
                del module.globals_[name]
    change_constants(module, target, lambda var: False)
    for alias in module.aliases.values():
        if alias.name not in gone and alias.target is not None:
            alias.target = changed(alias.target, target)
    for name in gone:
        del module.aliases[name]
