"""Random programs about memory order: arrays of any layout, operations that make views or copies, writes through them.

A `Program` has chains of operations, each on an array of its own.  ``f(b0, b1, ...)`` returns two arrays of each chain, ``g`` the
sum of all their sines.  NumPy runs it while it is written, so that shapes fit; all that it computes is analytic.
"""

from __future__ import annotations

import random
from typing import Any

import numpy as np

_BASES = ((6,), (12,), (4, 3), (6, 2), (2, 2), (3, 1), (1, 4), (2, 3, 2), (2, 1, 3), (1, 1), (4, 4), (2, 2, 3), (2, 2, 2, 2))
_LAYOUTS = {  # by the number of axes: what stands behind the array
    1: " [::2] [::-1] [1:] [::-2] [:1] [None,:] [:,None] [:0] [::3][:,None]",
    2: " .T [::2] [:,::2] [::-1] [:,::-1] [1:,:2] .T[::2] [::-1].T [:,0] [:1] [:,:1] [:,None] .T[:,None] [:,:0] [::2,None,::-1]"
    " [None] [-1] .T[0] [:,::2].T",
    3: " .T .transpose(0,2,1) .transpose(1,0,2) [:,0] [0] [:,:,-1] .transpose(2,0,1) [::-1] [...,::2] [:,::-1] [::2].T"
    " .transpose(1,2,0)[::-1] [:,:1].T",
    4: " .T .transpose(2,0,3,1) .swapaxes(1,2) [0] [:,1].transpose(1,0,2) [...,0].T [...,::-1]",
}


def _splits(n: int, r: random.Random) -> tuple[int, ...]:
    """Sizes with the product ``n``."""
    sizes = []
    while n > 1 and len(sizes) < 3 and r.random() < 0.7:
        sizes.append(r.choice([k for k in range(1, n + 1) if n % k == 0]))
        n //= sizes[-1]
    return (*sizes, n)


class Program:
    """One program: its text, and what NumPy makes of it."""

    def __init__(self, number: int, chains: int = 3) -> None:
        self.r = random.Random(number)
        self.lines: list[str] = []
        self.results: list[str] = []
        self.bases: list[tuple[int, ...]] = []
        self.layouts: list[str] = []
        self.names: dict[str, Any] = {"np": np}
        for k in range(chains):
            self._chain(k)
        head = ", ".join(f"b{k}" for k in range(chains))
        results = ", ".join(self.results)
        total = " + ".join(f"np.sin({n}).sum()" for n in self.results)
        body = "\n".join(f"    {line}" for line in self.lines)
        self.text = f"import numpy as np\n\n\ndef f({head}):\n{body}\n    return {results}\n\n\n"
        self.text += f"def g({head}):\n{body}\n    return {total}\n"

    def operands(self, arrays: list[np.ndarray]) -> list[np.ndarray]:
        """The arguments that lie in these base arrays, real ones or, for the complex step, complex ones."""
        return [eval(layout.format("b"), {"b": a, "np": np}) for layout, a in zip(self.layouts, arrays, strict=True)]

    def _chain(self, k: int) -> None:
        base = self.r.choice(_BASES)
        layout = "{}" + self.r.choice(_LAYOUTS[len(base)].split(" "))
        outside = self.r.random() < 0.6  # else the layout is known when compiling
        self.bases.append(base)
        self.layouts.append(layout if outside else "{}")
        whole = np.random.default_rng(k).uniform(0.3, 1.5, base)
        self.names[f"b{k}"] = eval(self.layouts[-1].format("b"), {"b": whole, "np": np})
        own = [f"b{k}"]
        if not outside:
            own.append(self._name(f"c{k}_0", layout.format(f"b{k}")))
        for step in range(1, self.r.randrange(2, 5)):
            own.append(self._name(f"c{k}_{step}", self.operation(own[-1])))
            if self.r.random() < 0.6:
                self.write(self.r.choice(own[-2:]))
        self.write(own[-1])
        self.results += [own[-1], self.r.choice(own)]

    def _name(self, name: str, expression: str) -> str:
        self._run(f"{name} = {expression}")
        return name

    def _run(self, line: str) -> None:
        exec(line, self.names)
        self.lines.append(line)

    # ---- operations

    def operation(self, t: str) -> str:
        """An expression that gives an array."""
        a = self.names[t]
        kinds = (self.view, self.shape, self.shape, self.shape, self.conversion, self.conversion, self.computed)
        return self.r.choice(kinds)(t, a)

    def view(self, t: str, a: np.ndarray) -> str:
        axes = list(range(a.ndim))
        self.r.shuffle(axes)
        k, j = (self.r.randrange(a.ndim) for _ in range(2))
        listed = ", ".join(map(str, axes))
        kinds = [f"{t}.T", f"{t}.transpose({listed})", f"np.swapaxes({t}, {k}, {j})", f"np.moveaxis({t}, {k}, {j})", f"{t}[::-1]",
                 f"{t}[..., ::2]", f"{t}[1:]", f"{t}[:, None]", f"np.expand_dims({t}, {k})", f"np.flip({t}, {k})",
                 f"np.atleast_2d({t})", f"np.atleast_3d({t})", f"np.flipud({t})"]  # fmt: skip
        kinds += [f"np.squeeze({t}, axis={i})" for i, n in enumerate(a.shape) if n == 1 and a.ndim > 1]
        return self.r.choice(kinds)

    def shape(self, t: str, a: np.ndarray) -> str:
        sizes = list(_splits(a.size, self.r)) if a.size else [0, self.r.randrange(1, 3)]
        if a.size and self.r.random() < 0.4:
            sizes[self.r.randrange(len(sizes))] = -1
        if self.r.random() < 0.2 and -1 not in sizes:
            sizes.insert(self.r.randrange(len(sizes) + 1), 1)
        listed, how = ", ".join(map(str, sizes)), self.r.choice("CCFA")
        return self.r.choice([
            f"{t}.reshape({listed}, order={how!r})", f"{t}.reshape(({listed},))", f"np.reshape({t}, ({listed},), {how!r})",
            f"{t}.reshape({listed})", f"{t}.ravel()", f"{t}.ravel({self.r.choice('CFAK')!r})",
            f"np.ravel({t}, order={self.r.choice('CFAK')!r})", f"{t}.flatten({self.r.choice('CFAK')!r})",
        ])  # fmt: skip

    def conversion(self, t: str, a: np.ndarray) -> str:
        how, copy = self.r.choice("CFAK"), self.r.choice(("True", "None"))
        return self.r.choice([
            f"np.ascontiguousarray({t})", f"np.asfortranarray({t})", f"np.asarray({t})", f"np.asarray({t}, order={how!r})",
            f"np.array({t}, copy={copy}, order={how!r})", f"np.array({t})", f"np.copy({t})", f"np.copy({t}, order={how!r})",
            f"{t}.copy()", f"{t}.copy({how!r})", f"{t}.astype({t}.dtype)", f"{t}.astype({t}.dtype, copy=False, order={how!r})",
            f"{t}.astype({t}.dtype, {how!r})",
        ])  # fmt: skip

    def computed(self, t: str, a: np.ndarray) -> str:
        k, how = self.r.randrange(a.ndim), self.r.choice("CF")
        kinds = [f"{t} * 2.0", f"np.sin({t}) + {t}", f"np.where({t} > 0.5, {t}, 0.5 * {t})", f"{t} + {t}[:1]", f"-{t}",
                 f"np.multiply({t}, 0.7, out=np.empty_like({t}))", f"np.zeros_like({t}) + {t}", f"np.exp(0.1 * {t}).T",
                 f"{t} - np.ones_like({t}, order='C')", f"{t} * np.ones({a.shape}, order={how!r})",
                 f"{t} + {t}.sum(axis={k}, keepdims=True)", f"np.tril({t})" if a.ndim > 1 else f"{t} / 2.0"]  # fmt: skip
        if a.ndim > 1:
            kinds += [f"{t}.sum(axis={k})", f"{t} + {t}[{'0' if a.shape[0] else ':1'}]", f"{t} * {t}[:, :1]"]
        if a.shape == a.shape[::-1]:
            kinds += [f"{t} + {t}.T", f"{t}.T * {t}"]
        return self.r.choice(kinds)

    # ---- writes

    def write(self, t: str) -> None:
        """Change an array in place."""
        a = self.names[t]
        if not a.flags.writeable:
            return
        first = f"{t}[0]" if a.shape and a.shape[0] else f"{t}[...]"
        x, last = f"{self.r.uniform(0.4, 1.4):.2f}", f"{t}[..., -1:]"
        lines = [f"{t} *= {x}", f"{t} += {x}", f"{t}[...] = np.sin({t})", f"{first} *= {x}", f"{first} = {x}"]
        lines.append(f"{last} = {x} * {last}")
        self._run(self.r.choice(lines))
