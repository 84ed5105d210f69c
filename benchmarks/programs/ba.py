"""Bundle adjustment: the errors of all observations, and their Jacobian by reverse mode inside compiled code.

Results: errors (2 p), errors of the weights (p), rows of the Jacobian without its zeros: by camera (11), point (3), weight
(2 p rows of 15), then the derivatives of the weights' errors (p).
"""

from __future__ import annotations

import math
from typing import Any

import numpy as np

import irad


@irad.jit
def rotate(r, x, y, z):  # type: ignore[no-untyped-def]
    """(x, y, z) turned about the axis r by the angle |r|."""
    square = r[0] * r[0] + r[1] * r[1] + r[2] * r[2]
    if square == 0.0:
        return x + r[1] * z - r[2] * y, y + r[2] * x - r[0] * z, z + r[0] * y - r[1] * x
    angle = math.sqrt(square)
    c = math.cos(angle)
    s = math.sin(angle)
    u = r[0] / angle
    v = r[1] / angle
    w = r[2] / angle
    along = (u * x + v * y + w * z) * (1.0 - c)
    return (
        x * c + (v * z - w * y) * s + u * along,
        y * c + (w * x - u * z) * s + v * along,
        z * c + (u * y - v * x) * s + w * along,
    )


@irad.jit
def project(camera, point, weight, feature, error):  # type: ignore[no-untyped-def]
    a, b, c = rotate(camera, point[0] - camera[3], point[1] - camera[4], point[2] - camera[5])
    x = a / c
    y = b / c
    rho = x * x + y * y
    scale = camera[6] * (1.0 + camera[9] * rho + camera[10] * rho * rho)
    error[0] = weight * (x * scale + camera[7] - feature[0])
    error[1] = weight * (y * scale + camera[8] - feature[1])


@irad.jit
def weight_error(w):  # type: ignore[no-untyped-def]
    return 1.0 - w * w


@irad.jit
def errors(cameras, points, weights, features, out, weights_out):  # type: ignore[no-untyped-def]
    for i in range(len(weights)):
        project(cameras[i % len(cameras)], points[i % len(points)], weights[i], features[i], out[i])
    for i in range(len(weights)):
        weights_out[i] = weight_error(weights[i])


@irad.jit
def jacobian(cameras, points, weights, features, J, dweights):  # type: ignore[no-untyped-def]
    error = np.empty(2)
    seed = np.empty(2)
    for i in range(len(weights)):
        for j in range(2):
            row = J[i, j]
            for k in range(len(row)):
                row[k] = 0.0
            seed[0] = 0.0
            seed[1] = 0.0
            seed[j] = 1.0
            slopes = irad.autodiff(
                project,
                irad.Duplicated(cameras[i % len(cameras)], row[:11]),
                irad.Duplicated(points[i % len(points)], row[11:14]),
                irad.Active(weights[i]),
                features[i],
                irad.Duplicated(error, seed),
            )
            row[14] = slopes[2]
    for i in range(len(weights)):
        dweights[i] = irad.grad(weight_error)(weights[i])


def arguments(instance: dict[str, Any]) -> tuple[Any, ...]:
    """Cameras, points, weights, features; errors, those of the weights, and the derivatives of both."""
    n, m, p = (int(instance[key]) for key in ("n", "m", "p"))
    cameras, points, features = (
        np.tile(np.array(instance[key], dtype=np.float64), (count, 1)) for key, count in (("cam", n), ("x", m), ("feat", p))
    )
    weights = np.full(p, float(instance["w"]))
    return cameras, points, weights, features, np.zeros((p, 2)), np.zeros(p), np.zeros((p, 2, 15)), np.zeros(p)


def primal(cameras: Any, points: Any, weights: Any, features: Any, out: Any, weights_out: Any, *derivatives: Any) -> Any:
    return errors(cameras, points, weights, features, out, weights_out)


def derivative(cameras: Any, points: Any, weights: Any, features: Any, out: Any, weights_out: Any, *derivatives: Any) -> Any:
    return jacobian(cameras, points, weights, features, *derivatives)


def results(*given: Any) -> Any:
    """What `primal` and `derivative` give, as numbers in a row."""
    primal(*given)
    derivative(*given)
    return np.concatenate([a.ravel() for a in given[4:]])
