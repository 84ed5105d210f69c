"""The derivatives of a row as formulas, for listings: ``x'`` is the shadow of x, ^H the conjugate transpose."""

from __future__ import annotations

from irad.blas_rules.rows.language import Factor, Row, Term

# Of what is factorised (factorisations.py, orthogonal.py, spectral.py).  L, U and the interchanges P are factors of LU, T takes
# the upper triangle, S what is below it, H the lower triangle with half of the diagonal; x / s divides columns, s x multiplies
# rows.
_FACTORISED = {
    "chol": ("L' = L H(inv(L) {a}' inv(L)^H)", ["{a}' = inv(L)^H H(L^H L') inv(L), and its conjugate transpose"]),
    "lu": (
        "L' = L S(F), U' = T(F) U with F = inv(L) P {a}' inv(U)",
        ["{a}' = P^T inv(L)^H (S(L^H L') + T(U' U^H)) inv(U)^H"],
    ),
    "qr": (
        "R' = Z R, Q' = X - Q Z with X = {a}' inv(R), Z = T(Q^H X) + S(Q^H X)^H; V' and tau' from the LU of Q - I = -V (T V^H)",
        [
            "Q' from V' and tau' by the LU of Q - I",
            "{a}' = (Q' - Q (T(K) + S(K^H))) inv(R)^H with K = Q^H Q' - R' R^H",
        ],
    ),
    "eig": (
        "w' = diag(P), V' = V (F o P) with P = V^H {a}' V, F_ij = 1 / (w_j - w_i)",
        ["{a}' = V (diag(w') + F o (V^H V')) V^H; w' = 0"],
    ),
    "svd": (
        "s' = diag(P), U' = U (F o (P s + s P^H)) + (I - U U^H) {a}' V / s, "
        "V' = V (F o (s P + P^H s)) + (I - V V^H) {a}'^H U / s with P = U^H {a}' V, F_ij = 1 / (s_j^2 - s_i^2)",
        [
            "{a}' = U (diag(s') + (F o (G - G^H)) s + s (F o (H - H^H))) V^H + (I - U U^H) U' / s V^H "
            "+ U / s V'^H (I - V V^H) with G = U^H U', H = V^H V'",
            "s' = 0; u' = 0; vt' = 0",
        ],
    ),
}


def described(row: Row) -> list[str]:
    """The formula, then what forward and reverse mode do (of a routine with a body: what does it)."""
    if row.by:
        return [row.formula, f"by {row.by}"]
    return [row.formula, f"forward  {'; '.join(_forward(row))}", *(f"reverse  {line}" for line in _reverse(row))]


def _factor(f: Factor, prime: str = "") -> str:
    text = f"{f.name}{prime}"
    if f.function:
        text = f"{f.function}({text})"
    if f.transposed:
        return f"{text}^{'H' if f.conjugated else 'T'}"
    return f"conj({text})" if f.conjugated else text


def _product(t: Term, primed: int | None = None, scalar: str = "") -> str:
    """A term, with one factor (or the scalar) replaced by its tangent."""
    parts = [scalar] if scalar else ([_scalar(t)] if t.scalar else [])
    parts += [_factor(f, "'" if k == primed else "") for k, f in enumerate(t.factors)]
    return ("- " if t.negative else "") + " ".join(parts)


def _scalar(t: Term, prime: str = "") -> str:
    return f"conj({t.scalar}{prime})" if t.conjugated else f"{t.scalar}{prime}"


def _adjoint(t: Term) -> str:
    """The conjugate of the scalar, with its sign, before a product."""
    sign = "- " if t.negative else ""
    if not t.scalar:
        return sign
    return f"{sign}{t.scalar if t.conjugated else f'conj({t.scalar})'} "


def _flipped(f: Factor) -> str:
    """The conjugate transpose of a factor."""
    if f.transposed:
        return f.name if f.conjugated else f"conj({f.name})"
    return f"{f.name}^T" if f.conjugated else f"{f.name}^H"


def _forward(row: Row) -> list[str]:
    (first, *_), kind = [t for _, t in row.terms()], row.kind
    target = row.targets[0]
    x = first.factors[-1].name
    if kind == "norm":
        return [f"result' = sum Re(conj({x}) {x}') / result"]
    if kind == "largest":
        return ["nothing: the result is an index"]
    if kind == "abs":
        return [f"result' = sum sign({x}) {x}', real and imaginary parts apart"]
    if kind in _FACTORISED:
        return [_FACTORISED[kind][0].format(a=x)]
    if kind == "solve":
        a = first.factors[0].name
        s = f"{first.scalar} {target}' + {first.scalar}' {target}" if first.scalar else f"{target}'"
        return [f"{target}' = inv({a}) ({s} - {a}' {target}_new)"]
    out = []
    for f in row.formulas:
        parts = []
        for t in f.terms:
            if t.scalar:
                parts.append(_product(t, None, _scalar(t, "'")))
            parts += [_product(t, k) for k in range(len(t.factors))]
        out.append(f"{f.target or 'result'}' = {' + '.join(parts).replace('+ - ', '- ')}")
    return out


def _reverse(row: Row) -> list[str]:
    first, kind, target = row.formulas[0].terms[0], row.kind, row.targets[0]
    x = first.factors[-1].name
    if kind == "norm":
        return [f"{x}' += {x} result' / result"]
    if kind == "largest":
        return ["nothing"]
    if kind == "abs":
        return [f"{x}' += sign({x}) result', real and imaginary parts apart"]
    if kind == "dot":
        y = first.factors[0].name
        return [f"{y}' += result' {x}", f"{x}' += result' {y}"]
    if kind in _FACTORISED:
        return [line.format(a=x) for line in _FACTORISED[kind][1]]
    out: list[str] = []
    if kind in ("apply", "solve"):
        a = first.factors[0].name
        if kind == "solve":
            out.append(f"{target}' = inv({a})^H {target}'")
            out.append(f"{a}' -= {target}' {target}_new^H")
            back = [f"{target}' = {_adjoint(first)}{target}'"] if first.scalar else []
        else:
            out.append(f"{a}' += {_adjoint(first)}{target}' {target}_old^H")
            back = [f"{target}' = {_adjoint(first)}{a}^H {target}'"]
        if first.scalar:
            product = f"{target}_old" if kind == "solve" else f"{a} {target}_old"
            out.append(f"{first.scalar}' += sum conj({product}) {target}'")
        return out + back
    last = []
    for f in row.formulas:
        for t in f.terms:
            if t.scalar:
                plain = " ".join(_factor(g) for g in t.factors)
                value = f"conj({plain}) {f.target}'"
                out.append(f"{t.scalar}' {'-' if t.negative else '+'}= sum {f'conj({value})' if t.conjugated else value}")
            if len(t.factors) == 2:
                left, right = t.factors
                out.append(f"{_factor(left, chr(39))} += {_adjoint(t)}{f.target}' {_flipped(right)}")
                out.append(f"{_factor(right, chr(39))} += {_adjoint(t)}{_flipped(left)} {f.target}'")
            elif t.names == (f.target,) and t.scalar and len(row.targets) == 1:
                last.append(f"{f.target}' = {_adjoint(t)}{f.target}'")
            elif t.factors[0].name not in row.targets:
                out.append(f"{t.factors[0].name}' += {_adjoint(t)}{f.target}'")
        if kind == "elementwise" and len(row.targets) > 1:
            n = f.target
            sums = [f"{_adjoint(t)}{target}'" for target, t in row.terms() if t.names == (n,)]
            last.append(f"{n}' = {' + '.join(sums).replace('+ - ', '- ')}")
        elif f.old is None:
            last.append(f"{f.target}' = 0")
    if len(row.targets) > 1:
        return [*(o for o in out if "sum" in o), "; ".join(last) + " (at once)"]
    return out + last
