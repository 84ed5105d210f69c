"""The stencil of `stencil.py` with other packages: ``jax.checkpoint`` of segments, and equinox's checkpointed loop.

Both are asked for only where they are installed; double precision, compiled by XLA for the CPU.
"""

from __future__ import annotations

import importlib.util
from collections.abc import Callable
from typing import Any

from benchmarks.checkpointing.stencil import conductivity, start

SEGMENT = 100  # steps; it divides the number of steps


def gradients(steps: int) -> dict[str, Callable[[], Any]]:
    """What computes the gradient of the stencil over ``steps`` steps, for the packages that there are."""
    out: dict[str, Callable[[], Any]] = {}
    if importlib.util.find_spec("jax") is None:
        return out
    import jax
    import jax.numpy as jnp

    jax.config.update("jax_enable_x64", True)
    c = jnp.asarray(conductivity())
    first = jnp.asarray(start(len(c)))

    def step(u: Any, c: Any) -> Any:
        return u.at[1:-1].add(c[1:-1] * (u[:-2] - 2.0 * u[1:-1] + u[2:]))

    def scanned(c: Any, n: int, u: Any) -> Any:
        return jax.lax.scan(lambda u, _: (step(u, c), None), u, None, length=n)[0]

    @jax.checkpoint
    def segment(u: Any, c: Any) -> Any:
        return scanned(c, SEGMENT, u)

    def with_segments(c: Any) -> Any:
        u = jax.lax.scan(lambda u, _: (segment(u, c), None), first, None, length=steps // SEGMENT)[0]
        return (u * u).sum()

    def taped(c: Any) -> Any:
        u = scanned(c, steps, first)
        return (u * u).sum()

    named = {"jax.lax.scan, all on the tape": taped, "jax.checkpoint, segments of 100 steps": with_segments}
    if importlib.util.find_spec("equinox") is not None:
        import equinox.internal as eqxi

        def with_equinox(c: Any) -> Any:
            end = eqxi.while_loop(
                lambda s: s[0] < steps, lambda s: (s[0] + 1, step(s[1], c)), (0, first),
                max_steps=steps, kind="checkpointed",
            )  # fmt: skip
            return (end[1] ** 2).sum()

        named["equinox's checkpointed while_loop"] = with_equinox
    for name, f in named.items():
        compiled = jax.jit(jax.grad(f))
        out[name] = lambda compiled=compiled: compiled(c).block_until_ready()
    return out
