"""The services that are available to every body of a derivative function."""

from __future__ import annotations

from dataclasses import dataclass

from irad.ir.values import Function
from irad.options import Options
from irad.transform.base.derivative_provider import Derivatives
from irad.transform.base.heap_ownership import Ownership
from irad.transform.base.runtime_calls import Runtime
from irad.transform.shadows.variable_shadows import Variables


@dataclass(frozen=True)
class Services:
    """The parts of the driver that bodies use.

    ``throws``: whether exceptions may leave functions of the module.  ``keeping``: which functions ask for values to be kept, to
    the extent that this has been determined (`caching_overrides.py`).
    """

    options: Options
    runtime: Runtime
    derivatives: Derivatives
    variables: Variables
    ownership: Ownership
    throws: bool
    keeping: dict[Function, bool]
