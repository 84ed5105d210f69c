"""What the analyses of elements say of a function, as facts behind its instructions (`test_facts.py`)."""

from __future__ import annotations

from collections.abc import Callable

from irad.analysis.elements.carried_values import carried_value, starts_in_memory, stride
from irad.analysis.elements.exchanged_pointers import ExchangedPointers
from irad.analysis.elements.known_facts import KnownFacts
from irad.analysis.elements.last_reads import LastReads
from irad.analysis.elements.read_ranges import read_range
from irad.analysis.elements.sliding_windows import SlidingWindows
from irad.analysis.reuse.commuting import Commuting
from tests.unit.analysis.analyses import Facts, Subject, listed, shown


def element_lifetimes(s: Subject) -> Facts:
    """Loads and stores whose very bytes are as they were when the reverse sweep begins."""
    accesses = [i for i in s.instructions if i.opcode in ("load", "store")]
    return {i: "lasts" for i in accesses if s.elements.lasts(i, None)}


def exchanged_pointers(s: Subject) -> Facts:
    """Pointers that go round a loop: the pointers that point into other memory in each iteration."""
    found = ExchangedPointers(s.flow, s.aliasing.noalias)
    pointers = [v for v in [*s.fn.args, *s.instructions] if v.type.is_ptr]
    out: Facts = {}
    for loop in s.flow.loops:
        for phi in loop.header.phis():
            apart = [v for v in pointers if found.apart(phi, v, loop)] if phi.type.is_ptr else []
            if apart:
                out[phi] = "apart from " + listed(f"%{v.name}" for v in apart)
    return out


def known_facts(s: Subject) -> Facts:
    """Labels: what is not negative where the block runs and is not said of its dominator."""
    found = KnownFacts(s.flow, s.polynomials, s.is_error)
    out: Facts = {}
    for block in s.flow.rpo:
        above = s.flow.idom[block]
        known = found.at(above) if above is not None else []
        out[block] = listed(shown(f) for f in found.at(block) if f not in known)
    return {b: text for b, text in out.items() if text}


def last_reads(s: Subject) -> Facts:
    """Loads after which nobody reads the element again, and stores and fills whose reverse need not zero shadows."""
    live = frozenset(s.flow.rpo)
    found = LastReads(s.flow, s.activity, s.aliasing, s.effects, s.polynomials, s.is_error, lambda inst: True, live)
    return dict.fromkeys(found.loads, "last") | dict.fromkeys(found.stores, "no zero")


def read_ranges(s: Subject) -> Facts:
    """Loads in loops: what they read while the outermost loop runs, and on which conditions."""
    out: Facts = {}
    for load in s.instructions:
        loop = s.flow.loop_of[load.block] if load.opcode == "load" and load.block is not None else None
        found = read_range(s.elements, load, loop.chain()[0], s.flow.postdominates) if loop is not None else None
        if found is not None:
            out[load] = f"{shown(found.low)} to {shown(found.high)}"
            if found.conditions:
                out[load] += " if " + listed(map(shown, found.conditions))
            if found.extent is not None:
                out[load] += f" of {shown(found.extent)}"
    return out


def carried_values(s: Subject) -> Facts:
    """Header phis that have what an access moved some iterations ago, with the bytes that its address moves in one."""
    out: Facts = {}
    for loop in s.flow.loops:
        for phi in loop.header.phis():
            found = carried_value(phi, loop) if phi.type.is_float else None
            if found is None:
                continue
            stores = [i for i in s.instructions if i.opcode == "store" and i.operands[0] is found.source]
            access = found.source if found.source.opcode == "load" else next(iter(stores), None)
            by = stride(s.elements, access, loop) if access is not None else None
            if access is not None and by is not None:
                before = starts_in_memory(s.elements, found, access, by)
                out[phi] = f"{len(found.starts)} ago, {by} bytes" + (", the first ones too" if before else "")
    return out


def sliding_windows(s: Subject) -> Facts:
    """Loads and stores in windows: their place, and how many there are."""
    commuting = Commuting(s.flow, s.activity, s.aliasing, s.polynomials, s.is_error, True, s.elements.never_meet)
    windows = SlidingWindows(s.flow, commuting, s.elements)
    found = [w for loop in s.flow.loops for w in windows.of(loop)]
    return {i: f"place {k} of {w.width}" for w in found for i, k in w.places.items()}


ELEMENT_DESCRIPTIONS: dict[str, Callable[[Subject], Facts]] = {
    f.__name__: f
    for f in (
        carried_values, element_lifetimes, exchanged_pointers, known_facts, last_reads, read_ranges, sliding_windows
    )
}
ELEMENT_DESCRIPTIONS["integer_systems"] = element_lifetimes  # which asks them
