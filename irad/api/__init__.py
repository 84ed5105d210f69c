"""What users touch: annotations, `autodiff`, the functional interface, modules of IR."""
