"""What code is written with: values, one compilation, the state and the services of lowering, arithmetic, arrays in memory."""
