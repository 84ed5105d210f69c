"""What the programs are to compute: the reference results of the public suite, in the order of ``results``.

Names as in `benchmarks.instances`; the files lie in ../shared/data/ref.  ode's gradient is that of complex steps:
the suite's closed form holds for up to four components only.  The Jacobian of ba is compared in its first and last rows.
"""

from __future__ import annotations

import json
from typing import Any

import numpy as np
from numpy.typing import NDArray

from benchmarks.instances import DATA, instance

Array = NDArray[np.float64]
NAMES: dict[str, tuple[str, ...]] = {
    "llsq": ("n16_m5", "n129_m20"),
    "lse": ("n7", "n500"),
    "det": ("l4", "l6"),
    "ode": ("n4_s10", "n8_s20", "n40_s10"),
    "gmm": ("d2_k3_n10", "d5_k4_n30_m2_g1.5", "d2_k5", "d10_k25", "d20_k25"),
    "ba": ("n4_m5_p12", "rot0_n3_m4_p11", "ba1"),
    "ht": ("simple_small_hand1", "complicated_small_hand1"),
    "lstm": ("l2_c8", "l4_c64"),
    "kmeans": ("k3_n20_d2", "k10_n200_d8"),
    "particle": ("w0",),
    "saddle": ("s11",),
}


def reference(program: str, name: str) -> Array:
    """The results of ``program`` on a reference instance."""
    if program == "ba":
        return bundle(name)
    if program == "ode":
        given = instance(program, name)
        return np.concatenate([load(program, name, "primal"), last_slopes(given["x"], given["s"])])
    if program == "kmeans":
        return np.concatenate([[load(program, name, "cost")], flat(load(program, name, "dir"))])
    if program in ("particle", "saddle"):
        return np.concatenate([flat(load(program, name, which)) for which in ("rr", "rf", "fr", "ff")])
    if program == "gmm" and "_n" not in name:
        both = json.loads((DATA / "ref" / "gmm" / f"gmm_{name.replace('k', 'K')}.out.json").read_text())
        return mixture(both["objective"], both["jacobian"])
    objective, jacobian = ("objective", "jacobian") if program in ("gmm", "lstm", "ht") else ("primal", "gradient")
    value, derivative = load(program, name, objective), load(program, name, jacobian)
    return mixture(value, derivative) if program == "gmm" else np.concatenate([flat(value), flat(derivative)])


def mixture(value: float, derivative: dict[str, Any]) -> Array:
    return np.concatenate([flat(value), *(flat(derivative[key]) for key in ("alpha", "mu", "q", "l"))])


def comparable(program: str, results: Array) -> Array:
    """What of ``results`` stands in the reference.  kmeans: Newton's direction instead of gradient and Hessian."""
    if program == "kmeans":
        half = (len(results) - 1) // 2
        return np.concatenate([results[:1], results[1 : 1 + half] / results[1 + half :]])
    return results


def disagreement(program: str, name: str, results: Array) -> float:
    """The largest |a - b| / max(1, |a| + |b|); ode's gradient is small and taken by its largest component."""
    want, got = reference(program, name), comparable(program, results)
    if len(want) != len(got):
        raise ValueError(f"{program} {name}: {len(got)} results instead of {len(want)}")
    least = np.ones(len(want))
    if program == "ode":
        least[len(want) // 2 :] = np.abs(want[len(want) // 2 :]).max()
    error = np.abs(got - want) / np.maximum(least, np.abs(got) + np.abs(want))
    return float("inf") if np.isnan(error).any() else float(error.max())


def load(program: str, name: str, function: str) -> Any:
    return json.loads((DATA / "ref" / program / f"{name}.{function}.out.json").read_text())


def flat(value: Any) -> Array:
    if isinstance(value, list):
        return np.concatenate([flat(part) for part in value]) if value else np.zeros(0)
    return np.array([value], dtype=np.float64)


def bundle(name: str) -> Array:
    """Errors (2 p), errors of the weights (p), the rows of the Jacobian (2 p rows of 15), derivatives of the weights' errors (p).

    All observations are the same one, of which the suite gives the two rows.
    """
    p = instance("ba", name)["p"]
    objective, jacobian = load("ba", name, "objective"), load("ba", name, "jacobian")
    return np.concatenate(
        [
            np.tile(objective["reproj_error"]["elements"], p),
            np.full(p, objective["w_err"]["element"]),
            np.tile(jacobian["vals"][:30], p),
            np.full(p, jacobian["vals"][30]),
        ]
    )


def last_slopes(x: Array, steps: int) -> Array:
    """The gradient of ode's last component by complex steps."""
    n, h = len(x), 2 / steps
    xs = x + 1e-30j * np.eye(n)

    def right_side(y: NDArray[np.complex128]) -> NDArray[np.complex128]:
        before = np.hstack([np.ones((n, 1)), y[:, :-1]])
        return xs * before

    y = np.zeros((n, n), dtype=np.complex128)
    for _ in range(steps):
        k1 = right_side(y)
        k2 = right_side(y + h * k1 / 2)
        k3 = right_side(y + h * k2 / 2)
        k4 = right_side(y + h * k3)
        y = y + h * (k1 + 2 * k2 + 2 * k3 + k4) / 6
    return np.asarray(y[:, -1].imag / 1e-30)
