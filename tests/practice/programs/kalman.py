"""Negative log likelihood of a constant-velocity Kalman filter, parameters in a NamedTuple."""
from typing import NamedTuple, Optional

import numpy as np
from numpy.linalg import inv, slogdet


class State(NamedTuple):
    mean: np.ndarray
    cov: np.ndarray


class Model(NamedTuple):
    F: np.ndarray
    Q: np.ndarray
    H: np.ndarray
    R: np.ndarray


def make_model(log_q: float, log_r: float, dt: float = 0.5) -> Model:
    F = np.array([[1.0, dt], [0.0, 1.0]])
    q = np.exp(log_q)
    Q = q * np.array([[dt**3 / 3, dt**2 / 2], [dt**2 / 2, dt]])
    H = np.array([[1.0, 0.0]])
    R = np.exp(log_r) * np.eye(1)
    return Model(F=F, Q=Q, H=H, R=R)


def predict(state: State, model: Model) -> State:
    return State(model.F @ state.mean, model.F @ state.cov @ model.F.T + model.Q)


def update(state: State, z: np.ndarray, model: Model):
    innovation = z - model.H @ state.mean
    S = model.H @ state.cov @ model.H.T + model.R
    K = state.cov @ model.H.T @ inv(S)
    mean = state.mean + K @ innovation
    I_KH = np.eye(len(mean)) - K @ model.H
    cov = I_KH @ state.cov @ I_KH.T + K @ model.R @ K.T     # Joseph form
    sign, logdet = slogdet(S)
    assert sign > 0, "innovation covariance is not positive definite"
    ll = -0.5 * (innovation @ inv(S) @ innovation + logdet + len(z) * np.log(2 * np.pi))
    return state._replace(mean=mean, cov=cov), ll


def loss(theta: np.ndarray, zs, init: Optional[State] = None) -> float:
    log_q, log_r = theta
    model = make_model(log_q, log_r)
    state = init if init is not None else State(np.zeros(2), 10.0 * np.eye(2))
    total = 0.0
    for z in zs:
        state = predict(state, model)
        if z is None:
            continue            # a gap in the record
        state, ll = update(state, np.atleast_1d(z), model)
        total += ll
    return -total


def args():
    rng = np.random.default_rng(1)
    pos = np.cumsum(np.cumsum(0.1 * rng.standard_normal(25)))
    zs = [p + 0.3 * rng.standard_normal() for p in pos]
    zs[7] = None
    zs[8] = None
    return np.array([-2.0, -1.5]), zs


ARGNUM = 0
