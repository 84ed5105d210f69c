"""Which functions of `scipy.special` are SciPy's own code, which are formulas of one element, which are of arrays."""

from __future__ import annotations

from typing import Any

from irad.frontends.python.library.special import reduced_functions, scipy_code, special_functions, written_special

_BEFORE = """
erf erfc erfcx gammaln gamma rgamma betaln beta expit logit log_expit xlogy xlog1py psi entr rel_entr kl_div huber pseudo_huber
ndtr log_ndtr exprel cosm1 exp10 boxcox boxcox1p inv_boxcox binom
""".split()
_WRITTEN = """
loggamma gammasgn cbrt exp2 log1p expm1 round inv_boxcox1p voigt_profile eval_chebyc eval_chebys eval_sh_legendre eval_sh_chebyt
eval_sh_chebyu sindg cosdg chdtr chdtrc chdtri fdtr fdtrc fdtri gdtr gdtrc pdtr pdtrc bdtr bdtrc nbdtr nbdtrc
""".split()
_CODE = """
erfinv erfcinv erfi dawsn ndtri ndtri_exp poch gammainc gammaincc gammaincinv gammainccinv betainc betaincc betaincinv
betainccinv stdtr stdtrit owens_t j0 j1 jv y0 y1 yn yv i0 i0e i1 i1e iv ive k0 k0e k1 k1e kn kv kve struve modstruve ellipk ellipe
ellipkm1 ellipkinc ellipeinc expi exp1 expn spence hyp2f1 hyp1f1 hyp0f1 hyperu eval_jacobi eval_legendre eval_chebyt eval_chebyu
eval_gegenbauer eval_laguerre eval_genlaguerre eval_hermite eval_hermitenorm wrightomega zetac
""".split()
_REDUCED = "logsumexp softmax log_softmax polygamma".split()
_COMPOSED = """
sici shichi fresnel airy ellipj spherical_jn spherical_yn spherical_in spherical_kn multigammaln softplus factorial comb perm
lambertw wofz zeta
""".split()
_NODES = "roots_legendre roots_hermite roots_hermitenorm roots_laguerre roots_chebyt roots_chebyu bernoulli".split()
_SLOPES = "jvp yvp ivp kvp powm1 factorial2 agm".split()


def of_numbers() -> dict[str, Any]:
    """The functions of one element, by name."""
    found = {n: getattr(special_functions, n) for n in _BEFORE} | {n: getattr(written_special, n) for n in _WRITTEN}
    return found | {n: scipy_code.TABLE[n] for n in _CODE}


def of_arrays() -> dict[str, Any]:
    """The functions that are compiled as they stand; SciPy is there when one of them is called."""
    from irad.frontends.python.library.special import bessel_slopes, complex_special, composed_special, nodes

    found = {n: getattr(reduced_functions, n) for n in _REDUCED} | {n: getattr(composed_special, n) for n in _COMPOSED}
    found |= {n: getattr(nodes, n) for n in _NODES}
    found |= {n: getattr(complex_special, n) for n in ("hankel1", "hankel2", "sph_harm_y")}
    return found | {n: getattr(bessel_slopes, n) for n in _SLOPES}
