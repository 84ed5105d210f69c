"""Universal kriging of a borehole field: exponential variogram by cdist, Cholesky factors, drift, restricted likelihood."""
import numpy as np
from scipy.linalg import cho_factor, cho_solve, solve_triangular
from scipy.spatial.distance import cdist


def covariance(a, b, sill, scale, anisotropy):
    stretch = np.array([1.0, anisotropy])
    return sill * np.exp(-cdist(a * stretch, b * stretch) / scale)


def drift(points):
    return np.column_stack([np.ones(len(points)), points])


def loss(theta, values, sites, targets):
    sill, scale, anisotropy, nugget = np.exp(theta)
    k = covariance(sites, sites, sill, scale, anisotropy) + nugget * np.eye(len(sites))
    factor = cho_factor(k, lower=True)
    f = drift(sites)
    information = f.T @ cho_solve(factor, f)
    beta = np.linalg.solve(information, f.T @ cho_solve(factor, values))
    r = values - f @ beta
    white = solve_triangular(np.tril(factor[0]), r, lower=True)
    logdet = 2 * np.sum(np.log(np.diag(factor[0])))
    reml = 0.5 * (white @ white + logdet + np.linalg.slogdet(information)[1])
    c = covariance(targets, sites, sill, scale, anisotropy)
    mean = drift(targets) @ beta + c @ cho_solve(factor, r)
    variance = sill - np.sum(c * cho_solve(factor, c.T).T, axis=1)
    return reml + np.mean(mean) + np.sqrt(variance).sum()


def args():
    rng = np.random.default_rng(8)
    sites = rng.uniform(0, 10, size=(12, 2))
    values = 3 + 0.2 * sites[:, 0] + np.sin(sites[:, 1]) + 0.1 * rng.normal(size=12)
    return np.log([1.2, 3.0, 1.5, 0.05]), values, sites, np.array([[2.0, 3.0], [5.0, 5.0], [8.0, 1.0]])


ARGNUM = (0, 1)
