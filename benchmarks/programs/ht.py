"""Hand tracking: distances of points from a posed hand, and their Jacobian by forward mode, four columns at a time.

Results: the distances (3 N), the Jacobian by rows; columns: by the two positions on the point's own triangle, if these are
sought, then by theta (26).
"""

from __future__ import annotations

import math
from typing import Any

import numpy as np

import irad


@irad.jit
def multiply(a, b, out):  # type: ignore[no-untyped-def]
    """The product of two matrices of 4 by 4."""
    for i in range(4):
        for j in range(4):
            out[i, j] = 0.0
            for k in range(4):
                out[i, j] += a[i, k] * b[k, j]


@irad.jit
def bend(tx, tz, out):  # type: ignore[no-untyped-def]
    """Turns about the axes x and z as a matrix of 4 by 4."""
    cx = math.cos(tx)
    sx = math.sin(tx)
    cz = math.cos(tz)
    sz = math.sin(tz)
    for i in range(4):
        for j in range(4):
            out[i, j] = 0.0
    out[0, 0] = cz
    out[0, 1] = -sz * cx
    out[0, 2] = sz * sx
    out[1, 0] = sz
    out[1, 1] = cz * cx
    out[1, 2] = -cz * sx
    out[2, 1] = sx
    out[2, 2] = cx
    out[3, 3] = 1.0


@irad.jit
def pose(theta, parents, relatives, inverses, transforms):  # type: ignore[no-untyped-def]
    """How each bone moves the vertices."""
    bones = len(parents)
    absolutes = np.empty((bones, 4, 4))
    bent = np.empty((4, 4))
    relative = np.empty((4, 4))
    for b in range(bones):
        tx = 0.0
        tz = 0.0
        if 2 <= b < 22 and (b - 2) % 4 < 3:
            angles = theta[6 + 4 * ((b - 2) // 4) :]
            if (b - 2) % 4 == 0:
                tx = angles[0]
                tz = angles[1]
            else:
                tx = angles[1 + (b - 2) % 4]
        bend(tx, tz, bent)
        multiply(relatives[b], bent, relative)
        if parents[b] < 0:
            absolutes[b] = relative
        else:
            multiply(absolutes[parents[b]], relative, absolutes[b])
        multiply(absolutes[b], inverses[b], transforms[b])


@irad.jit
def rotation(w, R):  # type: ignore[no-untyped-def]
    """The rotation about w by the angle |w|."""
    angle = math.sqrt(w[0] * w[0] + w[1] * w[1] + w[2] * w[2])
    for i in range(3):
        for j in range(3):
            R[i, j] = 0.0
        R[i, i] = 1.0
    if angle < 1e-4:
        return
    c = math.cos(angle)
    s = math.sin(angle)
    for i in range(3):
        for j in range(3):
            R[i, j] = R[i, j] * c + (1.0 - c) * (w[i] / angle) * (w[j] / angle)
    for i in range(3):
        j = (i + 1) % 3
        k = (i + 2) % 3
        R[j, i] += s * w[k] / angle
        R[i, j] -= s * w[k] / angle


@irad.jit
def skin(theta, parents, relatives, inverses, positions, weights, mirrored, vertices):  # type: ignore[no-untyped-def]
    """The vertices of the posed hand."""
    bones = len(parents)
    transforms = np.empty((bones, 4, 4))
    R = np.empty((3, 3))
    at = np.empty(3)
    pose(theta, parents, relatives, inverses, transforms)
    rotation(theta, R)
    for v in range(len(positions)):
        for i in range(3):
            at[i] = 0.0
        for b in range(bones):
            for i in range(3):
                s = 0.0
                for k in range(4):
                    s += transforms[b, i, k] * positions[v, k]
                at[i] += weights[v, b] * s
        if mirrored:
            at[0] = -at[0]
        for i in range(3):
            vertices[v, i] = theta[3 + i]
            for k in range(3):
                vertices[v, i] += R[i, k] * at[k]


@irad.jit
def distances(  # type: ignore[no-untyped-def]
    theta, us, parents, relatives, inverses, positions, weights, triangles, mirrored, correspondences, points, out
):
    vertices = np.empty((len(positions), 3))
    skin(theta, parents, relatives, inverses, positions, weights, mirrored, vertices)
    for p in range(len(points)):
        target = correspondences[p]
        for i in range(3):
            if len(us) == 0:
                on = vertices[target, i]
            else:
                a = triangles[target, 0]
                b = triangles[target, 1]
                c = triangles[target, 2]
                u = us[p, 0]
                v = us[p, 1]
                on = u * vertices[a, i] + v * vertices[b, i] + (1.0 - u - v) * vertices[c, i]
            out[p, i] = points[p, i] - on


@irad.jit
def jacobian(  # type: ignore[no-untyped-def]
    theta, us, parents, relatives, inverses, positions, weights, triangles, mirrored, correspondences, points, out, J
):
    directions = np.zeros((4, len(theta)))
    du = np.zeros((4, len(us), 2))
    dout = np.empty((4, len(points), 3))
    columns = J.shape[2]
    extra = columns - len(theta)
    for first in range(0, columns, 4):
        directions[:] = 0.0
        du[:] = 0.0
        for lane in range(min(4, columns - first)):
            if first + lane < extra:
                du[lane, :, first + lane] = 1.0
            else:
                directions[lane, first + lane - extra] = 1.0
        irad.autodiff(
            distances,
            irad.BatchDuplicated(theta, (directions[0], directions[1], directions[2], directions[3])),
            irad.BatchDuplicated(us, (du[0], du[1], du[2], du[3])),
            parents,
            relatives,
            inverses,
            positions,
            weights,
            triangles,
            mirrored,
            correspondences,
            points,
            irad.BatchDuplicated(out, (dout[0], dout[1], dout[2], dout[3])),
            mode=irad.Forward,
        )
        for lane in range(min(4, columns - first)):
            for p in range(len(points)):
                for i in range(3):
                    J[p, i, first + lane] = dout[lane, p, i]


def arguments(instance: dict[str, Any]) -> tuple[Any, ...]:
    """The arguments of `distances`, then the Jacobian."""
    data, model = instance["data"], instance["data"]["model"]
    floats = {key: np.array(model[key], dtype=np.float64) for key in FLOATS}
    integers = {key: np.array(model[key], dtype=np.int64) for key in ("parents", "triangles")}
    theta = np.array(instance["theta"], dtype=np.float64)
    us = np.array(instance["us"], dtype=np.float64).reshape(-1, 2)
    points = np.array(data["points"], dtype=np.float64)
    return (
        theta,
        us,
        integers["parents"],
        *floats.values(),
        integers["triangles"],
        bool(model["is_mirrored"]),
        np.array(data["correspondences"], dtype=np.int64),
        points,
        np.zeros_like(points),
        np.zeros((len(points), 3, len(theta) + (2 if len(us) else 0))),
    )


FLOATS = ("base_relatives", "inverse_base_absolutes", "base_positions", "weights")


def primal(*given: Any) -> Any:
    return distances(*given[:-1])


def derivative(*given: Any) -> Any:
    return jacobian(*given)


def results(*given: Any) -> Any:
    """What `primal` and `derivative` give, as numbers in a row."""
    primal(*given)
    value = given[-2].copy()
    derivative(*given)
    return np.concatenate([value.ravel(), given[-1].ravel()])
