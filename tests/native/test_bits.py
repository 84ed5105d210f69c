"""Integer operations on the bits of floats: the derivative is right or there is an error, never a silent zero.

Each function of ``bits/bits.c`` computes y**3 + z from x = (1.5, 2.25); the slopes below follow from what the integers do: a
copy, a change of sign, an exchange, a number twice as large.
"""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

import irad
from irad.errors import DifferentiationError

SOURCE = (Path(__file__).resolve().parent / "bits" / "bits.c").read_text()
STAYS, FLIPPED, SWAPPED = (6.75, 1.0), (-6.75, 1.0), (1.0, 15.1875)
SLOPES = {
    **dict.fromkeys("ab cpy csgn half bytes round atl vcp pcs sh inv tob idu stl bsw bsm cas cp3 c16 lds".split(), STAYS),
    **dict.fromkeys("negh un unh negf or tobn cnd".split(), FLIPPED),
    **dict.fromkeys("neg negx vec".split(), (-6.75, -1.0)),
    **dict.fromkeys("swp tswp xchg sort rev swb swl".split(), SWAPPED),
    **dict.fromkeys(("add", "tobs"), (54.0, 1.0)),
    **dict.fromkeys(("atom",), FLIPPED),
    "sel": (1.0, 15.1875),
    "cmov": STAYS,
    "st2": STAYS,
    "s128": (6.75, -1.0),
    "tag": (6.75, 15.1875),
}
# What must be followed where the language allows the program; everything else may be refused.
FOLLOWED = frozenset("neg negx tswp ab cpy atl vcp pcs un unh sh or inv sort tob tobn stl bsw cmov idu rev tag lds".split())
FOLLOWED_AT_0 = frozenset("atl vcp pcs un unh inv sort tob tobn stl bsw cmov tag".split())


def right(f: irad.api.pyfunc.ir_module.ModuleFunction, expected: tuple[float, float]) -> bool:
    """Is the gradient right, both ways; False where it is refused."""
    try:
        found = slopes(f, (1.5, 2.25))
    except DifferentiationError as error:
        assert "integer operations" in str(error) or "floating-point bits" in str(error) or "atomic" in str(error), error
        return False
    assert found == (expected, expected), f.__name__
    return True


def slopes(f: irad.api.pyfunc.ir_module.ModuleFunction, at: tuple[float, float]) -> tuple[tuple[float, ...], tuple[float, ...]]:
    """The gradient, in reverse and in forward mode."""
    dx = np.zeros(2)
    irad.autodiff(f, irad.Duplicated(np.array(at), dx))
    forward = [irad.autodiff(f, irad.Duplicated(np.array(at), d.copy()), mode=irad.Forward)[0] for d in np.eye(2)]
    return tuple(dx), tuple(forward)


def check(flags: tuple[str, ...], some: str = "") -> None:
    plain = "may_alias" not in flags[-1]
    m = irad.Module.from_c(SOURCE, flags=(*flags, "-w", *(["-DALIAS="] if plain else [])))
    names = [name[2:] for name in m if name.startswith("f_")]
    assert set(names) == set(SLOPES)
    done = {name for name in some.split() or names if right(m[f"f_{name}"], SLOPES[name])}
    wanted = (FOLLOWED_AT_0 if plain else FOLLOWED) & set(some.split() or names)
    assert wanted <= done, f"refused: {sorted(wanted - done)}"


MAY_ALIAS = ("-O2", "-DALIAS=__attribute__((may_alias))")


def test_integers_on_floats() -> None:
    check(("-O0",), "neg cpy negh add idu tobn")
    check(MAY_ALIAS, "neg cpy rev sel")


@pytest.mark.slow
@pytest.mark.parametrize("flags", [("-O0",), MAY_ALIAS, ("-O1", "-fno-strict-aliasing")])
def test_all_integers_on_floats(flags: tuple[str, ...]) -> None:
    check(flags)


WORDS = (Path(__file__).resolve().parent / "bits" / "words.c").read_text()


@pytest.mark.parametrize("flags", [("-O0",), ("-O1",), ("-O2", "-fno-strict-aliasing")], ids=" ".join)
def test_words_moved_as_what_they_are_not(flags: tuple[str, ...]) -> None:
    """Integers may stand for pointers only where the program does without the language's rules on types."""
    m = irad.Module.from_c(WORDS, flags=(*flags, "-w"))
    for name in ("by_pointer_member", "word_by_word", "resized", "as_integers", "as_one_integer"):
        if name.startswith("as_") and flags == ("-O1",):
            continue
        for y, z in ((1.5, 2.25), (0.0, -4.0)):
            for found in slopes(m[name], (y, z)):
                assert found == pytest.approx((3.0, 2 * z), rel=1e-15), name


UNIONS = (Path(__file__).resolve().parent / "bits" / "unions.c").read_text()


@pytest.mark.parametrize("flags", [("-O0",), ("-O1",), ("-O2", "-fno-strict-aliasing")], ids=" ".join)
def test_doubles_handed_on_as_pointers(flags: tuple[str, ...]) -> None:
    m = irad.Module.from_c(UNIONS, flags=(*flags, "-w"))
    for name in ("passed", "chosen"):
        for mode in (irad.Reverse, irad.Forward):
            with pytest.raises(DifferentiationError, match="may be moved as a pointer"):
                irad.autodiff(m[name], irad.Duplicated(np.array([1.5, 2.25]), np.ones(2)), mode=mode)
    shared = dict.fromkeys(("returned", "passed_on"), (6.0, 0.0))
    thrice = dict.fromkeys(("made", "by_bits", "given"), (3.0, 0.0))
    for name, expected in {**thrice, "kinds": (3.0, 4.5), "by_value": (15.1875, 10.125), **shared}.items():
        for found in slopes(m[name], (1.5, 2.25)):
            assert found == expected, name


HIDDEN = (Path(__file__).resolve().parent / "bits" / "hidden.c").read_text()
KINDS = "variant tagged pair bits pointer address".split()


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("flags", [("-O0",), ("-O2",), ("-O2", "-fno-strict-aliasing")], ids=" ".join)
def test_floats_that_functions_pass_in_integers_and_pointers(flags: tuple[str, ...], kind: str) -> None:
    """Where functions can be inlined derivatives are right; recursion and calls through pointers are right or refused."""
    m = irad.Module.from_c(HIDDEN, flags=(*flags, "-w", f"-D{kind.upper()}"))
    for way in ("plain", "kept", "again", "chosen"):
        try:
            found = slopes(m[f"{way}_{kind}"], (1.5, 2.25))
        except DifferentiationError:
            assert way in ("again", "chosen") or (way, kind) == ("kept", "pointer"), way
        else:
            assert found == ((3.0, 13.5), (3.0, 13.5)), way


POOL = (Path(__file__).resolve().parent / "bits" / "pool.c").read_text()


@pytest.mark.parametrize("flags", [("-O0",), ("-O2",)], ids=" ".join)
def test_floats_without_a_derivative_count_as_integers(flags: tuple[str, ...]) -> None:
    x, dx, places = np.array([1.5, 2.25]), np.zeros(2), irad.Const(np.array([1, 2, 0], np.int32))
    factor = np.array([3.0], np.float32)
    m = irad.Module.from_c(POOL, flags=(*flags, "-w"))
    irad.autodiff(m["constant"], irad.Duplicated(x, dx), places, irad.Const(factor))
    assert tuple(dx) == (6.75, 4.5)
    with pytest.raises(DifferentiationError, match="stored where pointers were"):
        irad.autodiff(m["constant"], irad.Duplicated(x, dx), places, irad.Duplicated(factor, np.zeros_like(factor)))
    m = irad.Module.from_c(POOL, flags=(*flags, "-w", "-DMADE"))
    with pytest.raises(DifferentiationError, match="stored where pointers were"):
        irad.autodiff(m["made"], irad.Duplicated(x, dx), places, irad.Const(factor))


REUSE = (Path(__file__).resolve().parent / "bits" / "reuse.c").read_text()


@pytest.mark.parametrize("flags", [("-O0",), ("-O2",)], ids=" ".join)
@pytest.mark.parametrize("name", ["floats", "doubles", "longer", "beside", "removed"])
def test_numbers_where_pointers_were(flags: tuple[str, ...], name: str) -> None:
    """The adjoint of a number must not begin as a shadow pointer's bits; of a double they are next to nothing."""
    f = irad.Module.from_c(REUSE, flags=(*flags, "-w"))[name]
    x, expected = np.array([1.25, 0.75, 2.5, 0.5]), [0.75, 1.25, 0.0, 1.0]
    for direction, slope in zip(np.eye(4), expected, strict=True):
        assert irad.autodiff(f, irad.Duplicated(x, direction), mode=irad.Forward)[0] == slope
    dx = np.zeros(4)
    if name in ("floats", "longer"):
        with pytest.raises(DifferentiationError, match="stored where pointers were"):
            irad.autodiff(f, irad.Duplicated(x, dx))
    else:
        irad.autodiff(f, irad.Duplicated(x, dx))
        np.testing.assert_allclose(dx, expected, rtol=1e-15, atol=1e-300)
