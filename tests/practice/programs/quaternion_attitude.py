"""Attitude estimation with a Quaternion class with operator overloading; gyro integration and star vectors."""
import numpy as np


class Quaternion:
    __slots__ = ("w", "x", "y", "z")

    def __init__(self, w, x, y, z):
        self.w, self.x, self.y, self.z = w, x, y, z

    @classmethod
    def identity(cls):
        return cls(1.0, 0.0, 0.0, 0.0)

    @classmethod
    def from_rotvec(cls, v):
        angle = np.sqrt(v[0] ** 2 + v[1] ** 2 + v[2] ** 2)
        if angle < 1e-10:
            return cls(1.0, v[0] / 2, v[1] / 2, v[2] / 2)
        s = np.sin(angle / 2) / angle
        return cls(np.cos(angle / 2), s * v[0], s * v[1], s * v[2])

    @property
    def conj(self):
        return Quaternion(self.w, -self.x, -self.y, -self.z)

    def norm(self):
        return np.sqrt(self.w**2 + self.x**2 + self.y**2 + self.z**2)

    def __mul__(self, o):
        if isinstance(o, (int, float)):
            return Quaternion(self.w * o, self.x * o, self.y * o, self.z * o)
        return Quaternion(
            self.w * o.w - self.x * o.x - self.y * o.y - self.z * o.z,
            self.w * o.x + self.x * o.w + self.y * o.z - self.z * o.y,
            self.w * o.y - self.x * o.z + self.y * o.w + self.z * o.x,
            self.w * o.z + self.x * o.y - self.y * o.x + self.z * o.w,
        )

    def __truediv__(self, s):
        return Quaternion(self.w / s, self.x / s, self.y / s, self.z / s)

    def normalized(self):
        return self / self.norm()

    def rotate(self, v):
        r = self * Quaternion(0.0, *v) * self.conj
        return np.array([r.x, r.y, r.z])

    def __repr__(self):
        return f"Quaternion({self.w:.3f}, {self.x:.3f}, {self.y:.3f}, {self.z:.3f})"


def propagate(q, gyro, bias, dt):
    for omega in gyro:
        q = (q * Quaternion.from_rotvec((omega - bias) * dt)).normalized()
    return q


def loss(bias, gyro, stars, dt=0.1):
    q = propagate(Quaternion.identity(), gyro, bias, dt)
    total = 0.0
    for name, (catalogue, measured) in sorted(stars.items()):
        error = q.rotate(measured) - np.asarray(catalogue)
        total += error @ error
    return total


def args():
    rng = np.random.default_rng(22)
    gyro = 0.5 * rng.standard_normal((12, 3)) + 0.1
    stars = {"vega": ([1.0, 0.0, 0.0], np.array([0.8, -0.5, 0.33])),
             "sirius": ([0.0, 0.6, 0.8], np.array([0.4, 0.5, 0.77])),
             "polaris": ([0.0, 0.0, 1.0], np.array([-0.3, -0.4, 0.87]))}
    return np.array([0.05, -0.02, 0.03]), gyro, stars


ARGNUM = (0, 1)
