"""Random programs in C with checkpointed loops.

`program` gives the text of functions whose names end in ``$``, with ``STEP(snapshots, segment);`` in the body of loops that are
to be checkpointed and ``real`` for the numbers.  The same text becomes the checkpointed program, the ordinary one, and (as C++,
with dual numbers for ``real``) the reference.  ``f$(x, y, n, k, snap, seg)`` gets two arrays of `SIZE` numbers, their length, a
number of steps, and what loops that do not say it themselves are to have as snapshots and segment.
"""

from __future__ import annotations

import random
from dataclasses import dataclass, field, replace

SIZE = 8
PARAMETERS = "real *x, real *y, long n, long k, long snap, long seg"
HELPERS = {
    "change": """
static void change$(real *u, long n, real q) {
  for (long i = 0; i < n; i++) u[i] = 0.7 * u[i] + 0.1 * cos(q + 0.3 * i);
}""",
    "mix": """
NOINLINE static void mix$(real *u, const real *v, long n) {
  for (long i = 1; i < n; i++) u[i] = 0.8 * u[i] + 0.1 * v[i - 1] * u[i - 1];
}""",
    "advance": """
static int advance$(struct state *q, real s) {
  q->a = 0.9 * q->a + 0.1 * s; q->b = sin(q->a) + 0.2 * q->b; q->count++; q->tab[q->count % 3] = q->b;
  return q->count % 5 == 4 && q->a > 0.4 ? -1 : 0;
}""",
    "total": """
static real total$(const real *u, long n) {
  real s = 0.0; for (long i = 0; i < n; i++) s += u[i] * u[i]; return s;
}""",
    "fresh": """
static real *fresh$(long n, real q) {
  real *u = (real *)malloc(n * sizeof(real)); for (long i = 0; i < n; i++) u[i] = q * (0.1 * i); return u;
}""",
}
STATE = "struct state { real a; real b; int count; real tab[3]; };"


@dataclass(frozen=True)
class Scope:
    """What statements may use."""

    arrays: tuple[str, ...]  # of n numbers
    wild: tuple[str, ...]  # of these, those with any index
    swaps: tuple[str, ...]
    numbers: tuple[str, ...]
    counters: tuple[str, ...] = ()
    struct: bool = False
    kept: bool = False  # whether there is a trajectory
    moving: bool = False  # and a pointer that moves in it
    marked: bool = True  # whether loops may be checkpointed
    leave: tuple[str, ...] = ()  # ways to leave the innermost loop, or the function


@dataclass
class _Writer:
    r: random.Random
    lines: list[str] = field(default_factory=list)
    used: dict[str, None] = field(default_factory=dict)
    depth: int = 0
    left: int = 12  # statements in bodies of loops that may still be made
    chance: float = 0.75  # that a loop is checkpointed

    def put(self, text: str) -> None:
        self.lines.append("  " * (self.depth + 1) + text)

    def helper(self, name: str) -> str:
        self.used[name] = None
        return f"{name}$"

    # ---- expressions

    def number(self, v: Scope) -> str:
        r = self.r
        options = [*v.numbers, *v.numbers, f"{r.uniform(0.1, 0.9):.3f}", self.element(v), self.element(v)]
        options += [f"0.01 * {c}" for c in v.counters]
        options += ["q.a", "q.tab[1]", "0.1 * q.count"] if v.struct else []
        options.append("0.05 * ((z >> 40) % 10)")
        return r.choice(options)

    def element(self, v: Scope) -> str:
        a = self.r.choice(v.arrays)
        return f"{a}[{self.index(v, a)}]"

    def index(self, v: Scope, a: str) -> str:
        r = self.r
        if a not in v.wild or r.random() < 0.6:
            return str(r.randrange(SIZE))
        return r.choice([*(f"({c} * 3 + 1) % {SIZE}" for c in v.counters), f"(z >> 33) % {SIZE}"])

    def scalar(self, v: Scope) -> str:
        a, b = self.number(v), self.number(v)
        forms = ["0.5 * {a} + 0.3 * {b}", "sin({a}) * {b}", "0.9 * {a}", "tanh({a} + {b})", "{a} / (1.5 + {b} * {b})"]
        return self.r.choice([*forms, "sqrt(1.0 + {a} * {a}) - 0.5", "0.4 * {a} * {b} + 0.1"]).format(a=a, b=b)

    def test(self, v: Scope) -> str:
        r = self.r
        options = [f"{c} % {r.choice((2, 3))} == {r.randrange(2)}" for c in v.counters]
        options += ["(z >> 35) & 1", f"{r.choice(v.numbers)} > {r.uniform(0.2, 0.9):.3f}"]
        options += ["q.count % 2"] if v.struct else []
        return r.choice(options)

    # ---- statements

    def statement(self, v: Scope) -> None:
        kinds = "scalar scalar sweep sweep element swap helper helper random if move heap block".split()
        kinds += ["fields", "fields", "struct"] if v.struct else []
        kinds += ["keep", "keep"] if v.kept and v.counters else []
        kinds += ["step"] if v.moving else []
        kinds += ["leave"] if v.leave else []
        kinds += ["loop", "loop"] if len(v.counters) < 3 else []
        getattr(self, f"_{self.r.choice(kinds)}")(v)

    def _scalar(self, v: Scope) -> None:
        self.put(f"{self.r.choice(v.numbers)} = {self.scalar(v)};")

    def _sweep(self, v: Scope) -> None:
        r = self.r
        a, b = r.choice(v.arrays), r.choice(v.arrays)
        low, high = r.choice([("0", "n"), ("1", "n - 1"), ("1", "n"), ("1", str(SIZE - 1)), ("2", "n")])
        near = [f"{b}[i]"]
        near += [f"{b}[i - 1]"] if low != "0" else []
        near += [f"{b}[i - 2]"] if low == "2" else []
        near += [f"{b}[i + 1]"] if high in ("n - 1", str(SIZE - 1)) else []
        form = r.choice(["0.8 * {a} + 0.1 * {b}", "tanh({a} * {n})", "{a} + 0.1 * ({b} - {a}) * {n}", "0.5 * ({b} + {c})"])
        text = form.format(a=f"{a}[i]", b=r.choice(near), c=r.choice(near), n=self.number(v))
        if r.random() < 0.25:
            self.put(f"for (long i = {high} - 1; i >= {low}; i--) {a}[i] = {text};")
        else:
            self.put(f"for (long i = {low}; i < {high}; i++) {a}[i] = {text};")

    def _element(self, v: Scope) -> None:
        a = self.r.choice(v.arrays)
        self.put(f"{a}[{self.index(v, a)}] {self.r.choice(('=', '=', '+='))} {self.scalar(v)};")

    def _swap(self, v: Scope) -> None:
        if len(v.swaps) == 3 and self.r.random() < 0.5:
            a, b, c = v.swaps
            self.put(f"{{ real *h = {a}; {a} = {b}; {b} = {c}; {c} = h; }}")
        elif v.swaps:
            a, b = self.r.sample(v.swaps, 2)
            self.put(f"{{ real *h = {a}; {a} = {b}; {b} = h; }}")
        else:
            self._scalar(v)

    def _helper(self, v: Scope) -> None:
        r = self.r
        kind = r.choice(("change", "mix", "total"))
        if kind == "change":
            self.put(f"{self.helper('change')}({r.choice(v.arrays)}, n, {self.number(v)});")
        elif kind == "mix" and len(v.arrays) > 1:
            a, b = r.sample(v.arrays, 2)
            self.put(f"{self.helper('mix')}({a}, {b}, n);")
        else:
            self.put(f"{r.choice(v.numbers)} = 0.1 * {self.helper('total')}({r.choice(v.arrays)}, n) + 0.1;")

    def _random(self, v: Scope) -> None:
        self.put("z = z * 6364136223846793005UL + 1442695040888963407UL;")

    def _if(self, v: Scope) -> None:
        self.put(f"if ({self.test(v)}) {{")
        self.inside(v, 1)
        if self.r.random() < 0.4:
            self.put("} else {")
            self.inside(v, 1)
        self.put("}")

    def inside(self, v: Scope, count: int) -> None:
        self.depth += 1
        for _ in range(count):
            self.statement(v) if self.left > 0 else self._scalar(v)
            self.left -= 1
        self.depth -= 1

    def _move(self, v: Scope) -> None:
        a, b = self.r.choice(v.arrays), self.r.choice(v.arrays)
        self.put(
            self.r.choice(
                [f"memmove({a} + 1, {a}, {SIZE - 1} * sizeof(real));", f"memmove({a}, {a} + 2, (n - 2) * sizeof(real));"]
                + ([f"memmove({a}, {b}, n * sizeof(real));"] if a != b else [])
            )
        )

    def _heap(self, v: Scope) -> None:
        name = f"h{len(self.lines)}"
        if self.r.random() < 0.3:
            self.put(f"{{ real *{name} = {self.helper('fresh')}(n, {self.number(v)});")
        else:
            self.put(f"{{ real *{name} = (real *)malloc(n * sizeof(real));")
            self.put(f"  for (long i = 0; i < n; i++) {name}[i] = {self.r.choice(v.arrays)}[i] * {self.number(v)};")
        self.inside(replace(v, arrays=(*v.arrays, name, name), leave=()), self.r.randrange(1, 3))
        self.put(f"  {self.r.choice(v.numbers)} = 0.5 * {name}[2] + 0.3 * {name}[5]; free({name}); }}")

    def _block(self, v: Scope) -> None:
        name = f"l{len(self.lines)}"
        self.put(f"{{ real {name}[{SIZE}];")
        self.put(f"  for (long i = 0; i < {SIZE}; i++) {name}[i] = {self.r.choice(v.arrays)}[i] * {self.number(v)};")
        self.inside(replace(v, arrays=(*v.arrays, name, name), wild=(*v.wild, name)), self.r.randrange(1, 3))
        self.put(f"  {self.r.choice(v.arrays)}[3] = 0.7 * {name}[1]; }}")

    def _fields(self, v: Scope) -> None:
        r = self.r
        places = ["q.a", "q.b", f"q.tab[{r.randrange(3)}]", "q.tab[q.count % 3]"]
        self.put(f"{r.choice(places)} = {self.scalar(v)};" if r.random() < 0.7 else "q.count++;")

    def _struct(self, v: Scope) -> None:
        call = f"{self.helper('advance')}(&q, {self.number(v)})"
        ways = [*v.leave, "s = 0.5 * s + 0.1;"]
        self.put(f"if ({call} < 0) {{ {self.r.choice(ways)} }}" if self.r.random() < 0.6 else f"{call};")

    def _keep(self, v: Scope) -> None:
        c = v.counters[0] if self.r.random() < 0.8 else v.counters[-1]
        if self.r.random() < 0.5:
            self.put(f"out[{c}] = {self.number(v)};")
        else:
            self.put(f"for (long i = 0; i < n; i++) out[{c} * n + i] = {self.r.choice(v.arrays)}[i];")

    def _step(self, v: Scope) -> None:
        self.put(f"*p = {self.number(v)}; p++;" if self.r.random() < 0.6 else "s = 0.5 * s + 0.1 * *p; p += 1;")

    def _leave(self, v: Scope) -> None:
        self.put(f"if ({self.r.choice(v.numbers)} > {self.r.uniform(0.4, 1.2):.3f}) {{ {self.r.choice(v.leave)} }}")

    # ---- loops

    def _loop(self, v: Scope) -> None:
        r = self.r
        t = f"t{len(v.counters)}"
        while t in v.counters:
            t += "_"
        marked = v.marked and r.random() < self.chance
        steps = r.choice(("k", "k", "3", "7", "2 * k", "k + 1")) if not v.counters else r.choice(("3", "k", "4", "n / 2"))
        kind = r.choice(("for", "for", "for", "down", "two", "while", "do", "forever"))
        ways = ["break;", "break;", *(w for w in v.leave if w.startswith(("goto", "return")))]
        if kind in ("for", "down", "two", "int"):
            ways.append("continue;")
        inner = replace(v, counters=(*v.counters, t), leave=tuple(ways) if r.random() < 0.5 else ())
        if kind == "for":
            self.put(f"for ({r.choice(('long', 'int', 'long'))} {t} = 0; {t} < {steps}; {t}++) {{")
        elif kind == "down":
            self.put(f"for (long {t} = {steps} - 1; {t} >= 0; {t}--) {{")
        elif kind == "two":
            self.put(f"for (long {t} = 1; {t} < {steps}; {t} += 2) {{")
        elif kind == "while":
            self.put(f"{{ long {t} = 0; while ({t} < {steps} && {r.choice(v.numbers)} < 50.0) {{")
        elif kind == "do":
            self.put(f"{{ long {t} = 0; do {{")
        else:
            self.put(f"{{ long {t} = 0; while (1) {{ if ({t} >= {steps}) break;")
        if marked:
            count = r.choice(("snap", "snap", "1", "2", "3", "4", "5", "6", "-1", "0"))
            self.put(f"  STEP({count}, {r.choice(('seg', 'seg', '1', '2', '3', '0'))});")
        self.inside(inner, r.randrange(2, 6))
        again = f"  {t}++; }} }}"
        self.put({"while": again, "do": f"  {t}++; }} while ({t} < {steps}); }}", "forever": again}.get(kind, "}"))

    # ---- functions

    def routine(self) -> str:
        """A function with a checkpointed loop, which others call; it returns an error."""
        r = self.r
        self.lines = []
        self.put("real s = 0.3; unsigned long z = 77;")
        v = Scope(("u", "w"), (), (), ("s",), leave=("return -1;",))
        self._loop(v)
        self.put("u[0] = u[0] + 0.1 * s; return 0;")
        head = "NOINLINE " if r.random() < 0.5 else ""
        return "\n".join([f"{head}static int run$(real *u, real *w, long n, long k, long snap, long seg) {{", *self.lines, "}"])

    def main(self, with_routine: bool) -> str:
        r = self.r
        self.lines = []
        self.put("real s = 0.7 * x[0], v = y[1]; unsigned long z = 12345; int failed = 0;")
        swaps: tuple[str, ...] = r.choice(((), ("a", "b"), ("a", "b"), ("a", "b", "c")))
        arrays, wild, frees = ["x", "y"], [], []
        for name in swaps or ("a",):
            kind = r.choice(("malloc", "malloc", "malloc", "local", "given")) if swaps else r.choice(("malloc", "local"))
            if kind == "given" and name in ("a", "b"):
                self.put(f"real *{name} = {'xy'['ab'.index(name)]};")
            elif kind == "local":
                self.put(f"real {name}_[{SIZE}]; real *{name} = {name}_; memcpy({name}, {r.choice('xy')}, n * sizeof(real));")
            else:
                self.put(f"real *{name} = (real *)malloc(n * sizeof(real)), *{name}_ = {name};")
                self.put(f"for (long i = 0; i < n; i++) {name}[i] = {r.choice('xy')}[i] * {r.uniform(0.5, 1):.2f};")
                frees.append(f"{name}_")
                wild.append(name)
            arrays.append(name)
        struct, kept = r.random() < 0.5, r.random() < 0.5
        moving = kept and r.random() < 0.4
        if struct:
            self.put("struct state q; q.a = x[2]; q.b = 0.1; q.count = 0; q.tab[0] = y[2]; q.tab[1] = q.tab[2] = 0.2;")
        if kept:
            self.put(f"real *out = (real *)calloc(8 * k + 4096, sizeof(real)){', *p = out + 64' if moving else ''};")
            frees.append("out")
        numbers = ("s", "v")
        leave = r.choice((("goto end;",), ("return s * 0.5 + v;",), (), ()))
        v = Scope(tuple(arrays), tuple(wild), swaps, numbers, struct=struct, kept=kept, moving=moving, leave=leave)
        start = replace(v, leave=())
        for _ in range(r.choice((1, 1, 1, 2))):
            if r.random() < 0.4:
                self.inside_flat(start)
            self.left = r.randrange(6, 14)
            self._loop(v)
        if with_routine:
            a, b = r.sample(arrays[: 2 + (not swaps)], 2)
            if r.random() < 0.4:
                self.put("for (long o = 0; o < 3; o++) {")
                self.put("  STEP(2, 1);") if r.random() < 0.5 else None
                self.put(f"  failed += run$({a}, {b}, n, k, snap, seg); s = 0.5 * s + 0.2 * {a}[o]; }}")
            else:
                self.put(f"failed = run$({a}, {b}, n, k, snap, seg); s = s + {a}[1];")
        if "goto end;" in leave:
            self.put("end:;")
        self.put("s = s + 0.1 * failed + 0.5 * v;")
        for a in arrays:
            self.put(f"for (long i = 0; i < n; i++) s = s + (0.1 + 0.05 * i) * {a}[i] * {a}[i];")
        if struct:
            self.put("s = s + q.a * q.b + q.tab[0] + 0.5 * q.tab[2] * q.tab[1];")
        if kept:
            self.put("for (long i = 0; i < 8 * k + 512; i++) s = s + out[i] * out[i] * (0.1 * (i % 3) + 0.05);")
        for a in frees:
            self.put(f"free({a});")
        self.put("return s;")
        return "\n".join([f"real f$({PARAMETERS}) {{", *self.lines, "}"])

    def inside_flat(self, v: Scope) -> None:
        """A statement between loops."""
        getattr(self, f"_{self.r.choice(('scalar', 'sweep', 'swap', 'helper', 'random'))}")(v)

    def program(self) -> str:
        with_routine = self.r.random() < 0.3
        routine = [self.routine()] if with_routine else []
        main = self.main(with_routine)
        return "\n".join([*(HELPERS[h] for h in sorted(self.used)), *routine, main]) + "\n"


def program(seed: int) -> str:
    """The functions of one program; the last is ``f$``."""
    return _Writer(random.Random(seed)).program()
