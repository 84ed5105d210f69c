"""The names of a BLAS routine in libraries: ``dgemm``, ``dgemm_``, ``dgemm_64_``, ``scipy_dgemm_``, ``cblas_dgemm``."""

from __future__ import annotations

import re
from dataclasses import dataclass, replace

# Routines with real numbers in them where the vectors are complex: both letters are in the name.
_MIXED = {
    "scnrm2": "cnrm2", "dznrm2": "znrm2", "scasum": "casum", "dzasum": "zasum",
    "isamax": "siamax", "idamax": "diamax", "icamax": "ciamax", "izamax": "ziamax",
    "csscal": "crealscal", "zdscal": "zrealscal", "csrot": "crealrot", "zdrot": "zrealrot",
}  # fmt: skip
_WRITTEN = {v: k for k, v in _MIXED.items()}
_STEM = re.compile(r"(scipy_|)(cblas_|LAPACKE_|)([a-z0-9]+?)(_64_|_64|64_|_sub|_|)$")
_NAME = re.compile(
    r"(?P<prefix>scipy_|)(?P<c>cblas_|LAPACKE_|)(?P<letter>[sdcz])(?P<routine>[a-z0-9]+?)(?P<suffix>_64_|_64|64_|_sub|_|)$"
)


@dataclass(frozen=True)
class Precision:
    """``letter`` as in BLAS; ``scalar``: the LLVM type of a real number; ``complex_``: two of those are one element."""

    letter: str
    scalar: str
    complex_: bool

    @property
    def bytes(self) -> int:
        return (4 if self.scalar == "float" else 8) * (2 if self.complex_ else 1)


PRECISIONS = {
    "s": Precision("s", "float", False),
    "d": Precision("d", "double", False),
    "c": Precision("c", "float", True),
    "z": Precision("z", "double", True),
}


@dataclass(frozen=True)
class Spelling:
    """One name, taken apart.  ``cblas``, ``lapacke``: it is of the C interface to BLAS, to LAPACK."""

    prefix: str
    cblas: bool
    precision: Precision
    routine: str
    suffix: str
    upper: bool = False  # some Fortran compilers write capitals
    lapacke: bool = False

    @property
    def integer(self) -> str:
        """The type of sizes in the Fortran interface: the suffix of the name is all that tells."""
        return "i64" if "64" in self.suffix else "i32"

    def named(self, routine: str, letter: str | None = None) -> str:
        """Another routine of the same library."""
        stem = f"{letter or self.precision.letter}{routine}"
        name = f"{self.prefix}{'cblas_' if self.cblas else ''}{_WRITTEN.get(stem, stem)}{self.suffix}"
        return name.upper() if self.upper else name

    def fortran(self, wide: bool) -> Spelling:
        """How the library that has this name of a C interface spells the Fortran one; ``wide``: sizes have 64 bits."""
        suffix = (self.suffix if "64" in self.suffix else "_64_") if wide else "_"
        return replace(self, cblas=False, lapacke=False, suffix="_64_" if suffix == "_64" else suffix)


def spelling(name: str) -> Spelling | None:
    """``name`` taken apart, None when it does not look like a BLAS routine's."""
    stem = _STEM.match(name.lower() if name.isupper() else name)
    if stem is None or stem[3] in _MIXED.values():
        return None
    match = _NAME.match("".join((stem[1], stem[2], _MIXED.get(stem[3], stem[3]), stem[4])))
    if match is None:
        return None
    letter = PRECISIONS[match["letter"]]
    cblas, lapacke = match["c"] == "cblas_", match["c"] == "LAPACKE_"
    return Spelling(match["prefix"], cblas, letter, match["routine"], match["suffix"], name.isupper(), lapacke)
