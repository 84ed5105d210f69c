"""``heapq`` and ``bisect`` as plain Python that is compiled where it is called, after the Python code of these modules.

The order of comparisons is that of CPython 3.11, so that equal items come in the same order.
"""

from __future__ import annotations

import bisect
import heapq
from collections.abc import Callable
from typing import Any

import numpy as np

from irad.frontends.python.calls.instance_calls import call_python
from irad.frontends.python.containers import growing_lists, list_values
from irad.frontends.python.core.lowering import Lowering
from irad.frontends.python.core.python_values import ArrayV, ChoiceV, ListV, ReferenceV, ScalarV, TupleV, Val, const
from irad.frontends.python.iteration.iterators import made, made_list
from irad.frontends.python.messages.operand_errors import NO_MAXIMUM, NO_MINIMUM
from irad.frontends.python.objects import list_identity


def _sift_down(heap: Any, start: int, pos: int) -> None:
    new = heap[pos]
    while pos > start:
        parent = (pos - 1) >> 1
        above = heap[parent]
        if new < above:
            heap[pos] = above
            pos = parent
        else:
            break
    heap[pos] = new


def _sift_up(heap: Any, pos: int) -> None:
    end = len(heap)
    start = pos
    new = heap[pos]
    child = 2 * pos + 1
    while child < end:
        right = child + 1
        if right < end and not heap[child] < heap[right]:
            child = right
        heap[pos] = heap[child]
        pos = child
        child = 2 * pos + 1
    heap[pos] = new
    _sift_down(heap, start, pos)


def heapify(x: Any) -> None:
    """``heapq.heapify``."""
    for i in range(len(x) // 2 - 1, -1, -1):
        _sift_up(x, i)


def push(heap: Any, item: Any) -> None:
    """``heapq.heappush``."""
    heap.append(item)
    _sift_down(heap, 0, len(heap) - 1)


def pop(heap: Any) -> Any:
    """``heapq.heappop``."""
    if len(heap) == 0:
        raise IndexError("index out of range")
    last = heap.pop()
    if len(heap) == 0:
        return last
    first = heap[0]
    heap[0] = last
    _sift_up(heap, 0)
    return first


def replace(heap: Any, item: Any) -> Any:
    """``heapq.heapreplace``."""
    if len(heap) == 0:
        raise IndexError("index out of range")
    first = heap[0]
    heap[0] = item
    _sift_up(heap, 0)
    return first


def push_pop(heap: Any, item: Any) -> Any:
    """``heapq.heappushpop``."""
    if len(heap) == 0 or not heap[0] < item:
        return item
    first = heap[0]
    heap[0] = item
    _sift_up(heap, 0)
    return first


def of_the_largest(n: int, iterable: Any, key: Any = None) -> Any:
    """``heapq.nlargest``."""
    return sorted(iterable, key=key, reverse=True)[: max(n, 0)]


def of_the_smallest(n: int, iterable: Any, key: Any = None) -> Any:
    """``heapq.nsmallest``."""
    return sorted(iterable, key=key)[: max(n, 0)]


def left(a: Any, x: Any, lo: int = 0, hi: Any = None, *, key: Any = None) -> int:
    """``bisect.bisect_left``."""
    if lo < 0:
        raise ValueError("lo must be non-negative")
    end = len(a) if hi is None else hi
    while lo < end:
        mid = (lo + end) // 2
        if (a[mid] if key is None else key(a[mid])) < x:
            lo = mid + 1
        else:
            end = mid
    return lo


def right(a: Any, x: Any, lo: int = 0, hi: Any = None, *, key: Any = None) -> int:
    """``bisect.bisect_right``."""
    if lo < 0:
        raise ValueError("lo must be non-negative")
    end = len(a) if hi is None else hi
    while lo < end:
        mid = (lo + end) // 2
        if x < (a[mid] if key is None else key(a[mid])):
            end = mid
        else:
            lo = mid + 1
    return lo


def insert_left(a: Any, x: Any, lo: int = 0, hi: Any = None, *, key: Any = None) -> None:
    """``bisect.insort_left``."""
    a.insert(left(a, x if key is None else key(x), lo, hi, key=key), x)


def insert_right(a: Any, x: Any, lo: int = 0, hi: Any = None, *, key: Any = None) -> None:
    """``bisect.insort_right``."""
    a.insert(right(a, x if key is None else key(x), lo, hi, key=key), x)


def smallest(items: Any) -> Any:
    """``min`` of items that are compared by ``<``; the first of equal ones."""
    if len(items) == 0:
        raise ValueError(NO_MINIMUM)
    return items[place_of_least(items)]


def largest(items: Any) -> Any:
    """``max``, as `smallest`."""
    if len(items) == 0:
        raise ValueError(NO_MAXIMUM)
    return items[place_of_greatest(items)]


def order_of(keys: Any, down: bool) -> Any:
    """The order in which keys of any kind are sorted, stably: by merging."""
    n = len(keys)
    order = np.arange(n)
    other = np.arange(n)
    width = 1
    while width < n:
        start = 0
        while start < n:
            mid = min(start + width, n)
            end = min(start + 2 * width, n)
            i = start
            j = mid
            for at in range(start, end):
                if j >= end:
                    left_first = True
                elif i >= mid:
                    left_first = False
                elif down:
                    left_first = not keys[order[i]] < keys[order[j]]
                else:
                    left_first = not keys[order[j]] < keys[order[i]]
                if left_first:
                    other[at] = order[i]
                    i += 1
                else:
                    other[at] = order[j]
                    j += 1
            start = end
        order[:] = other
        width *= 2
    return order


def place_of_least(keys: Any) -> int:
    """The place of the first of the least keys."""
    at = 0
    for k in range(1, len(keys)):
        if keys[k] < keys[at]:
            at = k
    return at


def place_of_greatest(keys: Any) -> int:
    """The place of the first of the greatest keys."""
    at = 0
    for k in range(1, len(keys)):
        if keys[k] > keys[at]:
            at = k
    return at


def _compiled(name: str, fn: Any) -> Callable[..., Val]:
    def handler(low: Lowering, args: list[Val], kw: dict[str, Val], node: Any) -> Val:
        if "bisect" not in name and args and fn not in (of_the_largest, of_the_smallest):
            list_identity.share_changed(low, args[0], node)
        return call_python(low, fn, args, kw, node)

    return handler


_FUNCTIONS = {
    heapq.heapify: heapify, heapq.heappush: push, heapq.heappop: pop, heapq.heapreplace: replace, heapq.heappushpop: push_pop,
    heapq.nlargest: of_the_largest, heapq.nsmallest: of_the_smallest,
    bisect.bisect_left: left, bisect.bisect_right: right, bisect.bisect: right, bisect.insort_left: insert_left,
    bisect.insort_right: insert_right, bisect.insort: insert_right,
}  # fmt: skip


def sorted_by_order(low: Lowering, xs: ListV, call: Any, down: bool, node: Any) -> Val:
    """A list that grows, sorted by keys that are compared by their own order."""
    keys: Val = list_values.as_value(low, xs)
    if call is not None:
        keys = list_values.as_value(low, call.keys(xs, made_list(low, node), lambda v: v))
    order = low.expr.apply(order_of, [keys, low.expr.constant(down, node)], {}, node)
    assert isinstance(order, ArrayV)
    name = made_list(low, node)

    def take(k: Any) -> None:
        growing_lists.append(low, name, growing_lists.read_item(low, xs, low.arrays.load(order, [k])), node)

    low.counted(xs.count, take)
    return made(low, name, node)


def ordered_keys(low: Lowering, xs: ListV, call: Any, node: Any) -> Val | None:
    """The keys of the items of a list, if they are compared by their own order: not numbers."""
    _, item = growing_lists.iterated(low, xs)
    first = low.dry(lambda: low.expr.stable(call(item(const(0)))))
    if not isinstance(first, (ChoiceV, ReferenceV, TupleV)):
        return None
    return list_values.as_value(low, call.keys(xs, made_list(low, node), lambda v: v))


def first_by_order(low: Lowering, keys: Val, less: bool, node: Any) -> Any:
    """The place of the first of the least or of the greatest of keys that are compared by their own order."""
    found = low.expr.apply(place_of_least if less else place_of_greatest, [keys], {}, node)
    assert isinstance(found, ScalarV)
    return found.v


TABLE: dict[Any, Callable[..., Val]] = {fn: _compiled(fn.__name__, own) for fn, own in _FUNCTIONS.items()}
