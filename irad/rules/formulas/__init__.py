"""What rules are made of: formulas, layouts of parameters, strong zeros."""
