"""The user interface: annotations, `autodiff`, the functional transforms, modules of IR."""
