"""``Rotation`` of `scipy.spatial.transform`: one rotation, or several in a row, held as quaternions (x, y, z, w)."""

from __future__ import annotations

import math
from typing import Any

import numpy as np

from irad.frontends.python.library.shared.compiler_words import refused

_SMALL = 1e-6  # of squared angles, below which the series are as good


class Turns:
    """Rotations; all that is made of them has the derivatives by what they were made of."""

    irad_compiled = True

    def __init__(self, quat: Any) -> None:
        self.quat = quat

    @staticmethod
    def from_quat(quat: Any, *, scalar_first: bool = False) -> Any:
        """Of quaternions, which are given the norm 1."""
        given = np.asarray(quat) * np.float64(1.0)
        if given.shape[-1] != 4:
            raise ValueError("Expected `quat` to have shape (..., 4)")
        q = np.roll(given, -1, axis=-1) if scalar_first else given
        norms = np.sqrt((q * q).sum(axis=-1, keepdims=True))
        if np.any(norms == 0.0):
            raise ValueError("Found zero norm quaternions in `quat`.")
        return Turns(q / norms)

    @staticmethod
    def from_rotvec(rotvec: Any, degrees: bool = False) -> Any:
        """About vectors, by their lengths."""
        given = np.asarray(rotvec) * np.float64(1.0)
        if given.shape[-1] != 3:
            raise ValueError("Expected `rot_vec` to have shape (..., 3)")
        v = given * (math.pi / 180.0) if degrees else given
        square = (v * v).sum(axis=-1, keepdims=True)
        angle = np.sqrt(np.where(square <= _SMALL, 1.0, square))
        scale = np.where(square <= _SMALL, 0.5 - square / 48.0 + square * square / 3840.0, np.sin(angle / 2.0) / angle)
        last = np.where(square <= _SMALL, 1.0 - square / 8.0 + square * square / 384.0, np.cos(angle / 2.0))
        return Turns(np.concatenate((v * scale, last), axis=-1))

    @staticmethod
    def from_matrix(matrix: Any, *, assume_valid: bool = False) -> Any:
        """Of the orthogonal matrices that are nearest to those given, by Newton's iteration for these."""
        m = np.asarray(matrix) * np.float64(1.0)
        if m.shape[-2] != 3 or m.shape[-1] != 3:
            raise ValueError("Expected `matrix` to have shape (..., 3, 3)")
        if m.ndim > 3:
            refused("Rotation.from_matrix() of more than three axes is not supported in compiled functions", "reshape it")
        if m.ndim == 2:
            return Turns(_quaternion(m))
        out = np.empty((len(m), 4))
        for k in range(len(m)):
            out[k] = _quaternion(m[k])
        return Turns(out)

    @staticmethod
    def from_euler(seq: Any, angles: Any, degrees: bool = False) -> Any:
        """One turn after the other: about the axes of space (small letters), or about those that turn as well (capitals)."""
        _check_axes(seq, 1)
        given = np.asarray(angles) * np.float64(math.pi / 180.0 if degrees else 1.0)
        n = len(seq)
        if np.ndim(given) == 0:
            return Turns(_about(seq[0].lower(), np.reshape(given, (1,))))
        if given.shape[-1] != n:
            raise ValueError("Expected last dimension of `angles` to match number of sequence axes specified")
        found = _about(seq[0].lower(), given[..., :1])
        for k in range(1, n):
            one = _about(seq[k].lower(), given[..., k : k + 1])
            found = _product(one, found) if seq.islower() else _product(found, one)
        return Turns(found)

    @staticmethod
    def identity(num: Any = None) -> Any:
        """No rotation."""
        return Turns(np.array([0.0, 0.0, 0.0, 1.0]) if num is None else np.tile(np.array([0.0, 0.0, 0.0, 1.0]), (num, 1)))

    def as_quat(self, canonical: bool = False, *, scalar_first: bool = False) -> Any:
        """Quaternions, with positive w if ``canonical``."""
        q = _canonical(self.quat) if canonical else self.quat.copy()
        return np.roll(q, 1, axis=-1) if scalar_first else q

    def as_matrix(self) -> Any:
        """Matrices."""
        x, y, z, w = _parts(self.quat)
        first = _joined((x * x - y * y - z * z + w * w, 2.0 * (x * y - z * w), 2.0 * (x * z + y * w)))
        second = _joined((2.0 * (x * y + z * w), -x * x + y * y - z * z + w * w, 2.0 * (y * z - x * w)))
        third = _joined((2.0 * (x * z - y * w), 2.0 * (y * z + x * w), -x * x - y * y + z * z + w * w))
        return np.stack((first, second, third), axis=-2)

    def as_rotvec(self, degrees: bool = False) -> Any:
        """Vectors with the lengths of the angles, at most π."""
        q = _canonical(self.quat)
        v, w = q[..., :3], q[..., 3:]
        square = (v * v).sum(axis=-1, keepdims=True)
        small = square <= 0.25 * _SMALL
        size = np.sqrt(np.where(small, 1.0, square))
        ratio = square / (w * w + square)  # of the squared sine
        series = 2.0 + ratio / 3.0 + 3.0 * ratio * ratio / 20.0  # 2 arcsin(s) / s
        found = v * np.where(small, series, 2.0 * np.arctan2(size, w) / size)
        return found * (180.0 / math.pi) if degrees else found

    def as_euler(self, seq: Any, degrees: bool = False) -> Any:
        """Three angles (Bernardes and Viollet 2022); an error where only the sum of two is determined."""
        _check_axes(seq, 3)
        outer = seq.islower()
        i, j, k = ["xyz".index(c) for c in (seq if outer else seq[::-1]).lower()]
        if i == j or j == k:
            raise ValueError("Expected consecutive axes to be different")
        symmetric = i == k
        k = 3 - i - j if symmetric else k
        sign = (i - j) * (j - k) * (k - i) / 2.0
        parts = _parts(self.quat)
        p, q, r, w = parts[i], parts[j], parts[k] * sign, parts[3]
        a, b, c, d = (w, p, q, r) if symmetric else (w - q, p + r, q + w, r - p)
        middle = 2.0 * np.arctan2(np.hypot(c, d), np.hypot(a, b))
        if np.any((np.abs(middle) <= 1e-7) | (np.abs(middle - math.pi) <= 1e-7)):
            raise NotImplementedError("as_euler() in gimbal lock, where two angles are not determined, in compiled functions")
        half_sum, half_difference = np.arctan2(b, a), np.arctan2(d, c)
        low, high = half_sum - half_difference, half_sum + half_difference
        if not symmetric:
            high, middle = high * sign, middle - math.pi / 2.0
        first, third = (low, high) if outer else (high, low)
        found = _joined((_wrapped(first), _wrapped(middle), _wrapped(third)))
        return found * (180.0 / math.pi) if degrees else found

    def apply(self, vectors: Any, inverse: bool = False) -> Any:
        """Vectors after the rotations."""
        v = np.asarray(vectors) * np.float64(1.0)
        if v.shape[-1] != 3:
            raise ValueError("Expected input of shape (3,) or (N, 3)")
        u = self.quat[..., :3]
        across = _cross(-u if inverse else u, v)
        twice = _cross(u, _cross(u, v))
        return v + 2.0 * (self.quat[..., 3:] * across + twice)

    def inv(self) -> Any:
        """The inverse rotations."""
        return Turns(self.quat * np.array([-1.0, -1.0, -1.0, 1.0]))

    def magnitude(self) -> Any:
        """The angles, from 0 to π."""
        u = self.quat[..., :3]
        return 2.0 * np.arctan2(np.sqrt((u * u).sum(axis=-1)), np.abs(self.quat[..., 3]))

    def __mul__(self, other: Any) -> Any:
        return Turns(_product(self.quat, other.quat))

    def __getitem__(self, k: Any) -> Any:
        if self.quat.ndim == 1:
            raise TypeError("Single rotation is not subscriptable.")
        return Turns(self.quat[k])

    def __len__(self) -> int:
        if self.quat.ndim == 1:
            raise TypeError("Single rotation has no len().")
        return len(self.quat)

    def to_python(self) -> Any:
        """What Python is given as a result."""
        from scipy.spatial.transform import Rotation

        return Rotation.from_quat(self.quat)


def _check_axes(seq: Any, least: int) -> None:
    if not least <= len(seq) <= 3 or not (set(seq) <= set("xyz") or set(seq) <= set("XYZ")):
        raise ValueError("Expected axes from `seq` to be from ['x', 'y', 'z'] or ['X', 'Y', 'Z']")


def _parts(q: Any) -> Any:
    """The four numbers of quaternions, with a last axis of one."""
    return q[..., :1], q[..., 1:2], q[..., 2:3], q[..., 3:]


def _joined(parts: Any) -> Any:
    return np.concatenate(parts, axis=-1)


def _about(axis: Any, angles: Any) -> Any:
    sine, cosine = np.sin(angles / 2.0), np.cos(angles / 2.0)
    none = 0.0 * sine
    return _joined((sine if axis == "x" else none, sine if axis == "y" else none, sine if axis == "z" else none, cosine))


def _product(p: Any, q: Any) -> Any:
    """Of quaternions: first the turn of ``q``, then that of ``p``."""
    a, b, c, d = _parts(p)
    x, y, z, w = _parts(q)
    first, second = d * x + a * w + b * z - c * y, d * y - a * z + b * w + c * x
    return _joined((first, second, d * z + a * y - b * x + c * w, d * w - a * x - b * y - c * z))


def _cross(u: Any, v: Any) -> Any:
    a, b, c = u[..., :1], u[..., 1:2], u[..., 2:]
    x, y, z = v[..., :1], v[..., 1:2], v[..., 2:]
    return _joined((b * z - c * y, c * x - a * z, a * y - b * x))


def _wrapped(angle: Any) -> Any:
    """Between -π and π."""
    return np.where(angle < -math.pi, angle + 2.0 * math.pi, np.where(angle > math.pi, angle - 2.0 * math.pi, angle))


def _canonical(q: Any) -> Any:
    """With positive w, or where it is 0 the first of the others that is not."""
    x, y, z, w = _parts(q)
    below = (w < 0.0) | ((w == 0.0) & ((x < 0.0) | ((x == 0.0) & ((y < 0.0) | ((y == 0.0) & (z < 0.0))))))
    return q * np.where(below, -1.0, 1.0)


def _quaternion(matrix: Any) -> Any:
    if not np.linalg.det(matrix) > 0.0:
        raise ValueError("Non-positive determinant (left-handed or null coordinate frame) in rotation matrix")
    m = matrix
    for _ in range(12):
        m = 0.5 * (m + np.linalg.inv(m).T)
    trace = m[0, 0] + m[1, 1] + m[2, 2]
    out = np.empty(4)
    i = 0 if m[0, 0] >= m[1, 1] else 1
    i = 2 if m[2, 2] > m[i, i] else i
    if trace > m[i, i]:
        out[0], out[1], out[2] = m[2, 1] - m[1, 2], m[0, 2] - m[2, 0], m[1, 0] - m[0, 1]
        out[3] = 1.0 + trace
    else:
        j, k = (i + 1) % 3, (i + 2) % 3
        out[i] = 1.0 - trace + 2.0 * m[i, i]
        out[j], out[k] = m[j, i] + m[i, j], m[k, i] + m[i, k]
        out[3] = m[k, j] - m[j, k]
    return out / np.sqrt((out * out).sum())
