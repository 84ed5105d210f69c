"""Truth values of compiled code, folded where they are known at compile time."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from llvmlite import ir

from irad.frontends.python.core.code_writer import CodeWriter
from irad.frontends.python.core.facts import joined
from irad.frontends.python.core.python_values import I1, known_int
from irad.rules.formulas.numpy_symbols import IN_PROCESS

TRUE, FALSE = ir.Constant(I1, 1), ir.Constant(I1, 0)


def both(low: CodeWriter, p: Any, q: Any) -> Any:
    """``p and q``."""
    for x, y in ((p, q), (q, p)):
        if isinstance(x, ir.Constant):
            return y if x.constant else FALSE
    return low.b.and_(p, q)


def either(low: CodeWriter, p: Any, q: Any) -> Any:
    """``p or q``."""
    for x, y in ((p, q), (q, p)):
        if isinstance(x, ir.Constant):
            return TRUE if x.constant else y
    return low.b.or_(p, q)


def negated(low: CodeWriter, p: Any) -> Any:
    """``not p``."""
    return ir.Constant(I1, int(not p.constant)) if isinstance(p, ir.Constant) else low.b.not_(p)


def equal(low: CodeWriter, m: Any, n: Any) -> Any:
    """``m == n`` of integers."""
    k, j = known_int(m), known_int(n)
    if m is n or (k is not None and k == j):
        return TRUE
    return FALSE if k is not None and j is not None else low.b.icmp_signed("==", m, n)


def asked(low: CodeWriter, what: str) -> Any:
    """What is known when machine code is made (`irad.rules.formulas.numpy_symbols`), or now."""
    if what == IN_PROCESS and low.instance.compiler.process:
        return TRUE
    return low.b.call(low.instance.compiler.external(what, ir.FunctionType(I1, [])), [])


def select(low: CodeWriter, when: Any, x: Any, y: Any) -> Any:
    """``x if when else y``, both computed."""
    if isinstance(when, ir.Constant):
        return x if when.constant else y
    k = known_int(x)
    return x if x is y or (k is not None and k == known_int(y)) else low.b.select(when, x, y)


def likely(low: CodeWriter, condition: Any, seldom: float = 1e-3) -> Any:
    """A condition that nearly always holds; ``seldom`` is how often it does not.

    Loops on the other side stay as they are written (`irad/stages/cold_functions.py`), and what is called there only,
    once in 10,000 times or less, is made for size.
    """
    if isinstance(condition, ir.Constant):
        return condition
    number = ir.DoubleType()
    function = ir.FunctionType(I1, [I1, I1, number])
    expect = low.instance.compiler.external("llvm.expect.with.probability.i1", function)
    return low.b.call(expect, [condition, ir.Constant(I1, 1), ir.Constant(number, 1 - seldom)])


def choose(low: CodeWriter, when: Any, yes: Callable[[], None], no: Callable[[], None]) -> None:
    """``if when: yes() else: no()`` in code that the frontend makes itself."""
    if isinstance(when, ir.Constant):
        (yes if when.constant else no)()
        return
    first, second, done = (low.fn.append_basic_block(n) for n in ("yes", "no", "done"))
    low.b.cbranch(when, first, second)
    for block, body in ((first, yes), (second, no)):
        low.b = ir.IRBuilder(block)
        body()
        low.b.branch(done)
    low.b = ir.IRBuilder(done)


def in_branches(low: Any, when: Any, sides: dict[str, Callable[[], None]], first: bool = False) -> int:
    """As `choose`, for statements of the program: joins what is known of variables, and says how many sides go on behind.

    ``first``: nearly always it is the first of the two sides that is taken.
    """
    done, before, ways = low.fn.append_basic_block("join"), low.facts, []
    with low.region(done, condition=when):
        blocks = [low.fn.append_basic_block(name) for name in sides]
        low.b.cbranch(likely(low, when) if first else when, *blocks)
        for block, body in zip(blocks, sides.values(), strict=True):
            low.b = ir.IRBuilder(block)
            low.facts = before.copy()
            low.depth += 1
            body()
            low.depth -= 1
            if not low.b.block.is_terminated:
                low.b.branch(done)
                ways.append(low.facts)
    low.b = ir.IRBuilder(done)
    low.facts = joined(ways) or before
    return len(ways)
