"""The function through which derivatives of Python functions with scalar results are called.

A compiled Python function stores its results through pointers.  A `DerivativeEntry` passes the derivative local memory for that,
takes seeds, and returns values and tangents as numbers.  LLVM then sees which results are not requested, and removes their
computation: a gradient without the value of the function has no loops that only compute the value.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from irad.frontends.python.sources.dtypes import DTYPES
from irad.ir.types import DOUBLE, FLOAT, I8, I16, I32, I64, Type, function, struct
from irad.transform.base.request import MadeDerivative

_LLVM: dict[str, Type] = {str(t): t for t in (DOUBLE, FLOAT, I8, I16, I32, I64)}
_TYPES = {kind: _LLVM[d.leaf] for kind, d in DTYPES.items()}


@dataclass(frozen=True)
class DerivativeEntry:
    """``kinds`` of the results, which of them are active; ``primal``: the values are wanted, too; ``width``: of a batch."""

    kinds: tuple[str, ...]
    active: tuple[bool, ...]
    primal: bool
    forward: bool
    width: int = 1

    @property
    def seeds(self) -> list[str]:
        """The kinds of the seeds that are passed, for each result those of all lanes."""
        return [] if self.forward else [k for k, a in zip(self.kinds, self.active, strict=True) if a for _ in range(self.width)]

    @property
    def fields(self) -> list[str]:
        """The fields returned behind the status and the derivatives; tangents come lane by lane for each result."""
        values = [f"value {i}" for i in range(len(self.kinds))] if self.primal else []
        active = [i for i, a in enumerate(self.active) if a] if self.forward else []
        return values + [f"tangent {i}" for i in active for _ in range(self.width)]


def entry_text(made: MadeDerivative, entry: DerivativeEntry) -> tuple[str, MadeDerivative]:
    """IR of the entry of the derivative ``made``, and how it is called."""
    native = {kind: str(t) for kind, t in _TYPES.items()}
    given = made.ftype.params[: len(made.ftype.params) - len(entry.kinds) - entry.width * sum(entry.active)]
    seeds = [_TYPES[k] for k in entry.seeds]
    returned = [_TYPES[entry.kinds[int(f.split()[1])]] for f in entry.fields]
    ret = struct(*_elements(made.ftype.ret), *returned)
    ftype = function(ret, (*given, *seeds))
    name = f"entry.{made.symbol}"
    params = [f"{t} %p{i}" for i, t in enumerate(ftype.params)]
    lines = [f'define {ret} @"{name}"({", ".join(params)}) nounwind {{']
    args, rest = params[: len(given)], iter(params[len(given) :])
    stores, places = [], []
    for i, (kind, active) in enumerate(zip(entry.kinds, entry.active, strict=True)):
        lanes = [f"%tangent.{i}.{lane}" for lane in range(entry.width)] if active else []
        for place in (f"%value.{i}", *lanes):
            lines.append(f"  {place} = alloca {native[kind]}")
            args.append(f"ptr {place}")
        for place in lanes:
            start = f"{native[kind]} 0.0" if entry.forward else next(rest)
            stores.append(f"  store {start}, ptr {place}")
        if entry.forward:
            places += lanes
    if entry.primal:
        places = [*(f"%value.{i}" for i in range(len(entry.kinds))), *places]
    lines += [*stores, f'  %r = call {made.ftype.ret} @"{made.symbol}"({", ".join(args)}) alwaysinline']
    current = "undef"
    for k, t in enumerate(_elements(made.ftype.ret)):
        lines += [f"  %e{k} = extractvalue {made.ftype.ret} %r, {k}", f"  %o{k} = insertvalue {ret} {current}, {t} %e{k}, {k}"]
        current = f"%o{k}"
    for k, (place, t) in enumerate(zip(places, returned, strict=True), len(_elements(made.ftype.ret))):
        lines += [f"  %e{k} = load {t}, ptr {place}", f"  %o{k} = insertvalue {ret} {current}, {t} %e{k}, {k}"]
        current = f"%o{k}"
    lines += [f"  ret {ret} {current}", "}"]
    return "\n".join(lines) + "\n", MadeDerivative(name, ftype, (*made.fields, *entry.fields), made.params)


def _elements(t: Type) -> Sequence[Type]:
    return t.elements or ()  # type: ignore[attr-defined]
