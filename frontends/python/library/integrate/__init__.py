"""Functions of `scipy.integrate`: integrals of samples and of functions, and initial value problems."""
