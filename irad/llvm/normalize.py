"""The normal form that is differentiated: scalar optimisation without vectorising and unrolling, simple loops.

What is optimised before differentiation need not be differentiated; what is vectorised or unrolled is harder to
differentiate, and is done afterwards.  Contract of `normalize`:

* the O2 pipeline has run, with loop and SLP vectorising, interleaving and unrolling off, whatever pragmas say: loops stay
  loops; ``optnone`` is ignored, so that -O0 input gets into SSA form as well;
* each function has one return block, loops are in loop-simplify form, and in LCSSA;
* functions in ``roots`` exist and have their signature;
* marked calls stand where they stood: two of them in the branches of an ``if`` are not merged into one;
* arrays on the stack of a program are apart from other memory (`irad/llvm/border/reserved_arrays.py`);
* there is no ``indirectbr``: jumps to addresses of labels have become switches over numbers of labels.

It does not depend on the machine it runs on.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Any

import llvmlite.binding as llvm

from irad.ir.naming import NAME
from irad.llvm.border.heads import closing, externalize, internalize
from irad.llvm.border.passes import pass_builder, run_passes
from irad.llvm.border.reserved_arrays import mark_arrays, unmark_arrays
from irad.llvm.border.session import link_in, parse, strip_optnone, strip_target

_NODE = re.compile(r"^(!\d+) = (?:distinct )?!\{(.*)\}$", re.M)
_LOOP = re.compile(r", !llvm\.loop (!\d+)")
_OPERAND = re.compile(r"!\d+")
_LINE = re.compile(r",? !dbg !\d+|^ +#dbg_.*\n|^!llvm\.dbg\.cu = .*\n", re.M)
_LOCATION = re.compile(r"^(!\d+) = (?:distinct )?!DI", re.M)
_KEPT_HINTS = ('!"llvm.loop.mustprogress"',)
_MARKED = re.compile(r'^declare [^@\n]*@"?[\w.$]*__(?:enzyme|irad)_[\w.$]*"?(?=\()', re.M)
_MARK = re.compile(r"@__irad_(?:cache|stop_gradient)[fl]?$")
_PURE = " nounwind willreturn nosync nofree memory(none)"
_LABEL = re.compile(rf"blockaddress\(@({NAME}), %({NAME})\)")
_BODY = re.compile(rf"^define [^@\n]*@({NAME})\(.*?^\}}$", re.M | re.S)
_JUMP = re.compile(rf"indirectbr ptr (.*), \[(label %{NAME}(?:, label %{NAME})*)\]")


def normalize(text: str, roots: Sequence[str] = (), libraries: Sequence[str] = ()) -> str:
    """The normal form of a module; ``libraries``: modules that are linked in."""
    text = strip_loop_hints(strip_optnone(strip_target(text)))
    text = mark_arrays(number_labels(keep_apart(text)))
    module = parse(externalize(text, frozenset(roots)))
    for library in libraries:
        link_in(module, library)
    builder = pass_builder(None, 2, vectorize=False)
    run_passes(builder.getModulePassManager(), module, builder)
    _shape(module, builder)
    return unmark_arrays(str(module))


def keep_apart(text: str) -> str:
    """Canonical text whose marked calls LLVM does not merge: each names a function and has markers of its own.

    ``irad.cache`` and ``irad.stop_gradient`` only hand a number on, and may be moved, merged and dropped as arithmetic is.
    """
    out, at = [], 0
    for found in _MARKED.finditer(text):
        end = found.end() + closing(text[found.end() : text.index("\n", found.end())])
        for word in (" local_unnamed_addr", " unnamed_addr"):
            end += len(word) if text.startswith(word, end) else 0
        out += [text[at:end], _PURE if _MARK.search(found[0]) else " nomerge"]
        at = end
    return "".join([*out, text[at:]])


def number_labels(text: str) -> str:
    """Canonical text with numbers in place of addresses of labels, and switches in place of jumps to them.

    An address belongs to one function: in a copy of the function it would lead back into the original.
    """
    if "indirectbr" not in text:
        return text
    numbers = {pair: i + 1 for i, pair in enumerate(sorted(set(_LABEL.findall(text))))}

    def body(function: re.Match[str]) -> str:
        count = 0

        def jump(m: re.Match[str]) -> str:
            nonlocal count
            count += 1
            first, *others = re.findall(rf"%({NAME})", m[2])
            value = f"%irad.label.{count}"
            cases: list[str] = []
            taken: set[int] = set()
            for label in others:
                number = numbers.get((function[1], label), 0)
                if number in taken or number == 0:  # the edge stays, for the phis, but is never taken
                    number = -1 - len(cases)
                taken.add(number)
                cases.append(f"i64 {number}, label %{label}")
            return f"{value} = ptrtoint ptr {m[1]} to i64\n  switch i64 {value}, label %{first} [ {' '.join(cases)} ]"

        return _JUMP.sub(jump, function[0])

    text = _BODY.sub(body, text)
    return _LABEL.sub(lambda m: f"inttoptr (i64 {numbers[m[1], m[2]]} to ptr)", text)


def tidy(text: str) -> str:
    """SSA form and loop shape again, after the model was changed; what SSA form has made useless goes, nothing else.

    (A copy of bytes that nobody reads, whose kind nobody can tell, would be in the way.)
    """
    module = parse(text)
    builder = pass_builder(None, 1)
    manager = llvm.create_new_module_pass_manager()
    manager.add_sroa_pass()
    manager.add_dead_store_elimination_pass()
    manager.add_dead_code_elimination_pass()
    run_passes(manager, module, builder)
    _shape(module, builder)
    return str(module)


def ssa_form(text: str) -> str:
    """Local variables as values, and nothing else: what lies in other memory is stored and loaded as the program says."""
    module = parse(text)
    manager = llvm.create_new_module_pass_manager()
    manager.add_sroa_pass()
    run_passes(manager, module, pass_builder(None, 1))
    return str(module)


def reachable(text: str, root: str) -> str:
    """The module with one visible function, its visible variables, and what they need; nothing else is changed."""
    module = parse(internalize(text, frozenset((root,))))
    manager = llvm.create_new_module_pass_manager()
    manager.add_global_dead_code_eliminate_pass()
    manager.add_strip_dead_prototype_pass()
    run_passes(manager, module, pass_builder(None, 0))
    return str(module)


def _shape(module: Any, builder: Any) -> None:
    manager = llvm.create_new_module_pass_manager()
    manager.add_unify_function_exit_nodes_pass()
    manager.add_loop_simplify_pass()
    manager.add_lcssa_pass()
    run_passes(manager, module, builder)


def strip_lines(text: str) -> str:
    """Canonical text without debug information."""
    if "!llvm.dbg.cu" not in text:
        return text
    text = _LINE.sub("", text)
    locations = frozenset(_LOCATION.findall(text))

    def node(m: re.Match[str]) -> str:
        found = _OPERAND.findall(m[2])
        if not locations.intersection(found):
            return m[0]
        return f"{m[1]} = distinct !{{{', '.join(o for o in found if o not in locations)}}}"

    return _NODE.sub(node, text)


def strip_loop_hints(text: str) -> str:
    """Canonical text without what sources say about unrolling and vectorising loops.

    Both kinds are in the way: a forced unrolling happens before differentiation, a forbidden one hurts afterwards.  That a
    loop makes progress (C's forward progress rule) is a fact, and stays.
    """
    loops = set(_LOOP.findall(text))
    if not loops:
        return text
    nodes = {m[1]: m[2] for m in _NODE.finditer(text)}
    kept = {loop: [o for o in _OPERAND.findall(nodes.get(loop, "")) if nodes.get(o, "").strip() in _KEPT_HINTS] for loop in loops}

    def node(m: re.Match[str]) -> str:
        if m[1] not in kept:
            return m[0]
        return f"{m[1]} = distinct !{{{', '.join([m[1], *kept[m[1]]])}}}"

    text = _LOOP.sub(lambda m: m[0] if kept[m[1]] else "", text)
    return _NODE.sub(node, text)
