"""What derivatives cost: eleven programs in C and in Python, timed beside their primals and hand-written derivatives.

``python -m benchmarks`` runs them; docs/benchmarks.md says what is measured.
"""
