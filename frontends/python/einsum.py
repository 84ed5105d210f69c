"""``np.einsum`` of one to three operands: diagonals and sums of each, then products of two (`contraction.py`).

Of three operands two are combined first: those for which the loops over all their labels are fewest deep; among equals those
that leave the result with the fewest axes; else those that come first.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from irad.frontends.python.arrays import zero_of
from irad.frontends.python.contraction import Operand, add, contract, operand, permuted
from irad.frontends.python.linalg import same
from irad.frontends.python.types import Array, Scalar, promote
from irad.frontends.python.values import ArrayV, KnownV, LazyV, ListV, ScalarV, TupleV, Val

if TYPE_CHECKING:
    from irad.frontends.python.lowering import Lowering

Labels = list[Any]  # letters, and -1, -2 ... for the axes that an ellipsis stands for, from the last


def einsum(low: Lowering, subscripts: Val, operands: Sequence[Val], node: Any) -> Val:
    """The sum that a constant string describes."""
    if not isinstance(subscripts, KnownV) or not isinstance(subscripts.value, str):
        low.unsupported(node, "np.einsum() without a constant string of subscripts", 'write np.einsum("ij,jk->ik", a, b)')
    assert isinstance(subscripts, KnownV)
    if not 1 <= len(operands) <= 3:
        low.unsupported(node, f"np.einsum() of {len(operands)} operands", "use several calls, of up to three operands each")
    arrays = [_array(low, v, node) for v in operands]
    inputs, out = parsed(low, subscripts.value, [v.ty.ndim for v in arrays], node)
    kind = Scalar(arrays[0].ty.dtype)
    for v in arrays[1:]:
        kind = promote(kind, Scalar(v.ty.dtype))
    given = [_diagonal(low, v, labels, kind.kind, node) for v, labels in zip(arrays, inputs, strict=True)]
    return _combined(low, given, out, node)


def _array(low: Lowering, v: Val, node: Any) -> ArrayV | LazyV:
    if isinstance(v, ScalarV):
        out = low.arrays.allocate(v.ty.kind, [])
        low.arrays.store(out, [], v.v)
        return out
    if not isinstance(v, (ArrayV, LazyV, TupleV, ListV)):
        low.wrong(node, f"np.einsum() takes arrays, not {v.ty}")
    from irad.frontends.python.functions import as_array

    found = as_array(low, v, node)
    assert isinstance(found, (ArrayV, LazyV))
    return found


# ---- subscripts


def parsed(low: Lowering, text: str, ndims: list[int], node: Any) -> tuple[list[Labels], Labels]:
    """The labels of the operands and the result."""
    left, arrow, right = text.replace(" ", "").partition("->")
    parts = left.split(",")
    if len(parts) != len(ndims):
        low.wrong(node, f"np.einsum(): the subscripts are those of {len(parts)} operands, {len(ndims)} were given")
    inputs = [_labels(low, part, ndim, k, node) for k, (part, ndim) in enumerate(zip(parts, ndims, strict=True))]
    every = [x for labels in inputs for x in labels]
    dots = sorted({x for x in every if isinstance(x, int)})
    if not arrow:
        return inputs, [*dots, *sorted({x for x in every if isinstance(x, str) and every.count(x) == 1})]
    if dots and "..." not in right:
        low.wrong(node, "np.einsum(): the result has no '...' for the axes that it stands for in the operands")
    head, ellipsis, tail = right.partition("...")
    _check_letters(low, head + tail, node)
    out = [*head, *(dots if ellipsis else []), *tail]
    for x in out:
        if x not in every:
            low.wrong(node, f"np.einsum(): the subscript '{x}' of the result is in no operand")
        if out.count(x) > 1:
            low.wrong(node, f"np.einsum(): the subscript '{x}' stands twice in the result")
    return inputs, out


def _labels(low: Lowering, part: str, ndim: int, k: int, node: Any) -> Labels:
    head, dots, tail = part.partition("...")
    _check_letters(low, head + tail, node)
    rest = ndim - len(head) - len(tail)
    if rest < 0 or (rest > 0 and not dots):
        low.wrong(node, f"np.einsum(): the subscripts '{part}' do not fit operand {k}, which has {ndim} axes")
    return [*head, *range(-rest, 0), *tail]


def _check_letters(low: Lowering, text: str, node: Any) -> None:
    for c in text:
        if not (c.isascii() and c.isalpha()):
            low.wrong(node, f"np.einsum(): '{c}' is no subscript, these are letters")


# ---- sums


def _diagonal(low: Lowering, v: Val, labels: Labels, kind: str, node: Any) -> Operand:
    """An operand whose labels are all different: where one is repeated, a view of a diagonal."""
    o = operand(low, v, range(len(labels)), kind, node)
    if len(set(labels)) == len(labels):
        return Operand(o.array, labels)
    found: dict[Any, tuple[Any, Any]] = {}
    for x, n, s in zip(labels, o.array.shape, o.array.strides, strict=True):
        if x not in found:
            found[x] = n, s
            continue
        m, t = found[x]
        if not same(m, n):
            text = f"np.einsum(): the sizes {{0}} and {{1}} of the repeated subscript '{x}' differ"
            low.check(low.b.icmp_signed("==", m, n), ValueError, text, node, [m, n])
        found[x] = m, low.arrays.add(t, s)
    a = o.array
    ty = Array(kind, len(found), "A", a.ty.readonly)
    return Operand(ArrayV(ty, a.data, [n for n, _ in found.values()], [s for _, s in found.values()], a.origin), list(found))


def _combined(low: Lowering, given: list[Operand], out: Labels, node: Any) -> Val:
    """The sum of the products of all operands over what is not in ``out``."""
    while len(given) > 1:
        p, q = _first_pair([o.labels for o in given], out)
        others = [o for k, o in enumerate(given) if k not in (p, q)]
        wanted = {*out, *(x for o in others for x in o.labels)}
        a, b = (_summed(low, o, {*wanted, *other.labels}) for o, other in ((given[p], given[q]), (given[q], given[p])))
        kept = _kept([a.labels, b.labels], out if not others else [], wanted)
        v = contract(low, a, b, kept, node)
        if not others:
            return v
        made = operand(low, _array(low, v, node), kept, a.array.ty.dtype, node)
        given = [made if k == p else o for k, o in enumerate(given) if k != q]
    o = _summed(low, given[0], set(out))
    if not out:
        return ScalarV(Scalar(o.array.ty.dtype), low.arrays.load(o.array, []))
    return permuted(o.array, [o.labels.index(x) for x in out])


def _kept(pair: Sequence[Labels], out: Labels, wanted: set[Any]) -> Labels:
    """The labels of a product: as the result has them, or of an intermediate one those still wanted, common ones first."""
    if out:
        return out
    first, second = ([x for x in labels if x in wanted] for labels in pair)
    batch = [x for x in first if x in second]
    return [*batch, *(x for x in (*first, *second) if x not in batch)]


def _first_pair(labels: list[Labels], out: Labels) -> tuple[int, int]:
    """The two operands to combine first (see above)."""

    def cost(pair: tuple[int, int]) -> tuple[int, int]:
        both = {x for k in pair for x in labels[k]}
        later = {*out, *(x for k, other in enumerate(labels) if k not in pair for x in other)}
        return len(both), len(both & later)

    count = len(labels)
    return min(((p, q) for p in range(count) for q in range(p + 1, count)), key=cost)


def _summed(low: Lowering, o: Operand, wanted: set[Any]) -> Operand:
    """The sum over all labels that nobody else has."""
    kept = [x for x in o.labels if x in wanted]
    if len(kept) == len(o.labels):
        return o
    from irad.frontends.python.functions import fill_new

    kind, a = o.array.ty.dtype, o.array
    out = fill_new(low, kind, [o.size(x) for x in kept], zero_of(kind))
    at = [o.labels.index(x) for x in kept]

    def one(idx: list[Any]) -> None:
        place = [idx[k] for k in at]
        low.arrays.store(out, place, add(low, kind, low.arrays.load(out, place), low.arrays.load(a, idx)))

    low.arrays.each(a.shape, one)
    return Operand(out, kept)
