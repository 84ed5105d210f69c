"""Python functions and functions of IR modules: calls, `autodiff`, and the functional transforms."""
