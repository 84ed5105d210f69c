"""Which class knows the derivative of which factorisation."""

from __future__ import annotations

from irad.blas_rules.derivatives.call_functions import Call
from irad.blas_rules.derivatives.factorisations import LU, Cholesky, Factorisation
from irad.blas_rules.derivatives.orthogonal import QR
from irad.blas_rules.derivatives.spectral import Eigen, Singular

_CLASSES: dict[str, type[Factorisation]] = {"chol": Cholesky, "lu": LU, "qr": QR, "eig": Eigen, "svd": Singular}


def factored(call: Call) -> Factorisation | None:
    """That of a call, None for other routines."""
    found = _CLASSES.get(call.row.kind)
    return found(call) if found is not None else None
