"""Functions of `scipy.special` that are SciPy's own C code (`irad.rules.formulas.scipy_functions`): their derivatives.

Numbers are those of formulas in Abramowitz and Stegun (A&S) and in the Digital Library of Mathematical Functions (DLMF).
Derivatives by shapes of distributions are integrals (`incomplete_integrals`); those by parameters for which there is no formula
of such functions (the order of a Bessel function) are ``unknown``: an error where they are asked for.
"""

from __future__ import annotations

from irad.rules.formulas.base import Emission, Rule
from irad.rules.formulas.model import UNKNOWN, Domain, MathRule, math
from irad.rules.formulas.scipy_functions import PREFIX

_ROOT_2PI = "2.50662827463100050241576528481104525"
_HALF_ROOT_PI = "0.88622692545275801364908374167057259"


def _row(signature: str, *domain: tuple[float, float], **partials: str) -> MathRule:
    """A row; ``domain``: an interval for each parameter, on which it is tested."""
    name = signature[: signature.index("(")]
    params = [p.partition(":")[0].strip() for p in signature[len(name) + 1 : -1].split(",")]
    intervals: Domain = dict(zip(params, domain, strict=True))
    helper = PREFIX + name
    return math(
        f"scipy_{signature}",
        partials,
        names=f"{helper}.f64",
        domain=intervals,
        emission=Emission(helper=helper),
        singular=True,  # many are infinite at an end of where the function is defined
    )


def gamma_density(a: str, x: str) -> str:
    """The derivative of the incomplete gamma function, DLMF 8.8.13."""
    return f"exp(where({a} == 1, 0, ({a} - 1)*log({x})) - {x} - lgamma({a}))"


def log_beta_density(a: str, b: str, x: str) -> str:
    """The logarithm of the derivative of the incomplete beta function, DLMF 8.17.1."""
    ends = f"where({a} == 1, 0, ({a} - 1)*log({x})) + where({b} == 1, 0, ({b} - 1)*log1p(-{x}))"
    return f"{ends} - scipy_betaln({a}, {b})"


def log_t_density(df: str, t: str) -> str:
    """The logarithm of Student's density, A&S 26.7.1."""
    return f"-({df} + 1)/2*log1p({t}*{t}/{df}) - scipy_betaln({df}/2, 0.5) - log({df})/2"


def t_slope(df: str, t: str) -> str:
    """The derivative of Student's distribution function by its parameter, A&S 26.7.1 with 26.5.27."""
    place = f"{df}/({df} + {t}*{t})"
    log_density = log_beta_density(f"({df}/2)", "0.5", f"({place})")
    moved = f"{t}*{t}/(({df} + {t}*{t})*({df} + {t}*{t}))*exp({log_density})"
    return f"where({t} == 0, 0, -copysign(0.5, {t})*(scipy_betainc_slope({df}/2, 0.5, {place})/2 + {moved}))"


_ERRORS = (
    _row("erfinv(x)", (-0.9, 0.9), x=f"d*{_HALF_ROOT_PI}*exp(r*r)"),
    _row("erfcinv(x)", (0.1, 1.9), x=f"-d*{_HALF_ROOT_PI}*exp(r*r)"),
    _row("erfi(x)", (-2, 2), x="d*(2/sqrt_pi)*exp(x*x)"),
    _row("dawsn(x)", (-3, 3), x="d*(1 - 2*x*r)"),
    _row("ndtri(p)", (0.05, 0.95), p=f"d*{_ROOT_2PI}*exp(r*r/2)"),
    _row("ndtri_exp(y)", (-5, -0.1), y=f"d*{_ROOT_2PI}*exp(y + r*r/2)"),
    _row("wofz_re(x, y)", (-2, 2), (0.1, 2), x="-2*d*(x*r - y*scipy_wofz_im(x, y))",
         y="2*d*(x*scipy_wofz_im(x, y) + y*r) - 2*d/sqrt_pi"),
    _row("wofz_im(x, y)", (-2, 2), (0.1, 2), x="2*d/sqrt_pi - 2*d*(x*r + y*scipy_wofz_re(x, y))",
         y="-2*d*(x*scipy_wofz_re(x, y) - y*r)"),
    _row("owens_t(h, a)", (-2, 2), (-2, 2), h=f"-d*exp(-h*h/2)*erf(a*h/1.41421356237309504880168872420969808)/(2*{_ROOT_2PI})",
         a="d*exp(-h*h*(1 + a*a)/2)/(2*pi*(1 + a*a))"),
)  # fmt: skip

_GAMMA = (
    _row("betaln(a, b)", (0.3, 4), (0.3, 4), a="d*(digamma(a) - digamma(a + b))", b="d*(digamma(b) - digamma(a + b))"),
    _row("poch(z, m)", (0.5, 4), (0.5, 4), z="d*r*(digamma(z + m) - digamma(z))", m="d*r*digamma(z + m)"),
    _row("binom(n, k)", (4.1, 6), (0.5, 3), n="d*r*(digamma(n + 1) - digamma(n - k + 1))",
         k="d*r*(digamma(n - k + 1) - digamma(k + 1))"),
    _row("gammainc(a, x)", (0.5, 4), (0.3, 5), a="d*scipy_gammainc_slope(a, x)", x=f"d*{gamma_density('a', 'x')}"),
    _row("gammaincc(a, x)", (0.5, 4), (0.3, 5), a="-d*scipy_gammainc_slope(a, x)", x=f"-d*{gamma_density('a', 'x')}"),
    _row("gammaincinv(a, y)", (0.5, 4), (0.1, 0.9), a=f"-d*scipy_gammainc_slope(a, r)/{gamma_density('a', 'r')}",
         y=f"d/{gamma_density('a', 'r')}"),
    _row("gammainccinv(a, y)", (0.5, 4), (0.1, 0.9), a=f"-d*scipy_gammainc_slope(a, r)/{gamma_density('a', 'r')}",
         y=f"-d/{gamma_density('a', 'r')}"),
    _row("betainc(a, b, x)", (0.5, 4), (0.5, 4), (0.1, 0.9),
         a="d*scipy_betainc_slope(a, b, x)", b="-d*scipy_betainc_slope(b, a, 1 - x)",
         x=f"d*exp({log_beta_density('a', 'b', 'x')})"),
    _row("betaincc(a, b, x)", (0.5, 4), (0.5, 4), (0.1, 0.9),
         a="-d*scipy_betainc_slope(a, b, x)", b="d*scipy_betainc_slope(b, a, 1 - x)",
         x=f"-d*exp({log_beta_density('a', 'b', 'x')})"),
    _row("betaincinv(a, b, y)", (0.5, 4), (0.5, 4), (0.1, 0.9),
         a=f"-d*scipy_betainc_slope(a, b, r)*exp(-({log_beta_density('a', 'b', 'r')}))",
         b=f"d*scipy_betainc_slope(b, a, 1 - r)*exp(-({log_beta_density('a', 'b', 'r')}))",
         y=f"d*exp(-({log_beta_density('a', 'b', 'r')}))"),
    _row("betainccinv(a, b, y)", (0.5, 4), (0.5, 4), (0.1, 0.9),
         a=f"-d*scipy_betainc_slope(a, b, r)*exp(-({log_beta_density('a', 'b', 'r')}))",
         b=f"d*scipy_betainc_slope(b, a, 1 - r)*exp(-({log_beta_density('a', 'b', 'r')}))",
         y=f"-d*exp(-({log_beta_density('a', 'b', 'r')}))"),
    _row("stdtr(df, t)", (1, 6), (-3, 3), df=f"d*{t_slope('df', 't')}", t=f"d*exp({log_t_density('df', 't')})"),
    _row("stdtrit(df, p)", (1, 6), (0.1, 0.9), df=f"-d*{t_slope('df', 'r')}*exp(-({log_t_density('df', 'r')}))",
         p=f"d*exp(-({log_t_density('df', 'r')}))"),
    _row("zetac(x)", (1.5, 4), x=UNKNOWN),
    math("scipy_hurwitz_zeta(s, q)", {"s": UNKNOWN, "q": "-d*s*scipy_hurwitz_zeta(s + 1, q)"}, names="irad.zeta.f64",
         domain={"s": (1.5, 4), "q": (0.3, 5)}, emission=Emission(helper="irad.zeta"), singular=True),
    math("scipy_gammainc_slope(a, x)", {"a": UNKNOWN, "x": f"d*(log(x) - digamma(a))*{gamma_density('a', 'x')}"},
         names="irad.gammainc_slope.f64", domain={"a": (0.5, 4), "x": (0.3, 5)},
         emission=Emission(helper="irad.gammainc_slope"), singular=True),
    math("scipy_betainc_slope(a, b, x)", {"a": UNKNOWN, "b": UNKNOWN, "x": "d*(log(x) - digamma(a) + digamma(a + b))*exp("
         + log_beta_density("a", "b", "x") + ")"},
         names="irad.betainc_slope.f64", domain={"a": (0.5, 4), "b": (0.5, 4), "x": (0.1, 0.9)},
         emission=Emission(helper="irad.betainc_slope"), singular=True),
)  # fmt: skip


def _of_complex(name: str, slope: tuple[str, str], x: tuple[float, float], y: tuple[float, float]) -> tuple[Rule, ...]:
    """Real and imaginary part of an analytic function; ``slope``: those of its derivative (Cauchy and Riemann)."""
    re, im = slope
    return (
        _row(f"{name}_re(x, y)", x, y, x=f"d*({re})", y=f"-d*({im})"),
        _row(f"{name}_im(x, y)", x, y, x=f"d*({im})", y=f"d*({re})"),
    )


_GAMMA_SLOPE = (
    "scipy_gamma_re(x, y)*scipy_psi_re(x, y) - scipy_gamma_im(x, y)*scipy_psi_im(x, y)",
    "scipy_gamma_re(x, y)*scipy_psi_im(x, y) + scipy_gamma_im(x, y)*scipy_psi_re(x, y)",
)
_BELL = "(2/sqrt_pi)*exp(y*y - x*x)"
_ERF_SLOPE = (f"{_BELL}*cos(2*x*y)", f"-{_BELL}*sin(2*x*y)")
_COMPLEX = (
    *_of_complex("gamma", _GAMMA_SLOPE, (0.3, 3), (-2, 2)),
    *_of_complex("loggamma", ("scipy_psi_re(x, y)", "scipy_psi_im(x, y)"), (0.3, 3), (0.2, 2)),
    _row("psi_re(x, y)", (0.3, 3), (0.2, 2), x=UNKNOWN, y=UNKNOWN),
    _row("psi_im(x, y)", (0.3, 3), (0.2, 2), x=UNKNOWN, y=UNKNOWN),
    *_of_complex("erf", _ERF_SLOPE, (-2, 2), (-1, 1)),
    *_of_complex("erfc", (f"-({_ERF_SLOPE[0]})", f"-({_ERF_SLOPE[1]})"), (-2, 2), (-1, 1)),
)

# A&S 9.1.27, 9.1.28, 9.6.26, 9.6.27: sums of neighbouring orders, which are right at 0 too.
_SIGN = "where(x == 0, 0, copysign(1, x))"
_BESSEL = (
    _row("j0(x)", (-6, 6), x="-d*scipy_j1(x)"),
    _row("j1(x)", (-6, 6), x="d*(scipy_j0(x) - scipy_jv(2, x))/2"),
    _row("jv(v, x)", (0.3, 3), (0.5, 6), v=UNKNOWN, x="d*(scipy_jv(v - 1, x) - scipy_jv(v + 1, x))/2"),
    _row("y0(x)", (0.3, 6), x="-d*scipy_y1(x)"),
    _row("y1(x)", (0.3, 6), x="d*(scipy_y0(x) - scipy_yv(2, x))/2"),
    _row("yn(n, x)", (2, 2), (0.5, 6), n="0", x="d*(scipy_yn(n - 1, x) - scipy_yn(n + 1, x))/2"),
    _row("yv(v, x)", (0.3, 3), (0.5, 6), v=UNKNOWN, x="d*(scipy_yv(v - 1, x) - scipy_yv(v + 1, x))/2"),
    _row("i0(x)", (-6, 6), x="d*scipy_i1(x)"),
    _row("i1(x)", (-6, 6), x="d*(scipy_i0(x) + scipy_iv(2, x))/2"),
    _row("iv(v, x)", (0.3, 3), (0.5, 6), v=UNKNOWN, x="d*(scipy_iv(v - 1, x) + scipy_iv(v + 1, x))/2"),
    _row("i0e(x)", (-6, 6), x=f"d*(scipy_i1e(x) - r*{_SIGN})"),
    _row("i1e(x)", (-6, 6), x=f"d*((scipy_i0e(x) + scipy_ive(2, x))/2 - r*{_SIGN})"),
    _row("ive(v, x)", (0.3, 3), (0.5, 6), v=UNKNOWN, x=f"d*((scipy_ive(v - 1, x) + scipy_ive(v + 1, x))/2 - r*{_SIGN})"),
    _row("k0(x)", (0.3, 6), x="-d*scipy_k1(x)"),
    _row("k1(x)", (0.3, 6), x="-d*(scipy_k0(x) + scipy_kv(2, x))/2"),
    _row("kn(n, x)", (2, 2), (0.5, 6), n="0", x="-d*(scipy_kv(n - 1, x) + scipy_kv(n + 1, x))/2"),
    _row("kv(v, x)", (0.3, 3), (0.5, 6), v=UNKNOWN, x="-d*(scipy_kv(v - 1, x) + scipy_kv(v + 1, x))/2"),
    _row("k0e(x)", (0.3, 6), x="d*(r - scipy_k1e(x))"),
    _row("k1e(x)", (0.3, 6), x="d*(r - (scipy_k0e(x) + scipy_kve(2, x))/2)"),
    _row("kve(v, x)", (0.3, 3), (0.5, 6), v=UNKNOWN, x="d*(r - (scipy_kve(v - 1, x) + scipy_kve(v + 1, x))/2)"),
    # DLMF 10.51.2, 10.51.5
    _row("spherical_jn(n, x)", (2, 2), (0.5, 6), n="0",
         x="d*(where(n == 0, 0, n*scipy_spherical_jn(n - 1, x)) - (n + 1)*scipy_spherical_jn(n + 1, x))/(2*n + 1)"),
    _row("spherical_yn(n, x)", (2, 2), (0.5, 6), n="0",
         x="d*(where(n == 0, 0, n*scipy_spherical_yn(n - 1, x)) - (n + 1)*scipy_spherical_yn(n + 1, x))/(2*n + 1)"),
    _row("spherical_in(n, x)", (2, 2), (0.5, 6), n="0",
         x="d*(where(n == 0, 0, n*scipy_spherical_in(n - 1, x)) + (n + 1)*scipy_spherical_in(n + 1, x))/(2*n + 1)"),
    _row("spherical_kn(n, x)", (2, 2), (0.5, 6), n="0",
         x="-d*(where(n == 0, 0, n*scipy_spherical_kn(n - 1, x)) + (n + 1)*scipy_spherical_kn(n + 1, x))/(2*n + 1)"),
    # DLMF 10.4.1 (Airy's equation), 11.4.23 to 11.4.26
    _row("airy_ai(x)", (-4, 2), x="d*scipy_airy_aip(x)"),
    _row("airy_aip(x)", (-4, 2), x="d*x*scipy_airy_ai(x)"),
    _row("airy_bi(x)", (-4, 2), x="d*scipy_airy_bip(x)"),
    _row("airy_bip(x)", (-4, 2), x="d*x*scipy_airy_bi(x)"),
    _row("struve(v, x)", (0.3, 3), (0.5, 6), v=UNKNOWN,
         x="d*(scipy_struve(v - 1, x) - scipy_struve(v + 1, x) + pow(x/2, v)/(sqrt_pi*tgamma(v + 1.5)))/2"),
    _row("modstruve(v, x)", (0.3, 3), (0.5, 6), v=UNKNOWN,
         x="d*(scipy_modstruve(v - 1, x) + scipy_modstruve(v + 1, x) + pow(x/2, v)/(sqrt_pi*tgamma(v + 1.5)))/2"),
)  # fmt: skip

# Near m = 0 the formulas for a derivative by m lose their digits; the integrands' series in m, A&S 17.2.6 and 17.2.9, does not:
# int sin^2k from 0 to phi is s2 ... s8.
_SIN2 = "((phi - sin(phi)*cos(phi))/2)"
_SIN4 = f"((3*{_SIN2} - sin(phi)*sin(phi)*sin(phi)*cos(phi))/4)"
_SIN6 = f"((5*{_SIN4} - sin(phi)*sin(phi)*sin(phi)*sin(phi)*sin(phi)*cos(phi))/6)"
_SIN8 = f"((7*{_SIN6} - sin(phi)*sin(phi)*sin(phi)*sin(phi)*sin(phi)*sin(phi)*sin(phi)*cos(phi))/8)"
_ROOT = "sqrt(1 - m*sin(phi)*sin(phi))"
_ELLIPTIC = (
    # A&S 17.3.9, 17.3.10 and 15.2.1
    _row("ellipk(m)", (-2, 0.9), m="d*(pi/8)*scipy_hyp2f1(1.5, 1.5, 2, m)"),
    _row("ellipe(m)", (-2, 0.9), m="-d*(pi/8)*scipy_hyp2f1(0.5, 1.5, 2, m)"),
    _row("ellipkm1(p)", (0.05, 2), p="where(p < 0.5, d*(p*r - scipy_ellipe(1 - p))/(2*p*(1 - p)), "
         "-d*(pi/8)*scipy_hyp2f1(1.5, 1.5, 2, 1 - p))"),
    # DLMF 19.4.5 to 19.4.7
    _row("ellipkinc(phi, m)", (-1.5, 1.5), (-1, 0.8), phi=f"d/{_ROOT}",
         m=f"d*where(fabs(m) < 0.0003, {_SIN2}/2 + m*(0.75*{_SIN4} + m*(0.9375*{_SIN6} + m*1.09375*{_SIN8})), "
         f"(scipy_ellipeinc(phi, m)/m - (1 - m)/m*r - sin(phi)*cos(phi)/{_ROOT})/(2*(1 - m)))"),
    _row("ellipeinc(phi, m)", (-1.5, 1.5), (-1, 0.8), phi=f"d*{_ROOT}",
         m=f"d*where(fabs(m) < 0.0003, -{_SIN2}/2 - m*(0.25*{_SIN4} + m*(0.1875*{_SIN6} + m*0.15625*{_SIN8})), "
         "(r - scipy_ellipkinc(phi, m))/(2*m))"),
    # DLMF 22.13.1
    _row("ellipj_sn(u, m)", (-2, 2), (0.1, 0.9), u="d*scipy_ellipj_cn(u, m)*scipy_ellipj_dn(u, m)", m=UNKNOWN),
    _row("ellipj_cn(u, m)", (-2, 2), (0.1, 0.9), u="-d*scipy_ellipj_sn(u, m)*scipy_ellipj_dn(u, m)", m=UNKNOWN),
    _row("ellipj_dn(u, m)", (-2, 2), (0.1, 0.9), u="-d*m*scipy_ellipj_sn(u, m)*scipy_ellipj_cn(u, m)", m=UNKNOWN),
    _row("ellipj_ph(u, m)", (-2, 2), (0.1, 0.9), u="d*scipy_ellipj_dn(u, m)", m=UNKNOWN),
)  # fmt: skip

_SINC = "where(fabs(x) < 0.03, 1 - x*x*(1/6 - x*x*(1/120 - x*x*(1/5040))), sin(x)/x)"
_SINHC = "where(fabs(x) < 0.03, 1 + x*x*(1/6 + x*x*(1/120 + x*x*(1/5040))), sinh(x)/x)"
_LOG_RATIO = (
    "where(fabs(x - 1) < 0.001, -1 + (x - 1)*(1/2 - (x - 1)*(1/3 - (x - 1)*(1/4 - (x - 1)*(1/5 - (x - 1)*(1/6))))), "
    "log(x)/(1 - x))"
)
_INTEGRALS = (  # A&S 5.1.26, 5.2.1, 5.2.2, 7.3.1, 7.3.2, 27.7.1
    _row("expi(x)", (-3, 3), x="d*exp(x)/x"),
    _row("exp1(x)", (0.2, 3), x="-d*exp(-x)/x"),
    _row("expn(n, x)", (2, 2), (0.2, 3), n="0", x="-d*where(n == 0, exp(-x)*(1 + x)/(x*x), scipy_expn(n - 1, x))"),
    _row("spence(x)", (0.2, 3), x=f"d*{_LOG_RATIO}"),
    _row("si(x)", (-6, 6), x=f"d*{_SINC}"),
    _row("ci(x)", (0.3, 6), x="d*cos(x)/x"),
    _row("shi(x)", (-3, 3), x=f"d*{_SINHC}"),
    _row("chi(x)", (0.3, 3), x="d*cosh(x)/x"),
    _row("fresnel_s(x)", (-3, 3), x="d*sin(pi/2*x*x)"),
    _row("fresnel_c(x)", (-3, 3), x="d*cos(pi/2*x*x)"),
    _row("wrightomega(x)", (-3, 3), x="d*r/(1 + r)"),  # Corless and Jeffrey 2002
    _row("wrightomega_re(x, y)", (-3, 3), (0.2, 2),
         x="d*(r*(1 + r) + scipy_wrightomega_im(x, y)*scipy_wrightomega_im(x, y))"
         "/((1 + r)*(1 + r) + scipy_wrightomega_im(x, y)*scipy_wrightomega_im(x, y))",
         y="-d*scipy_wrightomega_im(x, y)/((1 + r)*(1 + r) + scipy_wrightomega_im(x, y)*scipy_wrightomega_im(x, y))"),
    _row("wrightomega_im(x, y)", (-3, 3), (0.2, 2),
         x="d*r/((1 + scipy_wrightomega_re(x, y))*(1 + scipy_wrightomega_re(x, y)) + r*r)",
         y="d*(scipy_wrightomega_re(x, y)*(1 + scipy_wrightomega_re(x, y)) + r*r)"
         "/((1 + scipy_wrightomega_re(x, y))*(1 + scipy_wrightomega_re(x, y)) + r*r)"),
)  # fmt: skip

_SERIES = (  # A&S 15.2.1, 13.4.8, 13.4.21; DLMF 16.3.1
    _row("hyp2f1(a, b, c, x)", (0.5, 2), (0.5, 2), (2.5, 4), (-2, 0.8), a=UNKNOWN, b=UNKNOWN, c=UNKNOWN,
         x="d*a*b/c*scipy_hyp2f1(a + 1, b + 1, c + 1, x)"),
    _row("hyp1f1(a, b, x)", (0.5, 2), (1.5, 3), (-2, 2), a=UNKNOWN, b=UNKNOWN, x="d*a/b*scipy_hyp1f1(a + 1, b + 1, x)"),
    _row("hyp0f1(v, x)", (0.5, 3), (-2, 2), v=UNKNOWN, x="d/v*scipy_hyp0f1(v + 1, x)"),
    _row("hyperu(a, b, x)", (0.5, 2), (1.5, 3), (0.5, 3), a=UNKNOWN, b=UNKNOWN, x="-d*a*scipy_hyperu(a + 1, b + 1, x)"),
)  # fmt: skip

_POLYNOMIALS = (  # DLMF 18.9.15, 18.9.19, 18.9.21, 18.9.23, 18.9.25, 18.9.27
    _row("eval_jacobi(n, a, b, x)", (3, 3), (0.5, 2), (0.5, 2), (-0.9, 0.9), n=UNKNOWN, a=UNKNOWN, b=UNKNOWN,
         x="d*where(n == 0, 0, (n + a + b + 1)/2*scipy_eval_jacobi(n - 1, a + 1, b + 1, x))"),
    _row("eval_legendre(n, x)", (3, 3), (-0.9, 0.9), n=UNKNOWN,
         x="d*where(n == 0, 0, (n + 1)/2*scipy_eval_jacobi(n - 1, 1, 1, x))"),
    _row("eval_chebyt(n, x)", (3, 3), (-0.9, 0.9), n=UNKNOWN, x="d*where(n == 0, 0, n*scipy_eval_chebyu(n - 1, x))"),
    _row("eval_chebyu(n, x)", (3, 3), (-0.9, 0.9), n=UNKNOWN, x="d*where(n == 0, 0, 2*scipy_eval_gegenbauer(n - 1, 2, x))"),
    _row("eval_gegenbauer(n, a, x)", (3, 3), (0.5, 2), (-0.9, 0.9), n=UNKNOWN, a=UNKNOWN,
         x="d*where(n == 0, 0, 2*a*scipy_eval_gegenbauer(n - 1, a + 1, x))"),
    _row("eval_laguerre(n, x)", (3, 3), (0.5, 3), n=UNKNOWN, x="-d*where(n == 0, 0, scipy_eval_genlaguerre(n - 1, 1, x))"),
    _row("eval_genlaguerre(n, a, x)", (3, 3), (0.5, 2), (0.5, 3), n=UNKNOWN, a=UNKNOWN,
         x="-d*where(n == 0, 0, scipy_eval_genlaguerre(n - 1, a + 1, x))"),
    _row("eval_hermite(n, x)", (3, 3), (-2, 2), n="0", x="d*where(n == 0, 0, 2*n*scipy_eval_hermite(n - 1, x))"),
    _row("eval_hermitenorm(n, x)", (3, 3), (-2, 2), n="0", x="d*where(n == 0, 0, n*scipy_eval_hermitenorm(n - 1, x))"),
)  # fmt: skip

RULES: tuple[Rule, ...] = (*_ERRORS, *_GAMMA, *_COMPLEX, *_BESSEL, *_ELLIPTIC, *_INTEGRALS, *_SERIES, *_POLYNOMIALS)
