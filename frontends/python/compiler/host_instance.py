"""Instances of functions that compiled code calls and that run as ordinary Python."""

from __future__ import annotations

import inspect
from dataclasses import replace
from typing import Any

from irad.errors import UnsupportedError
from irad.frontends.python.calls.host_frames import HostCall, call_host
from irad.frontends.python.compiler.python_instance import PythonInstance
from irad.frontends.python.core.python_values import KnownV
from irad.frontends.python.sources.function_notes import host_of
from irad.frontends.python.sources.joined_types import contiguous
from irad.frontends.python.sources.python_source import stub_source
from irad.frontends.python.sources.python_types import NONE, Array, Known, Tuple, Ty
from irad.frontends.python.sources.type_signatures import parse_type
from irad.frontends.python.statements.statements import StatementLowering


class HostInstance(PythonInstance):
    """A function that compiled code calls and that runs as ordinary Python."""

    def __post_init__(self) -> None:
        self.source = stub_source(self.python)
        parameters = inspect.signature(self.python, follow_wrapped=False).parameters.values()
        if any(p.kind not in (p.POSITIONAL_ONLY, p.POSITIONAL_OR_KEYWORD) for p in parameters):
            place = self.source.place(self.source.node)
            raise UnsupportedError("*args, **kwargs and keyword-only parameters are not supported", place=place)
        self.arg_names = [p.name for p in parameters]
        self.body, self.local_names, self.growing = [], set(), set()
        declared = host_of(self.python).returns
        self.result = contiguous(parse_type(declared)) if declared else NONE
        self.author, self.hosts = None, True

    def lower_body(self, low: StatementLowering, body: list[Any]) -> None:
        assert self.result is not None
        types = tuple(map(read_only, self.types)) if self.inactive else self.types
        call = HostCall(self.python, self.python.__name__, types, self.result)
        pairs = zip(self.types, self.arg_names, strict=True)
        values = [KnownV(t.value) if isinstance(t, Known) else low.bound[n] for t, n in pairs]
        low.return_value(call_host(low, call, values, self.source.node), self.source.node)


def read_only(ty: Ty) -> Ty:
    """The type with read-only arrays."""
    if isinstance(ty, Tuple):
        return Tuple(tuple(map(read_only, ty.items)), ty.form)
    return replace(ty, readonly=True) if isinstance(ty, Array) else ty
