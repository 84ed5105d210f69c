"""The basis of lowering: values, one compilation, its state and services, arithmetic, arrays in memory."""
