"""``np.einsum`` of one to three operands: diagonals and sums of each, then products of two (`contraction.py`).

Of three operands two are combined first: those whose product takes the loop nest of least depth; among equals those whose
product has the fewest axes; else those that come first.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import compress, product
from typing import Any

from irad.errors import UnsupportedError
from irad.frontends.python.arrays.array_arguments import as_array, fill_new
from irad.frontends.python.arrays.contraction import Labelled, contract, operand
from irad.frontends.python.core.array_operations import zero_of
from irad.frontends.python.core.conditions import equal
from irad.frontends.python.core.lowering import Lowering
from irad.frontends.python.core.memory_order import LayoutPlan, of_sum, seen
from irad.frontends.python.core.python_values import ArrayV, KnownV, LazyV, ListV, ScalarV, TupleV, Val, known_int
from irad.frontends.python.core.texts import known_value
from irad.frontends.python.linalg.blas_calls import same
from irad.frontends.python.numeric.number_arithmetic import plus
from irad.frontends.python.sources.joined_types import promote
from irad.frontends.python.sources.python_types import Array, Scalar

_MOST_OPEN = 8  # sizes that are not known at compile time, all cases of which are enumerated
Labels = list[Any]  # letters, and -1, -2 ... for the axes that an ellipsis stands for, from the last


def einsum(low: Lowering, subscripts: Val, operands: Sequence[Val], node: Any) -> Val:
    """``np.einsum`` with a constant string of subscripts, or a list of axes behind each operand."""
    if not isinstance(subscripts, KnownV):
        subscripts, operands = _of_lists(low, [subscripts, *operands], node)
    if not isinstance(subscripts, KnownV) or not isinstance(subscripts.value, str):
        low.unsupported(node, "np.einsum() without a constant string of subscripts", 'write np.einsum("ij,jk->ik", a, b)')
    assert isinstance(subscripts, KnownV)
    if len(operands) > 3:
        return _by_pairs(low, subscripts.value, operands, node)
    if not operands:
        low.wrong(node, "must provide at least an operand and a subscripts list to einsum")
    arrays = [_array(low, v, node) for v in operands]
    inputs, out = parsed(low, subscripts.value, [v.ty.ndim for v in arrays], node)
    kind = Scalar(arrays[0].ty.dtype)
    for v in arrays[1:]:
        kind = promote(kind, Scalar(v.ty.dtype))
    given = [_diagonal(low, v, labels, kind.kind, node) for v, labels in zip(arrays, inputs, strict=True)]
    if len(out) < 2 or (len(given) == 1 and len(given[0].labels) == len(out)):  # the order does not matter, or it is a view
        return _combined(low, given, out, node)
    return _in_order(low, given, out, node)


def _of_lists(low: Lowering, given: Sequence[Val], node: Any) -> tuple[Val, Sequence[Val]]:
    """The subscripts as a text, and the operands, of ``einsum(a, [0, 1], b, [1, 2], [0, 2])``."""
    count = len(given) // 2
    texts = []
    for v in (*given[1 : 2 * count : 2], *given[2 * count :]):
        axes = known_value(v)
        if not isinstance(axes, (list, tuple)) or not all(x is ... or (isinstance(x, int) and 0 <= x < 52) for x in axes):
            low.demand(node, v)
            hint = 'write np.einsum("ij,jk->ik", a, b)'
            low.unsupported(node, "np.einsum() without a constant string of subscripts, or constant lists of axes", hint)
        texts.append("".join("..." if x is ... else chr(ord("A") + x if x < 26 else ord("a") + x - 26) for x in axes))
    left = ",".join(texts[:count])
    return KnownV("->".join([left, *texts[count:]])), given[: 2 * count : 2]


def _by_pairs(low: Lowering, text: str, operands: Sequence[Val], node: Any) -> Val:
    """More than three operands: the product of the first two, with the axes that are needed, and then of the others."""
    if "." in text:
        low.unsupported(node, f"np.einsum() of {len(operands)} operands with an ellipsis", "use several calls")
    arrays = [_array(low, v, node) for v in operands]
    inputs, out = parsed(low, text, [v.ty.ndim for v in arrays], node)
    rest = ["".join(labels) for labels in inputs[2:]]
    needed = {*out, *"".join(rest)}
    kept = "".join(dict.fromkeys(x for x in (*inputs[0], *inputs[1]) if x in needed))
    first = KnownV(f"{''.join(inputs[0])},{''.join(inputs[1])}->{kept}")
    product_of_two = low.expr.stable(einsum(low, first, operands[:2], node))
    then = KnownV(f"{','.join([kept, *rest])}->{''.join(out)}")
    return einsum(low, then, [product_of_two, *operands[2:]], node)


def _array(low: Lowering, v: Val, node: Any) -> ArrayV | LazyV:
    if isinstance(v, ScalarV):
        out = low.arrays.allocate(v.ty.kind, [])
        low.arrays.store(out, [], v.v)
        return out
    if not isinstance(v, (ArrayV, LazyV, TupleV, ListV)):
        low.wrong(node, f"np.einsum() takes arrays, not {v.ty}")
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


# ---- the memory order of the result


def _in_order(low: Lowering, given: list[Labelled], out: Labels, node: Any) -> Val:
    """The result in the memory order of NumPy's iterator, which sorts the labels by the operands' strides.

    Where that depends on which sizes are one, or on strides that are known at run time only, the result's strides do so too.
    """
    wanted, sure = _memory_order(given, out)
    if wanted is None:
        v = _combined(low, given, out, node)
        operands = [(o.array, o.labels) for o in given]
        assert isinstance(v, (ArrayV, LazyV))
        shape = v.shape
        plan = LayoutPlan("A", lambda: of_sum(low, operands, out, shape))
        if isinstance(v, ArrayV):
            return low.arrays.copy(v, plan)
        return LazyV(Array(v.ty.dtype, v.ty.ndim, "A"), v.shape, v.at, v.reads, plan.strides)
    if not sure:
        _check_equal(low, given, node)
    v = _combined(low, given, wanted, node)
    if isinstance(v, LazyV):
        v = LazyV(Array(v.ty.dtype, v.ty.ndim, "C"), v.shape, v.at, v.reads)
        if wanted == out:
            return v
    assert isinstance(v, (ArrayV, LazyV))
    return seen(low.arrays.by_rows(v), [wanted.index(x) for x in out])


def _check_equal(low: Lowering, given: list[Labelled], node: Any) -> None:
    """Check that no label has size one in one operand and another size in another."""
    text = "np.einsum(): a subscript has {0} and {1} elements, and NumPy's memory order depends on that; repeat the single one"
    first: dict[Any, Any] = {}
    for o in given:
        for x, n in zip(o.labels, o.array.shape, strict=True):
            m = first.setdefault(x, n)
            low.check(equal(low, m, n), UnsupportedError, text, node, [m, n])


def _memory_order(given: list[Labelled], out: Labels) -> tuple[Labels | None, bool]:
    """The labels of the result, the outermost first, if that is known; and whether that is so with broadcast labels too."""
    if any(o.array.ty.layout == "A" and len(o.labels) > 1 for o in given):
        return None, False
    labels = [*out, *sorted({x for o in given for x in o.labels} - {*out})]
    open_sizes = [(k, x) for k, o in enumerate(given) for x in o.labels if known_int(o.size(x)) is None]
    ones = {(k, x) for k, o in enumerate(given) for x in o.labels if known_int(o.size(x)) == 1}
    names = sorted({str(x) for _, x in open_sizes})
    wanted = _sorted(given, labels, ones)

    def fits(single: set[Any]) -> bool:
        free = {x for x in out if any(x in o.labels and (k, x) not in single for k, o in enumerate(given))}
        found = _sorted(given, labels, single)
        return [x for x in found if x in free] == [x for x in wanted if x in free]

    for chosen in product((False, True), repeat=len(names)):
        some = {n for n, one in zip(names, chosen, strict=True) if one}
        if not fits(ones | {(k, x) for k, x in open_sizes if str(x) in some}):
            return None, False
    shared = [p for p in open_sizes if sum(q[1] == p[1] for q in open_sizes) > 1 or any(q[1] == p[1] for q in ones)]
    if len(open_sizes) > _MOST_OPEN:
        sure = not shared
    else:
        sure = all(fits(ones | {*compress(open_sizes, chosen)}) for chosen in product((0, 1), repeat=len(open_sizes)))
    return [x for x in wanted if x in out], sure


def _sorted(given: list[Labelled], labels: Labels, single: set[Any]) -> Labels:
    """All labels, the outermost first, as NumPy sorts them where these of the operands' axes have one element."""
    inner: Labels = []
    for x in reversed(labels):
        place = len(inner)
        for k in reversed(range(len(inner))):
            said = _said(given, x, inner[k], single)
            if said == "outer":
                break
            if said == "inner":
                place = k
        inner.insert(place, x)
    return inner[::-1]


def _said(given: list[Labelled], x: Any, y: Any, single: set[Any]) -> str:
    """How labels ``x`` and ``y`` are nested: "outer" if ``x`` is the outer one for at least one operand, else "inner".

    "" if no operand has both (axes of one element, ``single``, do not count).
    """
    found = ""
    for k, o in enumerate(given):
        if x not in o.labels or y not in o.labels or (k, x) in single or (k, y) in single:
            continue
        if (o.labels.index(x) < o.labels.index(y)) == (o.array.ty.layout in ("C", "S")):
            return "outer"
        found = "inner"
    return found


# ---- sums


def _diagonal(low: Lowering, v: Val, labels: Labels, kind: str, node: Any) -> Labelled:
    """An operand whose labels are all different: where one is repeated, a view of a diagonal."""
    o = operand(low, v, range(len(labels)), kind, node)
    if len(set(labels)) == len(labels):
        return Labelled(o.array, labels)
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
    return Labelled(ArrayV(ty, a.data, [n for n, _ in found.values()], [s for _, s in found.values()], a.origin), list(found))


def _combined(low: Lowering, given: list[Labelled], out: Labels, node: Any) -> Val:
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
    return seen(o.array, [o.labels.index(x) for x in out])


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


def _summed(low: Lowering, o: Labelled, wanted: set[Any]) -> Labelled:
    """The sum over the labels that neither another operand nor the result has."""
    kept = [x for x in o.labels if x in wanted]
    if len(kept) == len(o.labels):
        return o
    kind, a = o.array.ty.dtype, o.array
    out = fill_new(low, kind, [o.size(x) for x in kept], zero_of(kind))
    at = [o.labels.index(x) for x in kept]

    def one(idx: list[Any]) -> None:
        place = [idx[k] for k in at]
        low.arrays.store(out, place, plus(low, kind, low.arrays.load(out, place), low.arrays.load(a, idx)))

    low.arrays.each(a.shape, one)
    return Labelled(out, kept)
