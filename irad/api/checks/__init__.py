"""Checks of derivatives against finite differences: of functions, of gradients, of the user's rules."""
