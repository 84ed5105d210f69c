"""The rules of functions and instructions: derivatives, effects, allocation.  Rows of data in `tables`.

>>> from irad.rules import lookup
>>> lookup("llvm.sin.v4f64").describe()
['x: d*cos(x)']
"""

from irad.rules.formulas.base import Rule
from irad.rules.formulas.model import EXCEPTION_FREED, AllocationRule, DeallocationRule, InactiveRule, LoweringRule, MathRule
from irad.rules.registry import lookup, lookup_function, lookup_instruction, rows

__all__ = [
    "EXCEPTION_FREED",
    "AllocationRule",
    "DeallocationRule",
    "InactiveRule",
    "LoweringRule",
    "MathRule",
    "Rule",
    "lookup",
    "lookup_function",
    "lookup_instruction",
    "rows",
]
