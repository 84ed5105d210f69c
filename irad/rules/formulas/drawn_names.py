"""Numbers that a generator has drawn, tied to the parameters of their distribution: ``irad.drawn.NAME.f64(z, p, ...)`` is z.

The derivatives by the parameters are rows (`irad.rules.tables.drawn_numbers`).
"""

from __future__ import annotations

PREFIX = "irad.drawn."
COUNTS = {  # of parameters
    **dict.fromkeys("standard_gamma chisquare standard_t weibull pareto power dirichlet multivariate_normal".split(), 1),
    **dict.fromkeys("beta f noncentral_chisquare vonmises wald".split(), 2),
    **dict.fromkeys("noncentral_f triangular".split(), 3),
}


def definition(name: str) -> tuple[str, tuple[str, ...]] | None:
    """The body of such a function, and what it needs declared; None for other names."""
    if not name.startswith(PREFIX):
        return None
    params = ", ".join(f"double %p{k}" for k in range(COUNTS[name.removeprefix(PREFIX).removesuffix(".f64")]))
    head = f"define linkonce_odr hidden double @{name}(double %z, {params}) alwaysinline"
    return f"{head} nounwind willreturn memory(none) {{\n  ret double %z\n}}", ()
