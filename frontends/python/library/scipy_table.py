"""Which functions of SciPy's parts for computing, and classes of NumPy's, are written here: the names, by part."""

from __future__ import annotations

import sys
import types
from collections.abc import Callable
from functools import cache
from typing import Any

from irad.frontends.python.library.interpolate import (
    approximated,
    fitted,
    newton,
    piecewise,
    radial,
    surfaces,
    tables,
)
from irad.frontends.python.library.sparse import sparse_arrays, sparse_makers, sparse_operators


def _named(module: Any, names: str) -> dict[str, Any]:
    return {n: getattr(module, n) for n in names.split()}


_FORMATS: dict[str, type] = {
    "csr": sparse_arrays.SparseRows,
    "csc": sparse_arrays.SparseColumns,
    "coo": sparse_arrays.SparseElements,
    "dia": sparse_arrays.SparseDiagonals,
}


@cache
def _of_integrate() -> dict[str, Any]:
    from irad.frontends.python.library.integrate import initial_values, quadrature, sampled, several_integrals

    found = _named(sampled, "trapezoid simpson cumulative_trapezoid cumulative_simpson romb")
    found |= _named(initial_values, "solve_ivp odeint")
    return found | _named(quadrature, "quad dblquad tplquad fixed_quad") | _named(several_integrals, "nquad quad_vec")


@cache
def _of_interpolate() -> dict[str, Any]:
    from irad.frontends.python.library.spatial import nearest_points

    return {
        "PPoly": piecewise.PiecewisePolynomial, "CubicSpline": piecewise.NaturalSpline,
        "CubicHermiteSpline": piecewise.HermiteSpline,
        "PchipInterpolator": piecewise.ShapePreserving, "Akima1DInterpolator": piecewise.AkimaSpline,
        "interp1d": tables.TableOfOne, "RegularGridInterpolator": tables.TableOnGrid, "BSpline": tables.SplineOfBases,
        "interpn": tables.interpn, "make_interp_spline": tables.make_interp_spline, "UnivariateSpline": fitted.SmoothSpline,
        "BarycentricInterpolator": newton.PolynomialThroughPoints, "KroghInterpolator": newton.PolynomialThroughPoints,
        "RBFInterpolator": radial.RadialFunctions, "InterpolatedUnivariateSpline": fitted.SplineThroughPoints,
        "RectBivariateSpline": surfaces.SplineOnRectangle, "BPoly": piecewise.BernsteinPolynomial,
        "NearestNDInterpolator": nearest_points.ValuesOfNearest, "bisplev": surfaces.bisplev,
        **_named(newton, "krogh_interpolate barycentric_interpolate"),
        **_named(approximated, "make_lsq_spline make_smoothing_spline"),
        **_named(fitted, "splrep splev splint splder splantider"),
    }  # fmt: skip


@cache
def _of_optimize() -> dict[str, Any]:
    from irad.frontends.python.library.optimize import (
        assignments,
        constrained,
        least_squares,
        linear_squares,
        lines,
        minimizers,
        root_systems,
        roots,
        rosenbrock,
    )

    found = _named(roots, "brentq brenth bisect ridder toms748 newton root_scalar") | _named(rosenbrock, "rosen rosen_der")
    found |= _named(minimizers, "minimize fmin fmin_bfgs fmin_cg fmin_l_bfgs_b") | _named(lines, "minimize_scalar fminbound")
    found |= {"Bounds": constrained.BoundsOfUnknowns, "LinearConstraint": constrained.LinearRange}
    found |= {"NonlinearConstraint": constrained.FunctionRange}
    found |= _named(assignments, "linear_sum_assignment") | _named(linear_squares, "nnls lsq_linear")
    return found | _named(root_systems, "fsolve root") | _named(least_squares, "least_squares leastsq curve_fit")


@cache
def _of_linalg() -> dict[str, Any]:
    from irad.frontends.python.library.matrices import (
        functions_of_matrices,
        riccati,
        special_matrices,
        spectra,
        structured_systems,
    )

    names = "toeplitz circulant hankel companion convolution_matrix leslie fiedler hilbert dft block_diag khatri_rao hadamard"
    systems = "solve solve_banded solveh_banded solve_toeplitz matmul_toeplitz solve_sylvester solve_continuous_lyapunov"
    factors = "solve_discrete_lyapunov lu pinv polar orthogonal_procrustes"
    found = _named(special_matrices, f"{names} helmert pascal invpascal invhilbert")
    found |= _named(structured_systems, f"{systems} {factors}")
    functions = "sqrtm logm cosm sinm tanm coshm sinhm tanhm expm_frechet schur hessenberg qr"
    found |= _named(functions_of_matrices, functions) | _named(riccati, "solve_continuous_are solve_discrete_are")
    values = "eigh eigvalsh eigh_tridiagonal eigvalsh_tridiagonal eig_banded eigvals_banded cholesky_banded cho_solve_banded"
    found |= _named(spectra, f"{values} solve_circulant orth null_space pinvh subspace_angles rq issymmetric bandwidth")
    return found | _named(spectra, "eig eigvals lstsq")


@cache
def _of_sparse() -> dict[str, Any]:
    found: dict[str, Any] = {f"{n}_{kind}": cls for n, cls in _FORMATS.items() for kind in ("matrix", "array")}
    found |= {"diags_array": sparse_makers.diags, "eye_array": sparse_makers.eye}
    return found | _named(sparse_makers, "diags eye identity issparse kron vstack hstack block_diag")


@cache
def _of_sparse_linalg() -> dict[str, Any]:
    return _named(sparse_makers, "spsolve splu factorized cg") | {"LinearOperator": sparse_operators.OperatorOfFunction}


@cache
def _of_ndimage() -> dict[str, Any]:
    from irad.frontends.python.library.images import (
        binary_images,
        coordinates,
        image_filters,
        labels,
        morphology,
        places,
        rank_filters,
    )

    names = "correlate1d convolve1d correlate convolve uniform_filter1d uniform_filter gaussian_filter1d gaussian_filter sobel"
    found = _named(image_filters, f"{names} prewitt laplace gaussian_laplace gaussian_gradient_magnitude")
    found |= _named(coordinates, "map_coordinates spline_filter spline_filter1d shift zoom affine_transform rotate")
    grey = "grey_erosion grey_dilation grey_opening grey_closing morphological_gradient white_tophat black_tophat"
    found |= _named(morphology, grey) | {"sum": labels.sum_labels}
    found |= _named(places, "maximum_position minimum_position extrema histogram")
    found |= _named(labels, "label sum_labels mean variance standard_deviation maximum minimum median generate_binary_structure")
    found |= _named(labels, "center_of_mass")
    binary = "binary_erosion binary_dilation binary_opening binary_closing binary_propagation binary_fill_holes"
    found |= _named(binary_images, f"{binary} iterate_structure distance_transform_edt")
    largest = "maximum_filter minimum_filter maximum_filter1d minimum_filter1d median_filter percentile_filter rank_filter"
    return found | _named(rank_filters, largest)


@cache
def _of_distance() -> dict[str, Any]:
    from irad.frontends.python.library.images import distances
    from irad.frontends.python.library.spatial import nearest_points

    found = _named(distances, "cdist pdist squareform euclidean sqeuclidean minkowski seuclidean cityblock chebyshev cosine")
    return found | _named(nearest_points, "directed_hausdorff")


@cache
def _of_clusters() -> dict[str, Any]:
    from irad.frontends.python.library.spatial import clusters

    return _named(clusters, "whiten vq")


@cache
def _of_spatial() -> dict[str, Any]:
    from irad.frontends.python.library.spatial import nearest_points, rotations

    return {"Rotation": rotations.Turns, "KDTree": nearest_points.PointsNearby, "cKDTree": nearest_points.PointsNearby}


@cache
def _of_signal() -> dict[str, Any]:
    from irad.frontends.python.library.images import rank_filters
    from irad.frontends.python.library.signals import (
        analogue_signals,
        convolutions,
        peaks,
        rates,
        responses,
        restored_signals,
        short_transforms,
        signal_filters,
        signal_splines,
        signal_windows,
        spectra_of_signals,
        systems,
        transformed_filters,
    )

    found = _named(convolutions, "convolve fftconvolve correlate convolve2d correlate2d") | _named(signal_windows, "get_window")
    found |= _named(rank_filters, "medfilt medfilt2d") | _named(peaks, "find_peaks peak_prominences peak_widths")
    found |= _named(spectra_of_signals, "hilbert freqz freqz_sos freqz_zpk freqs resample csd welch periodogram coherence")
    found |= {"sosfreqz": spectra_of_signals.freqz_sos} | _named(rates, "upfirdn resample_poly decimate")
    restored = "wiener deconvolve group_delay vectorstrength gauss_spline oaconvolve czt zoom_fft lombscargle"
    restored = f"{restored} order_filter minimum_phase envelope"
    found |= _named(restored_signals, restored)
    found |= _named(short_transforms, "stft istft spectrogram")
    found |= _named(analogue_signals, "gausspulse bilinear") | _named(systems, "tf2ss abcd_normalize ss2tf zpk2ss ss2zpk")
    limits = "normalize lp2lp lp2hp lp2bp lp2bs lp2lp_zpk lp2hp_zpk lp2bp_zpk lp2bs_zpk bilinear_zpk"
    found |= _named(transformed_filters, limits)
    over_time = "lsim impulse step dlsim dimpulse dstep freqresp bode dfreqresp dbode findfreqs freqs_zpk"
    found |= _named(responses, over_time) | _named(systems, "unique_roots residue")
    found |= _named(signal_splines, "cspline1d qspline1d cspline1d_eval qspline1d_eval")
    filters = "lfilter lfiltic sosfilt sosfilt_zi sosfiltfilt lfilter_zi filtfilt savgol_filter detrend"
    return found | _named(signal_filters, filters)


@cache
def _of_windows() -> dict[str, Any]:
    from irad.frontends.python.library.signals import signal_windows

    names = "boxcar hann hamming blackman bartlett cosine gaussian tukey kaiser flattop blackmanharris nuttall triang"
    return _named(signal_windows, f"{names} general_cosine general_hamming get_window")


@cache
def _of_samples() -> dict[str, Any]:
    from irad.frontends.python.library.stats import (
        changed_samples,
        descriptive,
        moment_tests,
        sample_tests,
        samples,
        sums_of_samples,
    )

    found = _named(samples, "linregress rankdata pearsonr")
    found |= _named(descriptive, "moment pmean variation iqr median_abs_deviation trim_mean entropy zmap gstd tmean mode")
    found |= _named(descriptive, "circmean circvar circstd")
    found |= _named(sample_tests, "ttest_ind ttest_1samp ttest_rel f_oneway chisquare spearmanr")
    tests = "levene bartlett skewtest kurtosistest normaltest jarque_bera power_divergence chi2_contingency"
    changed = "boxcox boxcox_llf yeojohnson yeojohnson_llf describe sigmaclip tvar tstd tsem tmin tmax trim1 theilslopes"
    found |= _named(moment_tests, tests) | _named(changed_samples, changed)
    found |= _named(changed_samples, "scoreatpercentile percentileofscore combine_pvalues false_discovery_control")
    found |= _named(sums_of_samples, "gzscore kstat kstatvar pointbiserialr expectile wasserstein_distance energy_distance")
    others = "siegelslopes tiecorrect ranksums ttest_ind_from_stats differential_entropy binned_statistic"
    found |= _named(sums_of_samples, others)
    return found | {"gaussian_kde": samples.DensityOfSamples}


@cache
def _of_polynomials() -> dict[str, Any]:
    from irad.frontends.python.library.numpy_objects import polynomial_objects

    return {"poly1d": polynomial_objects.FallingPowers, "Polynomial": polynomial_objects.RisingPowers}


@cache
def _of_datetime() -> dict[str, Any]:
    from irad.frontends.python.library.of_python import dates

    return {"date": dates.Date, "timedelta": dates.Duration}


PARTS: dict[str, Callable[[], dict[str, Any]]] = {
    "scipy.integrate": _of_integrate,
    "scipy.interpolate": _of_interpolate,
    "scipy.optimize": _of_optimize,
    "scipy.linalg": _of_linalg,
    "scipy.sparse": _of_sparse,
    "scipy.ndimage": _of_ndimage,
    "scipy.signal": _of_signal,
    "scipy.signal.windows": _of_windows,
    "scipy.spatial.distance": _of_distance,
    "scipy.cluster.vq": _of_clusters,
    "scipy.spatial": _of_spatial,
    "scipy.spatial.transform": _of_spatial,
    "scipy.sparse.linalg": _of_sparse_linalg,
    "scipy.stats": _of_samples,
    "numpy": _of_polynomials,
    "numpy.polynomial": _of_polynomials,
    "datetime": _of_datetime,
}


def written(fn: Any) -> Any:
    """The function or class that is compiled for a call of ``fn``, None if it is none of these."""
    name = getattr(fn, "__name__", None)
    owner = getattr(fn, "__self__", None)
    if owner is None and isinstance(fn, types.FunctionType):
        owner = vars(sys.modules.get(fn.__module__, types)).get(fn.__qualname__.partition(".")[0])
        of_owner = vars(owner).get(fn.__name__) if isinstance(owner, type) else None
        owner = owner if isinstance(of_owner, staticmethod) and of_owner.__func__ is fn else None
    if isinstance(owner, type) and isinstance(fn, (types.MethodType, types.FunctionType)):
        of_class = vars(written(owner) or object).get(fn.__name__)
        return of_class.__func__ if isinstance(of_class, staticmethod) else None
    for part, of_part in PARTS.items():
        if part in sys.modules and isinstance(name, str) and vars(sys.modules[part]).get(name) is fn:
            return of_part().get(name)
    return None


def written_class(fn: Any) -> type | None:
    """As `written`, if that is a class."""
    found = written(fn) if isinstance(fn, type) else None
    return found if isinstance(found, type) else None
