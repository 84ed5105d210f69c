"""Several derivatives in one run: annotations with several shadows, seeds and results lane by lane."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from irad.annotations import Annotation, BatchDuplicated, Duplicated
from irad.errors import ActivityError
from irad.frontends.python.sources.python_types import Tuple, Ty
from irad.transform.base.request import MadeDerivative


def is_batch(notes: Sequence[Annotation]) -> bool:
    """Whether a batch of derivatives is requested (perhaps of one, in a tuple)."""
    return any(isinstance(n, BatchDuplicated) for n in notes)


def width_of(notes: Sequence[Annotation]) -> int:
    """The width of the batch: the number of derivatives in one run."""
    widths = set()
    for n in notes:
        if isinstance(n, BatchDuplicated):
            if not isinstance(n.dval, (tuple, list)) or not n.dval:
                raise ActivityError("BatchDuplicated(x, (dx1, dx2, ...)) takes a tuple of shadows, one for each derivative")
            widths.add(len(n.dval))
    if len(widths) > 1:
        raise ActivityError(f"the batches of one call have different numbers of shadows: {sorted(widths)}")
    if widths and any(isinstance(n, Duplicated) for n in notes):
        raise ActivityError("Duplicated beside BatchDuplicated", hint="give each of them as many shadows")
    return widths.pop() if widths else 1


def lane_seeds(seed: object, width: int, batch: bool) -> list[object]:
    """The seed of each lane: a batch takes a tuple of them, or one number for all."""
    if not batch:
        return [seed]
    if isinstance(seed, (tuple, list)):
        if len(seed) != width:
            raise ActivityError(f"the batch is {width} wide, {len(seed)} seeds were given")
        return list(seed)
    return [seed] * width


def grouped(made: MadeDerivative, out: Sequence[object]) -> dict[object, list[Any]]:
    """The values that a derivative returned, by field; in a batch each has several values."""
    fields: dict[object, list[object]] = {}
    for name, value in zip(made.fields, out, strict=False):
        fields.setdefault(name, []).append(value)
    return fields


def per_lane(result: Ty, tangents: list[object], batch: bool) -> object:
    """The tangents in the form that forward mode returns: in a batch a tuple of those of all lanes for each result."""
    if not batch:
        return tangents[0]
    if not isinstance(result, Tuple):
        return tuple(tangents)
    return result.make(list(zip(*(result.parts(t) or () for t in tangents), strict=True)))
