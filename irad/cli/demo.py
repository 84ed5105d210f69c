"""``irad demo``: differentiate a Gaussian mixture written as loops over in-place work arrays, check it, fit it."""

from __future__ import annotations

import io
import math
import time
from pathlib import Path
from typing import Any

import click
import numpy as np

from irad.cli.failures import command
from irad.files import write_whole


def mixture(weights, means, scales, x, work, terms):  # type: ignore[no-untyped-def]
    """Minus the log-likelihood of ``x`` (n, d) under a mixture of k diagonal Gaussians.

    ``weights`` (k) are logarithms up to a constant, ``scales`` (k, d) logarithms of inverse standard deviations; ``work`` (d) and
    ``terms`` (k) are work arrays, overwritten for every point.
    """
    k, d = means.shape
    largest = weights[0]
    for c in range(1, k):
        if weights[c] > largest:
            largest = weights[c]
    total = 0.0
    for c in range(k):
        total += math.exp(weights[c] - largest)
    norm = largest + math.log(total)
    value = 0.0
    for i in range(x.shape[0]):
        for c in range(k):
            square = 0.0
            logs = 0.0
            for a in range(d):
                work[a] = (x[i, a] - means[c, a]) * math.exp(scales[c, a])
                square += work[a] * work[a]
                logs += scales[c, a]
            terms[c] = weights[c] - norm + logs - 0.5 * square
        top = terms[0]
        for c in range(1, k):
            if terms[c] > top:
                top = terms[c]
        total = 0.0
        for c in range(k):
            total += math.exp(terms[c] - top)
        value -= top + math.log(total) - 0.5 * d * math.log(2.0 * math.pi)
    return value / x.shape[0]


def data(n: int, seed: int) -> tuple[np.ndarray, np.ndarray]:
    """Points of three clusters in the plane, and the true centres."""
    rng = np.random.default_rng(seed)
    centres = np.array([[-3.0, 0.0], [1.0, 2.5], [2.0, -2.0]])
    spreads = np.array([[0.6, 1.0], [1.0, 0.4], [0.5, 0.5]])
    labels = rng.integers(0, 3, n)
    return centres[labels] + spreads[labels] * rng.normal(size=(n, 2)), centres


@click.command()
@click.option("--points", type=click.IntRange(10), default=2000, show_default=True, help="Number of points.")
@click.option("--seed", type=click.IntRange(0), default=0, show_default=True, help="Seed of the random data.")
@click.option("--picture", default="irad-demo.png", show_default=True, help="Where the picture goes (needs matplotlib).")
@command
def demo(points: int, seed: int, picture: str) -> None:
    """Differentiate a Gaussian mixture, check the gradient, and fit it."""
    from rich.console import Console

    console = Console()
    x, centres = data(points, seed)
    rng = np.random.default_rng(seed + 1)
    start = (np.zeros(3), x[rng.integers(0, points, 3)] + rng.normal(size=(3, 2)), np.zeros((3, 2)))
    report: dict[str, str] = {}
    began = time.perf_counter()
    _derivative(start, x)
    report["compile primal and gradient"] = f"{time.perf_counter() - began:.2f} s"
    report["gradient against central differences"] = f"{_check(start, x):.1e} (largest error, relative)"
    report.update(_times(start, x))
    fitted, steps = _fit(start, x)
    found = fitted[1]
    error = max(float(np.min(np.linalg.norm(found - c, axis=1))) for c in centres)
    report["fit with scipy.optimize (L-BFGS-B)"] = f"{steps} evaluations, centres found to {error:.3f}"
    report["plan of the gradient"] = _plan(start, x)
    width = max(map(len, report))
    console.print("[bold]Gaussian mixture, 3 components in the plane, written as loops over work arrays[/bold]")
    for name, text in report.items():
        console.print(f"  {name:<{width}}  {text}", highlight=False)
    if _draw(x, centres, found, picture):
        console.print(f"  picture: {picture}")


def _derivative(parameters: Any, x: np.ndarray) -> tuple[float, list[np.ndarray]]:
    import irad

    shadows = [np.zeros_like(p) for p in parameters]
    work, terms = np.zeros(x.shape[1]), np.zeros(len(parameters[0]))
    arguments = [irad.Duplicated(p, s) for p, s in zip(parameters, shadows, strict=True)]
    _, value = irad.autodiff(
        mixture,
        *arguments,
        irad.Const(x),
        irad.Duplicated(work, np.zeros_like(work)),
        irad.Duplicated(terms, np.zeros_like(terms)),
        mode=irad.ReverseWithPrimal,
    )
    return value, shadows


def _primal(parameters: Any, x: np.ndarray) -> float:
    from irad.api.pyfunc.python_calls import call_python
    from irad.pycall.specialisation import python_function

    value: float = call_python(python_function(mixture), (*parameters, x, np.zeros(x.shape[1]), np.zeros(len(parameters[0]))))
    return value


def _check(parameters: Any, x: np.ndarray) -> float:
    _, gradient = _derivative(parameters, x)
    worst = 0.0
    for p, g in zip(parameters, gradient, strict=True):
        for i in np.ndindex(p.shape):
            old, h = p[i], 1e-6
            p[i] = old + h
            up = _primal(parameters, x)
            p[i] = old - h
            down = _primal(parameters, x)
            p[i] = old
            got = float(g[i])
            worst = max(worst, abs((up - down) / (2 * h) - got) / max(1.0, abs(got)))
    return worst


def _times(parameters: Any, x: np.ndarray) -> dict[str, str]:
    primal, gradient = [], []
    for _ in range(9):
        a = time.perf_counter()
        _primal(parameters, x)
        b = time.perf_counter()
        _derivative(parameters, x)
        c = time.perf_counter()
        primal.append(b - a)
        gradient.append(c - b)
    ratio = float(np.median(np.array(gradient) / np.array(primal)))
    return {
        "primal": f"{np.median(primal) * 1e3:.2f} ms",
        "value and gradient": f"{np.median(gradient) * 1e3:.2f} ms ({ratio:.1f} times the primal)",
    }


def _fit(start: Any, x: np.ndarray) -> tuple[list[np.ndarray], int]:
    from scipy.optimize import minimize

    shapes = [p.shape for p in start]
    sizes = np.cumsum([p.size for p in start])[:-1]

    def unpack(flat: np.ndarray) -> list[np.ndarray]:
        return [np.ascontiguousarray(part.reshape(s)) for part, s in zip(np.split(flat, sizes), shapes, strict=True)]

    def both(flat: np.ndarray) -> tuple[float, np.ndarray]:
        value, gradient = _derivative(unpack(flat), x)
        return value, np.concatenate([g.ravel() for g in gradient])

    done = minimize(both, np.concatenate([p.ravel() for p in start]), jac=True, method="L-BFGS-B")
    return unpack(done.x), int(done.nfev)


def _plan(parameters: Any, x: np.ndarray) -> str:
    from irad.pycall.specialisation import python_function

    made = [s for spec in python_function(mixture).specialisations for s in spec.source.statistics()]
    if not made:
        return "-"
    s = made[-1]
    return f"{s['cached']} values cached, {s['recomputed']} computed again"


def _draw(x: np.ndarray, centres: np.ndarray, found: np.ndarray, picture: str) -> bool:
    try:
        import matplotlib
    except ImportError:
        return False
    matplotlib.use("Agg")
    import matplotlib.pyplot as plt

    figure, axes = plt.subplots(figsize=(6, 5))
    axes.scatter(x[:, 0], x[:, 1], s=3, color="0.7", label="points")
    axes.scatter(centres[:, 0], centres[:, 1], marker="x", color="k", label="true centres")
    axes.scatter(found[:, 0], found[:, 1], facecolors="none", edgecolors="C3", s=120, label="fitted centres")
    axes.legend()
    axes.set_title("Gaussian mixture fitted with irad's gradient")
    content = io.BytesIO()
    figure.savefig(content, dpi=120, format=Path(picture).suffix[1:] or "png")
    write_whole(picture, content.getvalue())
    plt.close(figure)
    return True
