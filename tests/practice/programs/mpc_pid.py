"""Control of a cart-pole: LQR gain by Riccati iteration, PID class with anti-windup, MPC rollouts; scipy expm."""
import numpy as np
from scipy.linalg import expm

GRAVITY = 9.81


class PID:
    def __init__(self, kp, ki, kd, dt, limit=None):
        self.kp, self.ki, self.kd = kp, ki, kd
        self.dt = dt
        self.limit = limit
        self._integral = 0.0
        self._previous = None

    @property
    def integral(self):
        return self._integral

    @integral.setter
    def integral(self, value):
        if self.limit is not None:
            value = np.clip(value, -self.limit, self.limit)
        self._integral = value

    def __call__(self, error):
        self.integral = self._integral + error * self.dt
        derivative = 0.0 if self._previous is None else (error - self._previous) / self.dt
        self._previous = error
        return self.kp * error + self.ki * self.integral + self.kd * derivative


def linearised(length, mass, cart, dt):
    A = np.array([[0, 1, 0, 0], [0, 0, mass * GRAVITY / cart, 0],
                  [0, 0, 0, 1], [0, 0, (cart + mass) * GRAVITY / (length * cart), 0]])
    B = np.array([[0], [1 / cart], [0], [1 / (length * cart)]])
    block = np.zeros((5, 5))
    block[:4, :4] = A
    block[:4, 4:] = B
    E = expm(block * dt)
    return E[:4, :4], E[:4, 4:]


def lqr(A, B, Q, R, iterations=30):
    P = Q
    for _ in range(iterations):
        BtP = B.T @ P
        K = np.linalg.solve(R + BtP @ B, BtP @ A)
        P = Q + A.T @ P @ (A - B @ K)
    return K


def dynamics(x, u, length, mass, cart):
    _, v, th, w = x
    s, c = np.sin(th), np.cos(th)
    total = cart + mass * s**2
    acc = (u + mass * s * (GRAVITY * c - length * w**2)) / total
    alpha = (u * c + (cart + mass) * GRAVITY * s - mass * length * w**2 * s * c) / (length * total)
    return np.array([v, acc, w, alpha])


def rollout(policy, x0, steps, dt, *physics):
    x, cost = x0, 0.0
    for k in range(steps):
        u = policy(x)
        x = x + dt * dynamics(x, u, *physics)
        cost += dt * (10 * x[2] ** 2 + x[0] ** 2 + 0.01 * u**2)
    return cost, x


def loss(gains, weights, x0):
    dt, physics = 0.02, (0.5, 0.2, 1.0)
    A, B = linearised(*physics, dt)
    K = lqr(A, B, np.diag(np.exp(weights[:4])), np.exp(weights[4]).reshape(1, 1))
    lqr_cost, _ = rollout(lambda x: -(K @ x)[0], x0, 15, dt, *physics)
    pid = PID(*gains, dt=dt, limit=5.0)
    pid_cost, last = rollout(lambda x: -pid(-x[2]), x0, 15, dt, *physics)
    return lqr_cost + 0.5 * pid_cost + last[0] ** 2


def args():
    return (30.0, 5.0, 3.0), np.array([0.1, 0.0, 1.0, 0.2, -1.0]), np.array([0.1, 0.0, 0.2, -0.1])


ARGNUM = (0, 1)
