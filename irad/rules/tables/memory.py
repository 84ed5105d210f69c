"""Functions that allocate and free memory."""

from __future__ import annotations

from irad.rules.formulas.base import Rule
from irad.rules.formulas.model import AllocationRule, DeallocationRule

_NOTHROW = "RKSt9nothrow_t"
_ALIGNED = "St11align_val_t"


def _allocation(
    name: str,
    kind: str,
    size: tuple[int, ...],
    *,
    names: str = "",
    free: str = "free",
    free_args: tuple[int, ...] = (-1,),
    note: str = "",
) -> AllocationRule:
    return AllocationRule(
        name=name, names=names or name, kind=kind, size=size, deallocator=free, deallocator_args=free_args, note=note
    )


def _deallocation(name: str, names: str = "", pointer: int = 0) -> DeallocationRule:
    return DeallocationRule(name=name, names=names or name, pointer=pointer)


RULES: tuple[Rule, ...] = (
    _allocation("malloc", "malloc", (0,), names="malloc valloc pvalloc"),
    _allocation("calloc", "calloc", (0, 1)),
    _allocation("realloc", "realloc", (1,)),
    _allocation("reallocarray", "realloc", (1, 2)),
    _allocation("aligned_alloc", "aligned", (1,), names="aligned_alloc memalign"),
    _allocation("posix_memalign", "posix_memalign", (2,), note="the pointer is stored through argument 0"),
    # C++: w = new, a = new[]; with alignment, without exceptions, both.
    _allocation("operator new", "new", (0,), names=f"_Znwm _Znwm{_NOTHROW}", free="_ZdlPv"),
    _allocation("operator new[]", "new", (0,), names=f"_Znam _Znam{_NOTHROW}", free="_ZdaPv"),
    _allocation(
        "operator new (aligned)", "new", (0,), names=f"_Znwm{_ALIGNED} _Znwm{_ALIGNED}{_NOTHROW}",
        free=f"_ZdlPv{_ALIGNED}", free_args=(-1, 1),
    ),
    _allocation(
        "operator new[] (aligned)", "new", (0,), names=f"_Znam{_ALIGNED} _Znam{_ALIGNED}{_NOTHROW}",
        free=f"_ZdaPv{_ALIGNED}", free_args=(-1, 1),
    ),
    _allocation("exception object", "malloc", (0,), names="__cxa_allocate_exception", free="__cxa_free_exception"),
    _deallocation("exception object given back", "__cxa_free_exception"),
    _allocation("irad_reserve", "reserve", (1,), free="irad_release", note="last in, first out; see architecture.md"),
    # Rust
    _allocation("__rust_alloc", "malloc", (0,), free="__rust_dealloc", free_args=(-1, 0, 1)),
    _allocation("__rust_alloc_zeroed", "calloc", (0,), free="__rust_dealloc", free_args=(-1, 0, 1)),
    _deallocation("__rust_dealloc"),
    _deallocation("free", "free cfree"),
    _deallocation(
        "operator delete",
        f"_ZdlPv _ZdlPvm _ZdlPv{_ALIGNED} _ZdlPvm{_ALIGNED} _ZdlPv{_NOTHROW} _ZdlPv{_ALIGNED}{_NOTHROW}",
    ),
    _deallocation(
        "operator delete[]",
        f"_ZdaPv _ZdaPvm _ZdaPv{_ALIGNED} _ZdaPvm{_ALIGNED} _ZdaPv{_NOTHROW} _ZdaPv{_ALIGNED}{_NOTHROW}",
    ),
    _deallocation("irad_release", pointer=1),
)  # fmt: skip
