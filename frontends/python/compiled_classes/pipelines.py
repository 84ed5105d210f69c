"""What takes the items of a generator one by one: ``enumerate``, ``zip``, ``map``, ``itertools`` ..., as generators in Python.

They are lowered in the place where their items are used (`statements/generator_loops.py`), so that each item is computed when it
is taken, as in Python: what a generator changes, and what the loop over it changes, is seen in the right order.
Cursors (`iterator_objects.py`) stand for what is not a generator.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any


def live(items: Any) -> Iterator[Any]:
    """The items of a list, each as it is when it is reached."""
    for v in items:  # noqa: UP028
        yield v


def backwards(items: Any) -> Iterator[Any]:
    """``reversed(items)``."""
    for k in range(len(items) - 1, -1, -1):
        yield items[k]


def enumerated(it: Any, start: int = 0) -> Iterator[Any]:
    """``enumerate(it, start)``."""
    k = start
    for v in it:
        yield k, v
        k += 1


def mapped(f: Any, it: Any) -> Iterator[Any]:
    """``map(f, it)``."""
    for v in it:
        yield f(v)


def any_of(it: Any) -> bool:
    """``any(it)``."""
    for v in it:  # noqa: SIM110
        if v:
            return True
    return False


def all_of(it: Any) -> bool:
    """``all(it)``."""
    for v in it:  # noqa: SIM110
        if not v:
            return False
    return True


def starmapped(f: Any, it: Any) -> Iterator[Any]:
    """``itertools.starmap(f, it)``."""
    for v in it:
        yield f(*v)


def filtered(f: Any, it: Any) -> Iterator[Any]:
    """``filter(f, it)``."""
    for v in it:
        if f(v):
            yield v


def filtered_by_truth(it: Any) -> Iterator[Any]:
    """``filter(None, it)``."""
    for v in it:
        if v:
            yield v


def filtered_out(f: Any, it: Any) -> Iterator[Any]:
    """``itertools.filterfalse(f, it)``."""
    for v in it:
        if not f(v):
            yield v


def chosen(pairs: Any) -> Iterator[Any]:
    """``itertools.compress``, of pairs of an item and whether it is given."""
    for v, selected in pairs:
        if selected:
            yield v


def taken_while(f: Any, it: Any) -> Iterator[Any]:
    """``itertools.takewhile(f, it)``."""
    for v in it:
        if not f(v):
            return
        yield v


def dropped_while(f: Any, it: Any) -> Iterator[Any]:
    """``itertools.dropwhile(f, it)``."""
    dropping = True
    for v in it:
        if dropping:
            dropping = bool(f(v))
        if not dropping:
            yield v


def first_ones(it: Any, stop: int) -> Iterator[Any]:
    """``itertools.islice(it, stop)``."""
    k = 0
    if stop > 0:
        for v in it:
            yield v
            k += 1
            if k >= stop:
                return


def sliced(it: Any, start: int, stop: int, step: int = 1) -> Iterator[Any]:
    """``itertools.islice(it, start, stop, step)``."""
    k = 0
    at = start
    if stop > 0:
        for v in it:
            if k == at:
                yield v
                at += step
            k += 1
            if k >= stop:
                return


def sliced_from(it: Any, start: int, step: int = 1) -> Iterator[Any]:
    """``itertools.islice(it, start, None, step)``."""
    k = 0
    at = start
    for v in it:
        if k == at:
            yield v
            at += step
        k += 1  # noqa: SIM113


def accumulated(it: Any, f: Any) -> Iterator[Any]:
    """``itertools.accumulate(it, f)``."""
    begun = False
    for v in it:
        if begun:
            total = f(total, v)  # type: ignore[has-type]  # noqa: F821
        else:
            total = v
            begun = True
        yield total


def accumulated_from(it: Any, f: Any, first: Any) -> Iterator[Any]:
    """``itertools.accumulate(it, f, initial=first)``."""
    total = first
    yield total
    for v in it:
        total = f(total, v)
        yield total


def chained(first: Any, second: Any) -> Iterator[Any]:
    """``itertools.chain(first, second)``."""
    for v in first:
        yield v
    for v in second:
        yield v


def in_pairs(it: Any) -> Iterator[Any]:
    """``itertools.pairwise(it)``."""
    begun = False
    for v in it:
        if begun:
            yield last, v  # type: ignore[has-type]  # noqa: F821
        last = v  # noqa: F841
        begun = True


def zipped(it: Any) -> Iterator[Any]:
    """``zip(it)``."""
    for v in it:
        yield (v,)


def zipped_before(it: Any, other: Any) -> Iterator[Any]:
    """``zip(it, other)``."""
    for v in it:
        if not other.has_next():
            return
        yield v, next(other)


def zipped_behind(other: Any, it: Any) -> Iterator[Any]:
    """``zip(other, it)``."""
    if other.has_next():
        x = next(other)
        for v in it:
            yield x, v
            if not other.has_next():
                return
            x = next(other)


def zipped_before_two(it: Any, second: Any, third: Any) -> Iterator[Any]:
    """``zip(it, second, third)``."""
    for v in it:
        if not second.has_next():
            return
        y = next(second)
        if not third.has_next():
            return
        yield v, y, next(third)


def zipped_between(first: Any, it: Any, third: Any) -> Iterator[Any]:
    """``zip(first, it, third)``."""
    if first.has_next():
        x = next(first)
        for v in it:
            if not third.has_next():
                return
            yield x, v, next(third)
            if not first.has_next():
                return
            x = next(first)


def zipped_behind_two(first: Any, second: Any, it: Any) -> Iterator[Any]:
    """``zip(first, second, it)``."""
    if first.has_next() and second.has_next():
        x, y = next(first), next(second)
        for v in it:
            yield x, y, v
            if not first.has_next() or not second.has_next():
                return
            x, y = next(first), next(second)


ZIPPED = {
    (1, 0): zipped, (2, 0): zipped_before, (2, 1): zipped_behind,
    (3, 0): zipped_before_two, (3, 1): zipped_between, (3, 2): zipped_behind_two,
}  # fmt: skip


# ---- combinations of the items of lists that grow


def pairs_of(xs: Any) -> Iterator[Any]:
    """``itertools.combinations(xs, 2)``."""
    for i in range(len(xs)):
        for j in range(i + 1, len(xs)):
            yield xs[i], xs[j]


def triples_of(xs: Any) -> Iterator[Any]:
    """``itertools.combinations(xs, 3)``."""
    for i in range(len(xs)):
        for j in range(i + 1, len(xs)):
            for k in range(j + 1, len(xs)):
                yield xs[i], xs[j], xs[k]


def pairs_with_replacement(xs: Any) -> Iterator[Any]:
    """``itertools.combinations_with_replacement(xs, 2)``."""
    for i in range(len(xs)):
        for j in range(i, len(xs)):
            yield xs[i], xs[j]


def ordered_pairs(xs: Any) -> Iterator[Any]:
    """``itertools.permutations(xs, 2)``."""
    for i in range(len(xs)):
        for j in range(len(xs)):
            if i != j:
                yield xs[i], xs[j]


def products_of(xs: Any, ys: Any) -> Iterator[Any]:
    """``itertools.product(xs, ys)``."""
    for i in range(len(xs)):
        for j in range(len(ys)):
            yield xs[i], ys[j]


# ---- the same of what can be indexed


def indexed_before(it: Any, other: Any) -> Iterator[Any]:
    """``zip(it, other)``."""
    k = 0
    for v in it:
        if k >= len(other):
            return
        yield v, other[k]
        k += 1  # noqa: SIM113


def indexed_behind(other: Any, it: Any) -> Iterator[Any]:
    """``zip(other, it)``."""
    k = 0
    if len(other) > 0:
        for v in it:
            yield other[k], v
            k += 1
            if k >= len(other):
                return


def indexed_before_two(it: Any, second: Any, third: Any) -> Iterator[Any]:
    """``zip(it, second, third)``."""
    k = 0
    for v in it:
        if k >= len(second) or k >= len(third):
            return
        yield v, second[k], third[k]
        k += 1  # noqa: SIM113


def indexed_between(first: Any, it: Any, third: Any) -> Iterator[Any]:
    """``zip(first, it, third)``."""
    k = 0
    if len(first) > 0:
        for v in it:
            if k >= len(third):
                return
            yield first[k], v, third[k]
            k += 1
            if k >= len(first):
                return


def indexed_behind_two(first: Any, second: Any, it: Any) -> Iterator[Any]:
    """``zip(first, second, it)``."""
    k = 0
    if len(first) > 0 and len(second) > 0:
        for v in it:
            yield first[k], second[k], v
            k += 1
            if k >= len(first) or k >= len(second):
                return


INDEXED = {
    (2, 0): indexed_before, (2, 1): indexed_behind,
    (3, 0): indexed_before_two, (3, 1): indexed_between, (3, 2): indexed_behind_two,
}  # fmt: skip


def reduced(f: Any, items: Any) -> Any:
    """``functools.reduce(f, items)``."""
    begun = False
    for v in items:
        if begun:
            total = f(total, v)  # type: ignore[has-type]  # noqa: F821
        else:
            total = v
            begun = True
    if not begun:
        raise TypeError("reduce() of empty iterable with no initial value")
    return total


def reduced_from(f: Any, items: Any, first: Any) -> Any:
    """``functools.reduce(f, items, first)``."""
    total = first
    for v in items:
        total = f(total, v)
    return total
