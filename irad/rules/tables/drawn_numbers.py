"""Numbers that a generator of random numbers has drawn, as functions of the parameters of their distribution.

A number with a given place in its distribution, the quantile of a fixed probability, moves as the parameter does: the derivative
is that of the quantile (Figurnov, Mohamed and Mnih, Implicit Reparameterization Gradients, 2018).  Where there is no formula for
that it is ``unknown``: an error where it is asked for.
"""

from __future__ import annotations

from irad.rules.formulas.base import Emission, Rule
from irad.rules.formulas.drawn_names import PREFIX
from irad.rules.formulas.model import UNKNOWN, MathRule, math
from irad.rules.tables.scipy_special import gamma_density, log_beta_density, log_t_density, t_slope


def _row(signature: str, *domain: tuple[float, float], **partials: str) -> MathRule:
    """A row of a method; ``domain``: an interval for the number, and one for each parameter."""
    name = signature[: signature.index("(")]
    params = [p.strip() for p in signature[len(name) + 1 : -1].split(",")]
    given: dict[str, str] = {params[0]: "d", **partials}
    helper = PREFIX + name
    intervals = dict(zip(params, domain, strict=True))
    return math(
        f"drawn_{signature}", given, names=f"{helper}.f64", domain=intervals, emission=Emission(helper=helper), singular=True
    )



# r = dfden/dfnum b/(1 - b), with b of the beta distribution
_SHARE = "(dfnum*r/(dfnum*r + dfden))"
_RATIO = f"(dfnum*r + dfden)/dfden*(dfnum*r + dfden)/dfnum*exp(-({log_beta_density('(dfnum/2)', '(dfden/2)', _SHARE)}))"


def _triangular(at_left: str, at_right: str) -> str:
    """By a parameter: (r - left)**2 = u (mode - left)(right - left) below the mode, (right - r)**2 likewise above it."""
    return f"d*where(r <= mode, {at_left}, {at_right})"


RULES: tuple[Rule, ...] = (
    _row("standard_gamma(z, shape)", (0.3, 3), (0.5, 4),
         shape=f"-d*scipy_gammainc_slope(shape, r)/{gamma_density('shape', 'r')}"),
    _row("chisquare(z, df)", (0.3, 3), (0.5, 4), df=f"-d*scipy_gammainc_slope(df/2, r/2)/{gamma_density('(df/2)', '(r/2)')}"),
    _row("standard_t(z, df)", (-3, 3), (0.5, 4), df=f"-d*{t_slope('df', 'r')}*exp(-({log_t_density('df', 'r')}))"),
    _row("beta(z, a, b)", (0.1, 0.9), (0.5, 4), (0.5, 4),
         a=f"-d*scipy_betainc_slope(a, b, r)*exp(-({log_beta_density('a', 'b', 'r')}))",
         b=f"d*scipy_betainc_slope(b, a, 1 - r)*exp(-({log_beta_density('a', 'b', 'r')}))"),
    _row("f(z, dfnum, dfden)", (0.3, 3), (0.5, 4), (0.5, 4),
         dfnum=f"-d*(r/dfnum + {_RATIO}*scipy_betainc_slope(dfnum/2, dfden/2, {_SHARE})/2)",
         dfden=f"d*(r/dfden + {_RATIO}*scipy_betainc_slope(dfden/2, dfnum/2, dfden/(dfnum*r + dfden))/2)"),
    _row("noncentral_chisquare(z, df, nonc)", (0.3, 3), (0.5, 4), (0.5, 4), df=UNKNOWN, nonc=UNKNOWN),
    _row("noncentral_f(z, dfnum, dfden, nonc)", (0.3, 3), (0.5, 4), (0.5, 4), (0.5, 4), dfnum=UNKNOWN, dfden=UNKNOWN,
         nonc=UNKNOWN),
    _row("wald(z, mean, scale)", (0.3, 3), (0.5, 4), (0.5, 4), mean=UNKNOWN, scale=UNKNOWN),
    _row("dirichlet(z, alpha)", (0.1, 0.9), (0.5, 4), alpha=UNKNOWN),
    _row("multivariate_normal(z, cov)", (-3, 3), (0.5, 4), cov=UNKNOWN),
    _row("vonmises(z, mu, kappa)", (-3, 3), (-1, 1), (0.5, 4), mu="where(kappa < 1e-8, 0, d)", kappa=UNKNOWN),
    # (e/a)**... with e drawn: r = e**(1/a), r = exp(e/a) - 1, r = u**(1/a)
    _row("weibull(z, a)", (0.3, 3), (0.5, 4), a="-d*where(r == 0, 0, r*log(r)/a)"),
    _row("pareto(z, a)", (0.3, 3), (0.5, 4), a="-d*(1 + r)*log1p(r)/a"),
    _row("power(z, a)", (0.1, 0.9), (0.5, 4), a="-d*where(r == 0, 0, r*log(r)/a)"),
    _row(
        "triangular(z, left, mode, right)", (0.3, 1.7), (-1, 0), (0.5, 1.5), (2, 3),
        left=_triangular("1 - (r - left)/2*(1/(mode - left) + 1/(right - left))", "(right - r)/2/(right - left)"),
        mode=_triangular("(r - left)/2/(mode - left)", "(right - r)/2/(right - mode)"),
        right=_triangular("(r - left)/2/(right - left)", "1 - (right - r)/2*(1/(right - mode) + 1/(right - left))"),
    ),
)  # fmt: skip
