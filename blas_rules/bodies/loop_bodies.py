"""Bodies of LAPACK routines that are loops: exchanges, copies, norms, and systems of bands (`routine_parts.py`).

(Anderson et al., "LAPACK users' guide", 1999, says what each routine takes and gives.)
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping

from irad.blas_rules.bodies.routine_parts import Body
from irad.blas_rules.emitted.emit import Number

_BLOCK = 32  # columns in which rows are exchanged together


def _laswp(b: Body) -> str:
    """Row k1 + t and that of its pivot change places, from the last one on where the increment is negative."""
    e, v = b.e, b.values
    step, (a, stride), n = v["incx"], b.place("a"), v["n"]
    back = e.let(f"icmp slt i64 {step}, 0")
    span = e.i("sub", v["k2"], v["k1"])
    count = e.select(e.let(f"icmp eq i64 {step}, 0"), "0", e.i("add", span, 1), "i64")
    start = e.i("sub", v["k1"], e.select(back, e.i("mul", span, step), "0", "i64"))
    row, sign = e.select(back, v["k2"], v["k1"], "i64"), e.select(back, "-1", "1", "i64")
    blocks = e.i("sdiv", e.i("add", n, _BLOCK - 1), _BLOCK)
    with e.loop(blocks) as block, e.loop(count) as t:
        index = e.i("sub", e.i("add", start, e.i("mul", t, step)), 1)
        other = e.i("sub", b.load_integer(e.let(f"getelementptr {b.integer}, ptr {b.pointers['ipiv']}, i64 {index}")), 1)
        own = e.i("sub", e.i("add", row, e.i("mul", t, sign)), 1)
        first = e.i("mul", block, _BLOCK)
        with e.when(e.let(f"icmp ne i64 {own}, {other}")), e.loop(e.least(n, e.i("add", first, _BLOCK)), first) as j:
            places = e.element(a, stride, own, j), e.element(a, stride, other, j)
            x, y = (e.load(p) for p in places)
            e.store(y, places[0])
            e.store(x, places[1])
    return ""


def _lacpy(b: Body) -> str:
    """The upper triangle, the lower one, or all."""
    e, m = b.e, b.values["m"]
    upper, lower = b.is_letter("uplo", "U"), b.is_letter("uplo", "L")
    with e.loop(b.values["n"]) as j:
        first, last = e.select(lower, j, "0", "i64"), e.least(m, e.i("add", j, 1))
        with e.loop(e.select(upper, last, m, "i64"), first) as i:
            e.store(e.load(e.element(*b.place("a"), i, j)), e.element(*b.place("b"), i, j))
    return ""


# ---- norms


def _lange(b: Body) -> str:
    """What decides which element, column or row it is has no derivative: that one is looked for, then summed."""
    e, t = b.e, b.p.scalar
    m, n, a = e.at_least(b.values["m"], 0), e.at_least(b.values["n"], 0), b.place("a")
    result = e.alloca(t)
    known = b.is_letter("norm", "M1OIFE")
    one = e.let(f"icmp eq i8 {b.values['norm']}, {ord('1')}")
    e.do(f"store {t} {e.select(b.any(known, one), '0.0', '0x7FF8000000000000', t)}, ptr {result}")
    some = b.both(e.let(f"icmp sgt i64 {m}, 0"), e.let(f"icmp sgt i64 {n}, 0"))
    with e.when(b.both(some, b.is_letter("norm", "M"))):
        _largest_element(b, a, m, n, result)
    with e.when(b.both(some, b.any(one, b.is_letter("norm", "O")))):
        _largest_column(b, a, m, n, result)
    with e.when(b.both(some, b.is_letter("norm", "I"))):
        _largest_row(b, a, m, n, result)
    with e.when(b.both(some, b.is_letter("norm", "FE"))):
        _frobenius(b, a, m, n, result)
    return f"{t} {e.let(f'load {t}, ptr {result}')}"


def _largest_element(b: Body, a: tuple[str, str], m: str, n: str, result: str) -> None:
    e, t = b.e, b.p.scalar
    best, index = _search(b)
    with e.loop(n) as j, e.loop(m) as i:
        _compare(b, _abs(b, e.element(*a, i, j)), best, e.i("add", e.i("mul", j, a[1]), i), index)
    found = b.f.element(a[0], e.let(f"load i64, ptr {index}"))
    e.do(f"store {t} {_abs(b, found)}, ptr {result}")


def _largest_column(b: Body, a: tuple[str, str], m: str, n: str, result: str) -> None:
    e, t = b.e, b.p.scalar
    best, index = _search(b)
    with e.loop(n) as j:
        _compare(b, _sum(b, m, lambda i: e.element(*a, i, j)), best, j, index)
    column = e.let(f"load i64, ptr {index}")
    e.do(f"store {t} {_sum(b, m, lambda i: e.element(*a, i, column))}, ptr {result}")


def _largest_row(b: Body, a: tuple[str, str], m: str, n: str, result: str) -> None:
    e, t = b.e, b.p.scalar

    def sum_of(sums: str, i: str) -> str:
        return e.let(f"getelementptr {t}, ptr {sums}, i64 {i}")

    best, index = _search(b)
    with b.memory(e.i("mul", m, b.real_bytes)) as sums:
        with e.loop(m) as i:
            e.do(f"store {t} 0.0, ptr {sum_of(sums, i)}")
        with e.loop(n) as j, e.loop(m) as i:
            total = sum_of(sums, i)
            e.do(f"store {t} {e.real('fadd', e.let(f'load {t}, ptr {total}'), _abs(b, e.element(*a, i, j)))}, ptr {total}")
        with e.loop(m) as i:
            _compare(b, e.let(f"load {t}, ptr {sum_of(sums, i)}"), best, i, index)
        row = e.let(f"load i64, ptr {index}")
        e.do(f"store {t} {_sum(b, n, lambda j: e.element(*a, row, j))}, ptr {result}")


def _frobenius(b: Body, a: tuple[str, str], m: str, n: str, result: str) -> None:
    """The norm of the norms of the columns: nrm2 neither overflows nor has an infinite derivative."""
    e, t = b.e, b.p.scalar
    with b.memory(e.i("mul", n, b.real_bytes)) as norms:
        with e.loop(n) as j:
            norm = b.call("nrm2", n=m, x=(e.element(*a, "0", j), "1"))
            e.do(f"store {t} {norm}, ptr {e.let(f'getelementptr {t}, ptr {norms}, i64 {j}')}")
        e.do(f"store {t} {b.call('nrm2', 's' if t == 'float' else 'd', x=(norms, '1'))}, ptr {result}")


def _search(b: Body) -> tuple[str, str]:
    """Places for the largest value so far and its index."""
    best, index = b.e.alloca(b.p.scalar), b.e.alloca("i64")
    b.e.do(f"store {b.p.scalar} -1.0, ptr {best}")
    b.e.do(f"store i64 0, ptr {index}")
    return best, index


def _compare(b: Body, value: str, best: str, at: str, index: str) -> None:
    """Replace the running maximum and its index where ``value`` is larger; NaN is larger than all numbers."""
    e, t = b.e, b.p.scalar
    old = e.let(f"load {t}, ptr {best}")
    more = b.any(e.let(f"fcmp olt {t} {old}, {value}"), e.let(f"fcmp uno {t} {value}, {value}"))
    e.do(f"store {t} {e.select(more, value, old, t)}, ptr {best}")
    e.do(f"store i64 {e.select(more, at, e.let(f'load i64, ptr {index}'), 'i64')}, ptr {index}")


def _sum(b: Body, count: str, address: Callable[[str], str]) -> str:
    """The sum of absolute values."""
    e, t = b.e, b.p.scalar
    total = e.alloca(t)
    e.do(f"store {t} 0.0, ptr {total}")
    with e.loop(count) as i:
        e.do(f"store {t} {e.real('fadd', e.let(f'load {t}, ptr {total}'), _abs(b, address(i)))}, ptr {total}")
    return e.let(f"load {t}, ptr {total}")


def _abs(b: Body, pointer: str) -> str:
    """The absolute value of an element (its derivative at zero is zero: see the rules of fabs and hypot)."""
    t, x = b.p.scalar, b.e.load(pointer)
    if not b.p.complex_:
        name = f"llvm.fabs.{'f32' if t == 'float' else 'f64'}"
        b.needs[name] = f"declare {t} @{name}({t})"
        return b.e.let(f"call {t} @{name}({t} {x.re})")
    name = "hypotf" if t == "float" else "hypot"
    b.needs[name] = f"declare {t} @{name}({t}, {t})"
    return b.e.let(f"call {t} @{name}({t} {x.re}, {t} {x.im})")


# ---- bands


def _gtsv(b: Body) -> str:
    """Gaussian elimination; a row changes places with the next one where that has the larger element."""
    e, n = b.e, b.values["n"]
    with b.valid():
        failed = b.slot("i64", "0")
        last = e.i("sub", n, 1)
        with e.loop(last) as k, e.when(_none_failed(b, failed)):
            _eliminate(b, k, failed)
        with e.when(b.both(_none_failed(b, failed), e.let(f"icmp sgt i64 {n}, 0"))):
            singular = e.is_zero(e.load(_of(b, "d", last)))
            e.do(f"store i64 {e.select(singular, n, '0', 'i64')}, ptr {failed}")
        b.set_info(e.let(f"load i64, ptr {failed}"))
        with e.when(_none_failed(b, failed)), e.loop(b.values["nrhs"]) as j:
            _substitute(b, j)
    return ""


def _none_failed(b: Body, failed: str) -> str:
    return b.e.let(f"icmp eq i64 {b.e.let(f'load i64, ptr {failed}')}, 0")


def _of(b: Body, name: str, i: str) -> str:
    """The address of an element of a diagonal."""
    return b.f.element(b.pointers[name], i)


def _eliminate(b: Body, k: str, failed: str) -> None:
    """One column."""
    e, t = b.e, b.p.scalar
    after = e.i("add", k, 1)
    d, dl, du, below = (_of(b, name, i) for name, i in (("d", k), ("dl", k), ("du", k), ("d", after)))
    stays = e.let(f"fcmp oge {t} {_size(b, e.load(d))}, {_size(b, e.load(dl))}")
    inner = e.let(f"icmp slt i64 {after}, {e.i('sub', b.values['n'], 1)}")
    singular = b.both(stays, e.is_zero(e.load(d)))
    with e.when(singular):
        e.do(f"store i64 {after}, ptr {failed}")
    with e.when(b.both(stays, b.f.xor(singular, "true"))):
        factor = e.div(e.load(dl), e.load(d))
        e.store(e.sub(e.load(below), e.mul(factor, e.load(du))), below)
        for upper, lower in _right_hand_sides(b, k, after):
            e.store(e.sub(e.load(lower), e.mul(factor, e.load(upper))), lower)
        with e.when(inner):
            e.store(e.constant(0.0), dl)
    with e.when(b.f.xor(stays, "true")):
        factor, old, diagonal = e.div(e.load(d), e.load(dl)), e.load(below), e.load(du)
        e.store(e.load(dl), d)
        e.store(e.sub(diagonal, e.mul(factor, old)), below)
        e.store(old, du)
        with e.when(inner):
            next_du = _of(b, "du", after)
            second = e.load(next_du)
            e.store(second, dl)
            e.store(e.sub(e.constant(-0.0), e.mul(factor, second)), next_du)
        for upper, lower in _right_hand_sides(b, k, after):
            x, y = e.load(upper), e.load(lower)
            e.store(y, upper)
            e.store(e.sub(x, e.mul(factor, y)), lower)


def _right_hand_sides(b: Body, k: str, after: str) -> Iterator[tuple[str, str]]:
    """The addresses of elements k and k + 1 of each, in a loop."""
    with b.e.loop(b.values["nrhs"]) as j:
        yield b.e.element(*b.place("b"), k, j), b.e.element(*b.place("b"), after, j)


def _size(b: Body, x: Number) -> str:
    """|Re x| + |Im x|: by this LAPACK chooses pivots."""
    t, name = b.p.scalar, f"llvm.fabs.{'f32' if b.p.scalar == 'float' else 'f64'}"
    b.needs[name] = f"declare {t} @{name}({t})"
    parts = [b.e.let(f"call {t} @{name}({t} {v})") for v in (x.re, x.im) if v]
    return parts[0] if len(parts) == 1 else b.e.real("fadd", *parts)


def _substitute(b: Body, j: str) -> None:
    """Solve U x = b from the last element on, U has two diagonals beside the main one."""
    e, n = b.e, b.values["n"]
    with e.loop(n) as count:
        i = e.i("sub", e.i("sub", n, 1), count)
        x = e.number()
        own = e.element(*b.place("b"), i, j)
        e.store(e.load(own), x)
        for beside, name in ((1, "du"), (2, "dl")):
            with e.when(e.let(f"icmp sge i64 {count}, {beside}")):
                other = e.load(e.element(*b.place("b"), e.i("add", i, beside), j))
                e.store(e.sub(e.load(x), e.mul(e.load(_of(b, name, i)), other)), x)
        e.store(e.div(e.load(x), e.load(_of(b, "d", i))), own)


def _pbtrf(b: Body) -> str:
    """Column by column, the update of the others by her: the band is a matrix with a leading dimension of one less."""
    e, t, n = b.e, b.p.scalar, b.values["n"]
    with b.valid():
        failed = b.slot("i64", "0")
        ab, ld = b.place("ab")
        across = e.at_least(e.i("sub", ld, 1), 1)
        upper = b.is_letter("uplo", "U")
        with e.loop(n) as j, e.when(_none_failed(b, failed)):
            diagonal = e.element(ab, ld, e.select(upper, b.values["kd"], "0", "i64"), j)
            pivot = e.let(f"load {t}, ptr {diagonal}")
            e.store(b.number(pivot), diagonal)
            bad = e.let(f"fcmp ole {t} {pivot}, 0.0")
            with e.when(bad):
                e.do(f"store i64 {e.i('add', j, 1)}, ptr {failed}")
            with e.when(b.f.xor(bad, "true")):
                name = f"llvm.sqrt.{'f32' if t == 'float' else 'f64'}"
                b.needs[name] = f"declare {t} @{name}({t})"
                root = e.let(f"call {t} @{name}({t} {pivot})")
                e.store(b.number(root), diagonal)
                _update(b, j, (ab, ld), across, upper, root)
        b.set_info(e.let(f"load i64, ptr {failed}"))
    return ""


def _update(b: Body, j: str, band: tuple[str, str], across: str, upper: str, root: str) -> None:
    """Divide column j (row j of an upper triangle) by its root, and subtract its product with itself from what follows."""
    e, kd = b.e, b.values["kd"]
    count = e.least(kd, e.i("sub", e.i("sub", b.values["n"], 1), j))
    after = e.i("add", j, 1)
    with e.when(e.let(f"icmp sgt i64 {count}, 0")):
        x = e.select(upper, e.element(*band, e.i("sub", kd, 1), after), e.element(*band, "1", j), "ptr")
        step = e.select(upper, across, "1", "i64")
        rest = e.element(*band, e.select(upper, kd, "0", "i64"), after)
        inverse = Number(e.real("fdiv", "1.0", root))
        b.call("realscal" if b.p.complex_ else "scal", n=count, alpha=inverse, x=(x, step))
        _conjugate(b, x, step, count, upper)
        minus = e.constant(-1.0)
        b.call(b.hermitian("her"), n=count, alpha=minus, x=(x, step), a=(rest, across))
        _conjugate(b, x, step, count, upper)


def _conjugate(b: Body, x: str, step: str, count: str, wanted: str) -> None:
    """Row j of an upper triangle is the conjugate of what her takes."""
    if b.p.complex_:
        e = b.e
        with e.when(wanted), e.loop(count) as i:
            place = b.f.element(x, e.i("mul", i, step))
            e.store(e.conj(e.load(place)), place)


def _pbtrs(b: Body) -> str:
    """Two systems with the triangular band for each right-hand side."""
    e = b.e
    with b.valid():
        upper = b.is_letter("uplo", "U")
        with e.loop(b.values["nrhs"]) as j:
            x = e.element(*b.place("b"), "0", j), "1"
            for trans in (b.choose(upper, "C", "N"), b.choose(upper, "N", "C")):
                b.call("tbsv", trans=trans, diag="N", k=b.values["kd"], a=b.place("ab"), x=x)
    return ""


def _pbsv(b: Body) -> str:
    with b.valid():
        b.call("pbtrf")
        with b.e.when(b.succeeded()):
            b.call("pbtrs")
    return ""


BODIES: Mapping[str, Callable[[Body], str]] = {
    "laswp": _laswp,
    "lacpy": _lacpy,
    "lange": _lange,
    "gtsv": _gtsv,
    "pbtrf": _pbtrf,
    "pbtrs": _pbtrs,
    "pbsv": _pbsv,
}
