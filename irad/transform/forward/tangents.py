"""The emitter of forward mode: floats, like pointers, have shadows, which are their tangents."""

from __future__ import annotations

from irad.ir.constants import zero
from irad.ir.types import FloatType
from irad.ir.values import Constant, ConstantFP, GlobalValue, Value
from irad.transform.forward.interleaved_shadows import Interleaved, lane_address
from irad.transform.forward.lane_packing import Packer
from irad.transform.primal.emitter import Emitter


class TangentEmitter(Emitter):
    """Writes copies and tangents.

    With several lanes, ``interleaved`` tells which shadows are interleaved, and ``packer`` makes vectors across the lanes.
    """

    interleaved: Interleaved | None = None
    packer: Packer | None = None

    def has_tangent(self, v: Value) -> bool:
        return not isinstance(v, Constant) and self.act.value(v) and self.act.carriers.of(v) is not None

    def side_by_side(self, v: Value) -> FloatType | None:
        """The type of the numbers at a pointer whose directions are interleaved (`interleaved_shadows.py`)."""
        return self.interleaved.of(v) if self.interleaved is not None and v.type.is_ptr else None

    def carries_shadow(self, v: Value) -> bool:
        if self.has_tangent(v):
            return True
        return super().carries_shadow(v)

    def shadow(self, v: Value) -> Value:
        t = self.side_by_side(v) if self.lane else None
        if t is not None:
            address = lane_address(self.b, self.lanes[0][v], t, self.lane)
            if self.packer is not None:
                self.packer.addresses[address] = (self.lanes[0][v], self.lane)
            return address
        if v in self.shadows:
            return self.shadows[v]
        if isinstance(v, Constant) and not isinstance(v, GlobalValue) and not v.type.scalar.is_ptr:
            return self.constant_shadow(v)
        if not v.type.scalar.is_ptr and not super().carries_shadow(v):
            return zero(v.type)
        return super().shadow(v)

    def constant_shadow(self, v: Constant) -> Value:
        if isinstance(v, ConstantFP) or v.type.scalar.is_float:
            return zero(v.type)
        return super().constant_shadow(v)

    def twin(self, v: Value) -> Value:
        if self.carries_shadow(v) or v.type.scalar.is_ptr or v.type.scalar.is_float or v.type.is_aggregate:
            return self.shadow(v)
        return self.value(v)

    def extra_argument(self, v: Value) -> Value:
        return self.twin(v)
