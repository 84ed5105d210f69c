"""Springs that hold references to the particles which they pull."""

import numpy as np


class Particle:
    def __init__(self, pos, mass=1.0):
        self.pos = np.array(pos, dtype=float)
        self.vel = np.zeros(2)
        self.force = np.zeros(2)
        self.mass = mass
        self.fixed = False


class Spring:
    def __init__(self, a, b, k):
        self.a, self.b, self.k = a, b, k
        self.rest = np.linalg.norm(a.pos - b.pos)

    def apply(self):
        d = self.b.pos - self.a.pos
        length = np.linalg.norm(d)
        f = self.k * (length - self.rest) * d / length
        self.a.force += f
        self.b.force -= f


class Cloth:
    def __init__(self, n, k):
        self.particles = []
        self.springs = []
        for i in range(n):
            self.particles.append(Particle([i * 1.0, 0.1 * i * i]))
        self.particles[0].fixed = True
        for i in range(n - 1):
            self.springs.append(Spring(self.particles[i], self.particles[i + 1], k))

    def step(self, dt, g):
        for p in self.particles:
            p.force = np.array([0.0, -g * p.mass])
        for s in self.springs:
            s.apply()
        for p in self.particles:
            if not p.fixed:
                p.vel = p.vel + dt * p.force / p.mass
                p.pos = p.pos + dt * p.vel


def f(x):
    c = Cloth(5, x[0])
    for _ in range(20):
        c.step(0.01, x[1])
    return sum(float(np.sum(p.pos**2)) for p in c.particles)


x0 = np.array([10.0, 9.8])
