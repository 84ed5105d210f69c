"""Forward kinematics and damped least squares IK on a chain given as a list of link dicts."""
import numpy as np

ROBOT = [
    {"name": "base", "type": "revolute", "axis": "z", "offset": (0.0, 0.0, 0.3), "limits": (-3.0, 3.0)},
    {"name": "shoulder", "type": "revolute", "axis": "y", "offset": (0.0, 0.1, 0.0), "limits": (-2.0, 2.0)},
    {"name": "elbow", "type": "revolute", "axis": "y", "offset": (0.5, 0.0, 0.0), "limits": (-2.5, 2.5)},
    {"name": "slider", "type": "prismatic", "axis": "x", "offset": (0.4, 0.0, 0.0), "limits": (0.0, 0.4)},
    {"name": "tool", "type": "fixed", "offset": (0.1, 0.0, 0.05)},
]


def rotation(axis, q):
    c, s = np.cos(q), np.sin(q)
    match axis:
        case "x":
            return np.array([[1, 0, 0], [0, c, -s], [0, s, c]])
        case "y":
            return np.array([[c, 0, s], [0, 1, 0], [-s, 0, c]])
        case "z":
            return np.array([[c, -s, 0], [s, c, 0], [0, 0, 1]])
    raise ValueError(f"unknown axis {axis}")


def homogeneous(R=None, p=None):
    T = np.eye(4)
    if R is not None:
        T[:3, :3] = R
    if p is not None:
        T[:3, 3] = p
    return T


def forward(q, scale=1.0):
    T = np.eye(4)
    frames = {}
    joints = iter(q)
    for link in ROBOT:
        T = T @ homogeneous(p=scale * np.array(link["offset"]))
        if link["type"] == "revolute":
            T = T @ homogeneous(rotation(link["axis"], next(joints)))
        elif link["type"] == "prismatic":
            e = np.array([float(a == link["axis"]) for a in "xyz"])
            T = T @ homogeneous(p=next(joints) * e)
        frames[link["name"]] = T
    return frames


def numerical_jacobian(q, scale, h=1e-4):
    J = np.zeros((3, len(q)))
    for k in range(len(q)):
        dq = np.zeros(len(q))
        dq[k] = h
        J[:, k] = (forward(q + dq, scale)["tool"][:3, 3] - forward(q - dq, scale)["tool"][:3, 3]) / (2 * h)
    return J


def inverse(target, q, scale, iterations=4, damping=0.05):
    for _ in range(iterations):
        e = target - forward(q, scale)["tool"][:3, 3]
        J = numerical_jacobian(q, scale)
        q = q + J.T @ np.linalg.solve(J @ J.T + damping**2 * np.eye(3), e)
    return q


def limit_cost(q):
    cost, k = 0.0, 0
    for link in ROBOT:
        if "limits" not in link:
            continue
        lo, hi = link["limits"]
        cost += np.exp(-(q[k] - lo) / 0.3) + np.exp((q[k] - hi) / 0.3)
        k += 1
    return cost


def loss(target, scale, q0):
    q = inverse(target, q0, scale)
    miss = target - forward(q, scale)["tool"][:3, 3]
    return 10 * miss @ miss + 0.01 * limit_cost(q) + 0.05 * np.sum((q - q0) ** 2)


def args():
    return np.array([0.6, 0.3, 0.1]), 1.05, np.array([0.2, 0.4, 0.7, 0.15])


ARGNUM = (0, 1)
