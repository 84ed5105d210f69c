"""Functions of `scipy.special` that compiled code calls: SciPy's own C functions, by the names that ``cython_special`` exports.

A function whose name begins with `PREFIX` takes and returns numbers of type double; its body, which is linked in as those of
`formula_helpers.py` are, calls what begins with `EXTERNAL`, whose address is looked up by name whenever the code is loaded
(`irad.runtime.library_addresses`).
Their derivatives are rows (`irad.rules.tables.scipy_special`).
"""

from __future__ import annotations

from dataclasses import dataclass

PREFIX = "irad.scipy."
EXTERNAL = "scipy.special."
_SUFFIX = ".f64"
_PURE = "nounwind willreturn memory(none)"
_MOST_WHOLE = "0x41DFFFFFFFC00000"  # 2**31 - 1


@dataclass(frozen=True)
class Exported:
    """A C function: its parameters, a letter each, and what it returns.

    d: double, l: long, n: Py_ssize_t (which are given doubles), c: two doubles, one complex number, o: no optional arguments.
    ``results``: how many pointers to results there are, of which the last ``given`` is returned; ``part``: of a complex result.
    """

    name: str
    params: str
    results: int = 0
    given: int = 0
    part: int | None = None
    whole: str = ""  # what is called for a first argument that is a whole number, which is a long there

    @property
    def types(self) -> str:
        """LLVM's types of the parameters."""
        listed = [t for p in self.params for t in _TYPES[p]] + ["ptr"] * self.results
        skipped = [] if self.results else ["i32"]
        if self.params.endswith("o"):  # the optional arguments come last
            return ", ".join([*listed[:-1], *skipped, "ptr"])
        return ", ".join([*listed, *skipped])

    @property
    def said(self) -> str:
        """Its name in Python."""
        return "scipy.special." + self.name.removeprefix("__pyx_fuse_").lstrip("01_")

    @property
    def returned(self) -> str:
        return "void" if self.results else "{ double, double }" if self.part is not None else "double"


_TYPES = {"d": ("double",), "l": ("i64",), "n": ("i64",), "c": ("double", "double"), "o": ("ptr",)}


def _plain() -> dict[str, Exported]:
    """Functions that are exported as they are, or as the variant for doubles of several."""
    out = {}
    for name in "erfcinv j0 j1 y0 y1 i0 i0e i1 i1e k0 k0e k1 k1e ellipk ellipe ellipkm1 ndtri ndtri_exp zetac".split():
        out[name] = Exported(name, "d")
    of_two = "betaln poch binom gammainc gammaincc gammaincinv gammainccinv ellipkinc ellipeinc owens_t struve modstruve"
    out |= {name: Exported(name, "dd") for name in of_two.split()}
    out["hyperu"] = Exported("hyperu", "ddd")
    fused = {
        0: {"erfinv": "d", "yn": "dd", "kn": "dd", "expn": "dd", "stdtr": "dd", "stdtrit": "dd"},
        1: {
            "erfi": "d", "dawsn": "d", "expi": "d", "exp1": "d", "spence": "d", "wrightomega": "d",
            "jv": "dd", "yv": "dd", "iv": "dd", "ive": "dd", "kv": "dd", "kve": "dd",
            "hyp0f1": "dd", "hyp1f1": "ddd", "hyp2f1": "dddd",
        },
    }  # fmt: skip
    fused[0] |= dict.fromkeys(("betainc", "betaincc", "betaincinv", "betainccinv"), "ddd")
    for variant, names in fused.items():
        out |= {name: Exported(f"__pyx_fuse_{variant}{name}", params) for name, params in names.items()}
    for name in "jn yn in kn".split():
        out[f"spherical_{name}"] = Exported(f"__pyx_fuse_1spherical_{name}", "ndo")
    return out


def _polynomials() -> dict[str, Exported]:
    out = {}
    for name, more in (("legendre", ""), ("chebyt", ""), ("chebyu", ""), ("laguerre", ""), ("genlaguerre", "d"),
                       ("gegenbauer", "d"), ("jacobi", "dd")):  # fmt: skip
        of_long = f"__pyx_fuse_1_1eval_{name}"
        out[f"eval_{name}"] = Exported(f"__pyx_fuse_0_1eval_{name}", f"d{more}d", whole=of_long)
    for name in ("hermite", "hermitenorm"):
        out[f"eval_{name}"] = Exported(f"eval_{name}", "nd")
    return out


def _several() -> dict[str, Exported]:
    """Those with more than one result, one by one."""
    parts = {
        "__pyx_fuse_1sici": ("d", "si ci"),
        "__pyx_fuse_1shichi": ("d", "shi chi"),
        "__pyx_fuse_1fresnel": ("d", "fresnel_s fresnel_c"),
        "__pyx_fuse_1airy": ("d", "airy_ai airy_aip airy_bi airy_bip"),
        "ellipj": ("dd", "ellipj_sn ellipj_cn ellipj_dn ellipj_ph"),
    }
    out: dict[str, Exported] = {}
    for export, (params, names) in parts.items():
        listed = names.split()
        out |= {name: Exported(export, params, len(listed), k) for k, name in enumerate(listed)}
    for k, part in enumerate(("re", "im")):
        out[f"wofz_{part}"] = Exported("wofz", "c", part=k)
        out |= {f"{n}_{part}": Exported(f"__pyx_fuse_0{n}", "c", part=k) for n in ("gamma", "loggamma", "psi", "erf", "erfc")}
        out[f"wrightomega_{part}"] = Exported("__pyx_fuse_0wrightomega", "c", part=k)
    return out


FUNCTIONS: dict[str, Exported] = {**_plain(), **_polynomials(), **_several()}


def count_of(name: str) -> int:
    """How many numbers the function takes."""
    return sum(len(_TYPES[p]) for p in FUNCTIONS[name].params if p != "o")


def exported(symbol: str) -> Exported | None:
    """The C function that a name in compiled code stands for."""
    if not symbol.startswith(EXTERNAL):
        return None
    name = symbol.removeprefix(EXTERNAL)
    for f in FUNCTIONS.values():
        if name == f.name:
            return f
        if name == f.whole:
            return _of_whole(f)
    return None


def _of_whole(f: Exported) -> Exported:
    return Exported(f.whole, "l" + f.params[1:])


def definition(name: str) -> tuple[str, tuple[str, ...]] | None:
    """The body of a function ``irad.scipy.NAME.f64``, and what it needs declared; None for other names."""
    if not name.startswith(PREFIX):
        return None
    own = name.removeprefix(PREFIX).removesuffix(_SUFFIX)
    f = FUNCTIONS[own]
    head = f"define linkonce_odr hidden double @{name}({', '.join(f'double %x{k}' for k in range(count_of(own)))}) {_PURE} {{"
    declared = _declarations(f)
    if not f.whole:
        return "\n".join([head, *_call(f, ""), "}"]), tuple(declared)
    whole = _of_whole(f)
    declared += [*_declarations(whole), "declare double @llvm.rint.f64(double)", "declare double @llvm.fabs.f64(double)"]
    lines = [
        "  %near = call double @llvm.rint.f64(double %x0)",
        "  %same = fcmp oeq double %near, %x0",
        "  %size = call double @llvm.fabs.f64(double %x0)",
        f"  %small = fcmp ole double %size, {_MOST_WHOLE}",
        "  %whole = and i1 %same, %small",
        "  br i1 %whole, label %of.whole, label %of.any",
        "of.whole:", *_call(whole, "w"),
        "of.any:", *_call(f, "a"),
    ]  # fmt: skip
    return "\n".join([head, *lines, "}"]), tuple(declared)


def _declarations(f: Exported) -> list[str]:
    own = f"declare {f.returned} @{EXTERNAL}{f.name}({f.types})"
    return [own, "declare i64 @llvm.fptosi.sat.i64.f64(double)"] if "i64" in f.types else [own]


def _call(f: Exported, tag: str) -> list[str]:
    """Lines that call the C function and return its result."""
    lines: list[str] = []
    given: list[str] = []
    k = 0
    for p in f.params:
        if p == "o":
            continue
        for t in _TYPES[p]:
            if t == "i64":
                lines.append(f"  %n{tag}{k} = call i64 @llvm.fptosi.sat.i64.f64(double %x{k})")
                given.append(f"i64 %n{tag}{k}")
            else:
                given.append(f"double %x{k}")
            k += 1
    lines += [f"  %r{j} = alloca double" for j in range(f.results)]
    given += [f"ptr %r{j}" for j in range(f.results)]
    if not f.results:
        given.append("i32 0")
    if f.params.endswith("o"):
        given.append("ptr null")
    call = f"call {f.returned} @{EXTERNAL}{f.name}({', '.join(given)})"
    if f.results:
        return [*lines, f"  {call}", f"  %v{tag} = load double, ptr %r{f.given}", f"  ret double %v{tag}"]
    lines.append(f"  %c{tag} = {call}")
    if f.part is None:
        return [*lines, f"  ret double %c{tag}"]
    return [*lines, f"  %v{tag} = extractvalue {{ double, double }} %c{tag}, {f.part}", f"  ret double %v{tag}"]
