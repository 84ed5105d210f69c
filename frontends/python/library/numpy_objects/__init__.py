"""Objects of NumPy that compiled code can use: dtypes, `np.r_` and its like, indices, polynomials."""
