"""The table of opcodes beside all that knows opcodes by name: a new one fails here in each place that has to say something of it.

What each place makes of them is tried in `tests/unit/transform/test_opcodes.py`.
"""

from __future__ import annotations

import inspect
import re

import pytest

from irad.analysis.memory.constraints import _INTEGER_RESULTS, Constraints
from irad.errors import ParseError
from irad.ir.opcodes import OPCODES, Kind
from irad.ir.operand_types import _ATTRS, _CHECKS, _NO_RESULT
from irad.ir.reader import read_module
from irad.ir.reader.body_reader import _BINARY, FunctionReader
from irad.ir.reader.cursor import CASTS
from irad.ir.values import TERMINATORS
from irad.rules.tables.instructions import RULES
from irad.transform.adjoint.reversal import InstructionReversal
from irad.transform.primal.primal_body import ForwardPart
from irad.transform.tape.min_cut import _COSTS

COMPUTED = (Kind.ARITHMETIC, Kind.MOVE, Kind.BITS, Kind.NUMBER, Kind.CONVERSION, Kind.COMPARISON, Kind.ADDRESS)


def of(*kinds: Kind) -> set[str]:
    return {name for name, row in OPCODES.items() if row.kind in kinds}


def test_the_reader_knows_the_same_opcodes() -> None:
    for name in OPCODES:
        assert name in _BINARY or name in CASTS or hasattr(FunctionReader, f"_{name}"), name
    assert _BINARY | CASTS - {"ptrtoaddr"} <= OPCODES.keys()
    assert OPCODES.keys() == _CHECKS.keys()
    assert _ATTRS.keys() <= OPCODES.keys()
    with pytest.raises(ParseError, match="the instruction 'cleanupret' is not known"):
        read_module("define void @f() {\n  cleanupret from %p unwind to caller\n}")
    with pytest.raises(ParseError, match="the instruction 'compare' is not known"):  # a method of the reader is no opcode
        read_module("define void @f(i64 %a) {\n  %b = compare i64 %a\n}")


def test_kinds() -> None:
    assert of(Kind.ARITHMETIC) == {rule.name for rule in RULES}
    assert of(Kind.CONTROL) | {"invoke", "callbr", "resume"} == TERMINATORS - {"cleanupret", "catchret", "catchswitch"}
    for name, row in OPCODES.items():
        assert (row.address is not None) == (row.reads or row.writes), name
        assert not (row.kind in COMPUTED and (row.once or row.address is not None or name in _NO_RESULT)), name
        assert not (row.kind is Kind.CONTROL and name not in _NO_RESULT), name


def test_the_points_to_analysis_knows_what_moves_pointers_and_numbers() -> None:
    """What neither makes pointers nor says of an integer that it is a number, is left out on purpose."""
    silent = of(Kind.ARITHMETIC, Kind.CONTROL, Kind.ORDER, Kind.EXCEPTION) | {"fptoui", "fptosi", "fcmp"}
    silent -= {"ret", "switch"}
    for name in OPCODES:
        known = hasattr(Constraints, f"_{name}") or name in _INTEGER_RESULTS or name == "icmp"
        assert known != (name in silent), name


def test_the_forward_part_knows_all_that_is_more_than_the_same_on_shadows() -> None:
    plain = of(*COMPUTED) - {"phi"}
    copied = {"br", "switch", "indirectbr", "unreachable", "fence", "atomicrmw"}  # these as they are, if no mode knows better
    lowered = of(Kind.EXCEPTION)
    for name in OPCODES:
        assert hasattr(ForwardPart, f"_{name}") != (name in plain | copied | lowered), name
    for name, row in OPCODES.items():
        assert not row.pointers or (name in plain and row.kind in (Kind.MOVE, Kind.BITS, Kind.ADDRESS)), name
    assert {n for n in of(Kind.MOVE, Kind.ADDRESS) if not OPCODES[n].pointers} == {"phi"}


def test_the_reverse_knows_all_that_has_one() -> None:
    handlers = set(re.findall(r'^ +"(\w+)": ', inspect.getsource(InstructionReversal.__init__), re.M))
    assert handlers <= OPCODES.keys()
    assert of(Kind.MOVE, Kind.ACCESS, Kind.ALLOCATION) - {"phi"} <= handlers  # phis are reversed with the edges
    arithmetic = of(*COMPUTED) - of(Kind.MOVE)  # where there is no rule, an adjoint is an error
    refused = {"invoke", "callbr", "va_arg", "cmpxchg"}  # in the forward part, where they are active
    assert OPCODES.keys() - handlers == arithmetic | refused | of(Kind.CONTROL, Kind.ORDER, Kind.EXCEPTION) | {"phi"}


def test_everything_that_can_be_computed_again_has_a_cost() -> None:
    assert _COSTS.keys() == of(*COMPUTED) - {"phi"}
