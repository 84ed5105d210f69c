"""What every body of a derivative function is given to work with."""

from __future__ import annotations

from dataclasses import dataclass

from irad.ir.values import Function
from irad.options import Options
from irad.transform.derivatives import Derivatives
from irad.transform.ownership import Ownership
from irad.transform.runtime import Runtime
from irad.transform.variables import Variables


@dataclass(frozen=True)
class Services:
    """The parts of the driver that bodies use.

    ``throws``: may exceptions leave functions of the module?  ``keeping``: which functions ask for values to be kept, as far as
    that is known (`overrides.py`).
    """

    options: Options
    runtime: Runtime
    derivatives: Derivatives
    variables: Variables
    ownership: Ownership
    throws: bool
    keeping: dict[Function, bool]
