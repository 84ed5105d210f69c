"""Rotations, nearest points and assignments in compiled code, beside SciPy."""

from __future__ import annotations

import numpy as np
import pytest
from scipy.optimize import linear_sum_assignment
from scipy.spatial import KDTree, cKDTree
from scipy.spatial.transform import Rotation

import irad
from tests.frontends.python.library.beside_scipy import check_errors, check_slopes, check_values

RNG = np.random.default_rng(5)
QUATS, POINTS, VECTORS = RNG.normal(size=(4, 4)), RNG.normal(size=(9, 3)), RNG.normal(size=(4, 3))
COSTS = RNG.integers(0, 5, size=(5, 8)) * 1.0
NEAR = np.array([[0.1, 1.0, 0.05], [-0.9, 0.12, 0.1], [0.02, -0.1, 1.1]])


def made():
    one, several = Rotation.from_rotvec([0.3, -0.2, 0.9]), Rotation.from_quat(QUATS)
    tiny = Rotation.from_rotvec(np.array([1e-5, 2e-5, -1e-5]))
    back = one.as_rotvec(), several.as_rotvec(degrees=True), tiny.as_rotvec(), several.as_quat(canonical=True)
    moved = one.apply(POINTS), several.apply(VECTORS, inverse=True), several.apply([1.0, 2.0, 3.0])
    moved = (*moved, (one * several.inv()).as_quat())
    return (*back, *moved, several.magnitude(), one.magnitude(), several[1].as_quat(scalar_first=True), several.as_matrix())


def turned():
    near, plain = Rotation.from_matrix(NEAR), Rotation.from_euler("zyx", [10.0, 200.0, -30.0], degrees=True)
    rows, one = Rotation.from_euler("XZX", POINTS), Rotation.from_euler("y", 0.4)
    angles = rows.as_euler("xyz"), plain.as_euler("ZXZ", degrees=True), one.as_euler("YZX")
    return (near.as_quat(), near.as_matrix(), plain.as_quat(), rows.as_matrix(), one.as_quat(), *angles)


@pytest.mark.slow
@pytest.mark.parametrize("f", [made, turned], ids=lambda f: f.__name__)
def test_values(f) -> None:
    check_values(f, rtol=1e-10, atol=1e-13)


def by_vectors(x):
    turn = Rotation.from_rotvec(x[:3]) * Rotation.from_quat(x[2:6])
    return (turn.apply(VECTORS) * POINTS[:4]).sum() + (turn.inv().as_rotvec() * x[:3]).sum()


def by_angles(x):
    turn = Rotation.from_matrix(NEAR + 0.1 * x[:3]) * Rotation.from_euler("zxz", x[3:])
    return (turn.as_euler("xyz") * VECTORS[0]).sum() + turn.magnitude()


@pytest.mark.slow
@pytest.mark.parametrize("f", [by_vectors, by_angles], ids=lambda f: f.__name__)
def test_slopes(f) -> None:
    check_slopes(f, np.array([0.4, -0.3, 0.8, 0.2, 0.7, -0.5]))


@pytest.mark.slow
def test_slope_without_a_turn() -> None:
    def f(v):
        return Rotation.from_rotvec(v).apply(np.array([0.0, 0.0, 1.0]))[0] + Rotation.from_rotvec(v).as_rotvec()[2]

    assert irad.grad(f)(np.zeros(3)) == pytest.approx([0.0, 1.0, 1.0])  # the cross product with e_z, and itself


@pytest.mark.slow
def test_errors() -> None:
    check_errors(lambda: Rotation.from_quat([0.0, 0.0, 0.0, 0.0]), lambda: Rotation.from_matrix(-np.eye(3)))
    with pytest.raises(NotImplementedError, match="gimbal"):
        irad.jit(lambda: Rotation.from_euler("zyx", [0.2, np.pi / 2, 0.1]).as_euler("zyx"))()


@pytest.mark.slow
def test_nearest() -> None:
    def f():
        far, which = KDTree(POINTS).query(VECTORS)
        three = cKDTree(POINTS).query(VECTORS, k=3, p=1)
        return (far, which, *three, *KDTree(POINTS).query(VECTORS[0], distance_upper_bound=0.1))

    check_values(f)
    check_slopes(lambda x: cKDTree(POINTS).query(x.reshape(2, 3))[0].sum(), VECTORS[:2].ravel())


@pytest.mark.slow
def test_assignments() -> None:
    check_values(lambda: (*linear_sum_assignment(COSTS), *linear_sum_assignment(COSTS.T), *linear_sum_assignment(COSTS, True)))

    def least(x):
        rows, columns = linear_sum_assignment(x)
        return (x[rows, columns] ** 2).sum()

    x = RNG.normal(size=(3, 4)) + 3.0
    rows, columns = linear_sum_assignment(x)
    exact = np.zeros((3, 4))
    exact[rows, columns] = 2.0 * x[rows, columns]
    np.testing.assert_allclose(irad.grad(least)(x), exact, rtol=1e-14)
    check_errors(
        lambda: linear_sum_assignment(np.full((2, 2), np.inf)),
        lambda: linear_sum_assignment(np.full((2, 2), np.nan)),
    )
