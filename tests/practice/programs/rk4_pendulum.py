"""RK4 with a generic right hand side and *args, double pendulum parameters fitted."""
import numpy as np

g = 9.81


def rk4_step(f, t, y, h, *args):
    k1 = f(t, y, *args)
    k2 = f(t + h / 2, y + h / 2 * k1, *args)
    k3 = f(t + h / 2, y + h / 2 * k2, *args)
    k4 = f(t + h, y + h * k3, *args)
    return y + h / 6 * (k1 + 2 * k2 + 2 * k3 + k4)


def integrate(f, y0, t_span, n, *args, callback=None):
    t0, t1 = t_span
    h = (t1 - t0) / n
    ts, ys = [t0], [np.asarray(y0)]
    for k in range(n):
        t = t0 + k * h
        ys.append(rk4_step(f, t, ys[-1], h, *args))
        ts.append(t + h)
        if callback is not None:
            callback(k, ys[-1])
    return np.array(ts), np.stack(ys)


def double_pendulum(t, y, m1, m2, l1, l2):
    th1, th2, w1, w2 = y
    d = th1 - th2
    den = 2 * m1 + m2 - m2 * np.cos(2 * d)
    a1 = (-g * (2 * m1 + m2) * np.sin(th1) - m2 * g * np.sin(th1 - 2 * th2)
          - 2 * np.sin(d) * m2 * (w2**2 * l2 + w1**2 * l1 * np.cos(d))) / (l1 * den)
    a2 = (2 * np.sin(d) * (w1**2 * l1 * (m1 + m2) + g * (m1 + m2) * np.cos(th1)
                           + w2**2 * l2 * m2 * np.cos(d))) / (l2 * den)
    return np.array([w1, w2, a1, a2])


def loss(params, y0, observed):
    steps = 0

    def count(k, y):
        nonlocal steps
        steps += 1
        if not np.all(np.isfinite(y)):
            raise FloatingPointError(f"blew up at step {k}")

    ts, ys = integrate(double_pendulum, y0, (0.0, 1.0), 40, *params, callback=count)
    assert steps == 40 and ts.shape[0] == steps + 1
    return np.sum((ys[::10, :2] - observed) ** 2)


def args():
    y0 = np.array([0.6, -0.4, 0.0, 0.2])
    _, ys = integrate(double_pendulum, y0, (0.0, 1.0), 40, 1.0, 0.8, 1.1, 0.9)
    return (1.1, 0.7, 1.0, 1.0), y0, ys[::10, :2].copy()


ARGNUM = (0, 1)
