# ruff: noqa: E501  (program text is kept on one line)
"""Functions of random programs of practice: at module level, closures, generators, libraries, and what lies at module level."""

from __future__ import annotations

from tests.generators.practice_lazy import LazyFlow
from tests.generators.practice_scope import Kind


class Functions(LazyFlow):
    def __init__(self, seed: int) -> None:
        super().__init__(seed)
        self.helpers: list[tuple[str, list[Kind]]] = []  # functions at module level with the kinds of their parameters
        self.generators: list[str] = []  # of an array or a list, and a number
        self.state: dict[str, Kind] = {}  # places at module level
        self.globals: set[str] = set()  # names that the program binds

    # ---- at module level

    def make_helper(self) -> None:
        name = self.fresh("helper")
        kinds: list[Kind] = [("num",)]
        kinds.append(self.pick(("arr", 5), ("list", 3), ("dict", ("a", "b")), ("num",), *[("obj", c) for c in self.classes] * 2))
        names = ["u", "w"]
        default = self.chance(0.3)
        head = f"def {name}(u, w{', gain=None' if default else ''}):"
        with self.function(head, dict(zip(names, kinds, strict=True))) as lines:
            if default:
                self.emit(f"if gain is None:\n    gain = {self.pick('u * 0.5', self.constant(), 'math.sin(u)')}")
                self.scope["gain"] = ("num",)
            self.statements(self.r.randint(1, 3), 1)
            if self.chance(0.2):
                self.emit(f"if {self.condition()}:\n    return {self.squashed(1)}")
            self.emit(f"return {self.squashed()}")
        self.module.append("\n".join(lines) + "\n")
        self.helpers.append((name, kinds))

    def make_recursion(self) -> None:
        name, c = self.fresh("rec"), self.constant()
        self.module.append(
            self.pick(
                f"def {name}(n, v, memo=None):\n    if memo is None:\n        memo = {{}}\n    if n in memo:\n        return memo[n]\n    if n < 2:\n        return v * (n + 1)\n    memo[n] = {name}(n - 1, v, memo) * {c} + {name}(n - 2, v, memo)\n    return memo[n]\n",
                f"def {name}(n, v):\n    if n == 0:\n        return v\n    return {self.pick('math.sin', 'np.tanh', 'math.atan')}({name}(n - 1, v * {c}) + v)\n",
                f"def {name}(n, v):\n    return v if n <= 0 else {c} * {name}(n - 1, v + 0.1) + {name}(n - 2, v * 0.5)\n",
            )
        )
        self.helpers.append((name, [("n",), ("num",)]))

    def make_generator(self) -> None:
        name, c = self.fresh("gen"), self.constant()
        self.module.append(
            self.pick(
                f"def {name}(items, v):\n    total = 0.0\n    for item in items:\n        total = total * {c} + item\n        yield total * v\n",
                f"def {name}(items, v):\n    for k, item in enumerate(items):\n        if item > {c}:\n            yield item * k\n        else:\n            yield v\n",
                f"def {name}(items, v):\n    k = 0\n    while k < 3:\n        yield v * k + items[k % 2]\n        k += 1\n    yield {c}\n",
                f"def {name}(items, v):\n    for a in items:\n        for b in (v, {c}):\n            yield a * b\n",
                f"def {name}_part(items, v):\n    for a in items:\n        yield a + v\n\n\ndef {name}(items, v):\n    yield v\n    yield from {name}_part(items, v * {c})\n",
            )
        )
        self.generators.append(name)

    def make_state(self) -> None:
        """Things at module level that programs read and change."""
        name = self.fresh(self.pick("CONFIG", "TOTAL", "SEEN", "WEIGHTS"))
        if name.startswith("CONFIG"):
            self.module.append(f"{name} = {{'rate': {self.constant()}, 'decay': 0.5, 'n': {self.pick(2, 3)}, 'inner': {{'p': {self.constant()}}}}}\n")
            self.state[name] = ("config",)
        elif name.startswith("TOTAL"):
            self.module.append(f"{name} = {self.pick('0', '0.0', self.constant())}\n")
            self.state[name] = ("global",)
        elif name.startswith("SEEN"):
            self.module.append(f"{name} = {self.pick('[]', '[0.5]', '[1.5, 2.5]')}\n")
            self.state[name] = ("seen",)
        else:
            self.module.append(f"{name} = np.array([{self.constant()}, {self.constant()}, {self.constant()}])\n")
            self.state[name] = ("weights",)

    def s_global(self) -> None:
        if not self.state or self.level != 1:
            return
        name, (kind,) = self.pick(*self.state.items())
        if kind == "config":
            self.changed_or_read(f"{name}['rate'] * {name}['inner']['p'] + {name}['n']", f"{name}['rate'] = {self.squashed()}", f"{name}['rate'] *= {self.leaf()}", f"{name}['inner']['p'] += {self.squashed(1)}")
        elif kind == "global":
            self.globals.add(name)
            self.changed_or_read(f"{name} + {self.leaf()}", f"{name} += {self.squashed()}", f"{name} = {self.num(1)}")
        elif kind == "seen":
            self.emit(f"{name}.append({self.squashed(1)})")
        else:
            self.changed_or_read(f"({name} * {self.arr(3)}).sum()", f"{name}[{self.pick(0, 1, 2)}] = {self.squashed()}", f"{name}[1:] *= {self.leaf()}")

    def changed_or_read(self, reading: str, *changes: str) -> None:
        if self.chance(0.3):
            self.emit(f"{self.new('v', 'num')} = {reading}")
        else:
            self.emit(self.pick(*changes))

    # ---- calls

    def argument(self, kind: Kind) -> str | None:
        if kind == ("num",):
            return self.num(1)
        if kind == ("n",):
            return str(self.r.randint(0, 4))
        found = [n for n, k in self.places(kind[0]) if k == kind and n not in self.busy]
        if self.tries:
            found = []  # the callee may change it
        if kind[0] == "arr" and (not found or self.chance(0.3)):
            return self.arr(kind[1])
        if kind[0] == "list" and (not found or self.chance(0.2)):
            return self.listed(kind[1])
        if kind[0] == "dict" and not found:
            return f"{{'a': {self.leaf()}, 'b': {self.leaf()}}}"
        return self.pick(*found) if found else None

    def s_call(self) -> None:
        if self.generators and self.chance(0.4):
            self.use_generator()
            return
        if self.helpers:
            name, kinds = self.pick(*self.helpers)
            if self.tries and any(k[0] not in ("num", "n", "arr") for k in kinds):
                return
            arguments = [self.argument(k) for k in kinds]
            if None in arguments:
                return
            call = f"{name}({', '.join(a for a in arguments if a)})"
            self.emit(call if self.chance(0.1) else f"{self.new('v', 'num')} = {call}")

    def use_generator(self) -> None:
        found = self.places("list", "arr")
        found = [(n, k) for n, k in found if k[1] >= 2]
        if not found:
            return
        items, _ = self.pick(*found)
        g = f"{self.pick(*self.generators)}({items}, {self.leaf()})"
        v, t = self.fresh("v"), self.fresh("t")
        self.emit(
            self.pick(
                f"{t} = sum({g})",
                f"{t} = sum({self.term('v', 1)} for v in {g})",
                f"{t} = 0.0\nfor {v} in {g}:\n    {t} += {v} * {self.leaf()}\n    if {t} > {self.constant(0.3, 2.0)}:\n        break",
                f"{t} = 1.0\nfor {v} in {g}:\n    if {v} > {self.constant()}:\n        continue\n    {t} = math.tanh({t} + {v})",
                f"{t} = 0.0\nfor k, {v} in enumerate({g}):\n    {t} += k * {v}",
                f"{t} = 0.0\nfor {v}, q in zip({g}, {items}):\n    {t} -= q * {v}",
                f"{t} = np.array([{v} * 0.5 for {v} in {g}]).sum()",
                f"{t} = max({g})",
            )
        )
        self.scope[t] = ("num",)

    # ---- functions in functions

    def s_function(self) -> None:
        form = self.pick("lambda", "def", "def", "counter", "table", "partial", "list", "maker", "decorated")
        name, c = self.fresh("hc" if form == "maker" else "h"), self.constant()
        kept = self.fresh("kept")  # bound once: functions that are put somewhere may read it
        if form in ("table", "list", "decorated", "partial"):
            self.emit(f"{kept} = {self.num(1)}")
        if form == "lambda":
            self.emit(f"{name} = lambda v: {self.term('v', 1)} + {self.leaf()}")
        elif form == "def":
            with self.function(f"def {name}(v):", {"v": ("num",)}, nested=True):
                self.statements(self.r.randint(0, 2), 1)
                self.emit(f"return {self.squashed()}")
        elif form == "counter":
            found = [n for n, _ in self.targets("num") if "." not in n and n not in ("x", "s")]
            n = self.fresh("calls")
            self.emit(f"{n} = 0")
            with self.function(f"def {name}(v):", {"v": ("num",)}, nested=True):
                t = self.pick(*found) if found else ""
                self.emit(f"nonlocal {n}{', ' + t if t else ''}")
                self.emit(f"{n} += 1")
                if t:
                    self.emit(f"{t} {self.pick('+=', '=')} {self.pick('v * 0.3', f'math.tanh({t} * v)', f'v - {c}')}")
                self.emit(f"return {self.pick('v', c, f'v * {n}')} + {t or 'v'}")
            v = self.fresh("v")
            self.emit(self.pick(f"{v} = {name}({self.num(1)}) + {name}({self.leaf()})", f"{v} = sum({name}(p) for p in ({self.leaf()}, {self.leaf()}))", f"{v} = 0.0\nfor p in x:\n    {v} += {name}(p)"))
            self.scope[v] = ("num",)
            self.scope[n] = ("int",)
            return
        elif form == "table":
            table = self.fresh("ops")
            self.emit(f"{table} = {{'sq': lambda v: v * v, 'sin': math.sin, 'lin': lambda v, k={self.leaf()}: k * v + {kept}}}")
            value = self.pick(f"{table}['lin']({self.num(1)})", f"sum(op({self.leaf()}) for op in {table}.values())", f"sum({table}[k]({self.leaf()}) for k in ('sq', 'lin'))")
            self.emit(f"{self.new('v', 'num')} = {value}")
            return
        elif form == "partial":
            self.emit(f"def {name}_of(k, v, w=0.5):\n    return k * v + w * {kept}")
            self.emit(f"{name} = functools.partial({name}_of, {self.num(1)}{self.pick('', f', w={self.leaf()}')})")
        elif form == "list":
            self.emit(f"{name}s = [lambda v: v * {kept}, {self.pick('math.cos', 'np.sin')}, lambda v, k={c}: v + k]")
            v = self.fresh("v")
            self.emit(f"{v} = {self.num(1)}\nfor op in {name}s:\n    {v} = op({v})")
            self.scope[v] = ("num",)
            return
        elif form == "maker":
            self.emit(f"def {name}_made(k):\n    total = {self.leaf()}\n\n    def inner(v):\n        nonlocal total\n        total = total * 0.5 + v\n        return total * k\n\n    return inner")
            self.emit(f"{name} = {name}_made({self.num(1)})")
        else:
            self.emit(f"def {name}_twice(op):\n    return lambda v: op(op(v))")
            self.emit(f"{name} = {name}_twice({self.pick('math.sin', 'np.tanh', f'lambda u: u * {c} + {kept}', f'lambda u: {kept} - u')})")
        self.scope[name] = ("fun",)

    def s_held(self) -> None:
        """Objects in dicts, lists, tuples and other objects; changed there, and seen under other names."""
        plain = [c for c in self.classes if c.parameters == 2]
        if not plain or self.tries:
            return
        of = self.pick(*plain)
        v, h, o = self.fresh("v"), self.fresh("held"), self.fresh("o")
        a, b, c = self.num(1), self.leaf(), self.constant()
        change = f"{o}.{self.pick(*of.changing)}({b})" if of.changing and self.chance(0.6) else f"{o}.a = {o}.a * {b} + {o}.b"
        self.emit(
            self.pick(
                f"{h} = {{k: {of.name}({a} * j, {c}) for j, k in enumerate(('p', 'q'))}}\n{h}['p'].a += {b}\n{v} = sum(o.a * o.b for o in {h}.values())",
                f"{h} = {{'main': {of.name}({a}), 'other': [{of.name}({b}, {c})]}}\nfor {o} in ({h}['main'], *{h}['other']):\n    {change}\n{v} = {h}['main'].a + {h}['other'][0].a",
                f"{o} = {of.name}({a}, {b})\n{h} = [{o}, {of.name}({c}), {o}]\n{change}\n{v} = sum(p.a for p in {h})",
                f"{h} = ({of.name}({a}), {of.name}({b}))\n{o} = {h}[{self.pick(0, 1)}]\nfor _ in range(3):\n    {change}\n{v} = {h}[0].a * {h}[1].b",
                f"{h} = SimpleNamespace(box={of.name}({a}, {b}), n=0)\n{o} = {h}.box\n{change}\n{h}.n += 1\n{v} = {h}.box.a * {h}.n",
                f"def {h}({o}, by):\n    {change}\n    {o}.b = by\n    return {o}\n\n{o} = {of.name}({a}, {c})\n{v} = {h}({o}, {b}).a + {o}.b",
                f"{o} = {of.name}({a})\n{h} = copy.{self.pick('copy', 'deepcopy')}({o})\n{change}\n{v} = {h}.a - {o}.a * {c}",
                f"{h} = [{of.name}({b} * k, {c}) for k in range(3)]\n{o} = max({h}, key=lambda p: p.a)\n{v} = {o}.a + {o}.b",
                f"{h} = sorted([{of.name}({a}), {of.name}({b})], key=lambda p: -p.a)\n{v} = {h}[0].a - {h}[1].a * {c}",
                f"{o} = {of.name}({a})\n{h} = {o}.{of.changing[0] if of.changing else 'a'}\n{change}\n{v} = {o}.a * ({h}({b}) if callable({h}) else {h})",
                f"{o} = {of.name}({a})\n{v} = {o}.a if isinstance({o}, {self.pick(*self.classes).name}) else {b}",
                f"{o} = {of.name}({a})\nfor key in ('a', 'b'):\n    setattr({o}, key, getattr({o}, key) * {b} + {c})\n{v} = {o}.a * {o}.b",
            )
        )  # fmt: skip
        self.scope[v] = ("num",)

    def s_library(self) -> None:
        v, name = self.fresh("v"), self.fresh("c")
        a, b, c = self.num(1), self.leaf(), self.constant()
        self.emit(
            self.pick(
                f"{name} = deque([{a}, {b}], maxlen=2)\nfor p in x:\n    {name}.append(p * {c})\n{v} = {name}[0] - {name}[-1]",
                f"{name} = deque()\n{name}.append({a})\n{name}.appendleft({b})\n{v} = {name}.popleft() * {c} + len({name})",
                f"{name} = defaultdict(float)\nfor key, p in zip(('a', 'b', 'a'), ({a}, {b}, {c})):\n    {name}[key] += p\n{v} = {name}['a'] * {name}['b']",
                f"{name} = defaultdict(list)\nfor key, p in (('a', {a}), ('b', {b}), ('a', {c})):\n    {name}[key].append(p)\n{v} = sum({name}['a']) - {name}['b'][0]",
                f"{name} = Counter('abca')\n{v} = {name}['a'] * {a} + {name}['z']",
                f"{name} = Point({a}, {b})\n{name} = {name}._replace(q={c})\n{v} = {name}.p * {name}.q + sum({name})",
                f"{name} = Point(p={a}, q={b})\np, q = {name}\n{v} = p - q * {name}[0]",
                f"{name} = [Point(p * {c}, {b}) for p in ({a}, {b})]\n{v} = max({name}, key=lambda t: t.p).q",
                f"{name} = {{}}\nfor k in range(3):\n    {name}[k] = {a} * k\n{v} = sum({name}.values())",
                f"{name} = {{}}\nfor key in ('u', 'v'):\n    {name}[key] = {name}.get(key, {b}) + {a}\n{v} = {name}['v']",
                f"{name} = [[{a} * i + j for j in range(2)] for i in range(3)]\n{name}[1][0] = {b}\n{v} = sum(sum(row) for row in {name})",
                f"{name} = {{'w': np.array([{a}, {b}]), 'b': {c}}}\n{name}['w'] = {name}['w'] * {c}\n{v} = ({name}['w'] ** 2).sum() + {name}['b']",
                f"{name} = [np.full(2, {a}), np.array([{b}, {c}])]\n{name}[0][1] = {b}\n{v} = sum((w * w).sum() for w in {name})",
                f"{name} = list(itertools.chain([{a}], ({b}, {c})))\n{v} = sum(itertools.islice({name}, 2))",
                f"{name} = {{'kind': 'quad', 'scale': {a}}}\nif {name}['kind'] == 'quad':\n    {v} = {name}['scale'] ** 2\nelse:\n    {v} = {b}",
                f"{name} = [(k, {a} * k) for k in range(3)]\n{v} = sum(w for k, w in {name} if k % 2 == 0)",
                f"{name} = SimpleNamespace(p={a}, q=[{b}])\n{name}.p += {name}.q[0]\n{v} = {name}.p",
                f"{name} = [{a}, {b}, {c}]\n{v} = {name}.pop() + {name}.pop(0) * len({name})",
                f"{name} = tuple({self.leaf()} for _ in range(2)) + ({a},)\n{v} = {name}[-1] * len({name})",
                f"{name} = enumerate([{a}, {b}])\n{v} = sum((k + 1) * p for k, p in {name})",
                f"{name} = iter([{a}, {b}])\n{v} = next({name}) - next({name}) * next({name}, {c})",
                f"{name} = operator.mul({a}, operator.itemgetter(1)([{b}, {c}]))\n{v} = {name}",
                f"{name} = copy.deepcopy([{a}, [{b}]])\n{name}[1].append({c})\n{v} = sum({name}[1]) + {name}[0]",
                f"{name} = [[] for _ in range(2)]\nfor k, p in enumerate(x):\n    {name}[k % 2].append(p * {c})\n{v} = sum({name}[0]) - {name}[1][0]",
                f"{name} = []\nfor p in x:\n    {name}.append(x * p)\n{v} = np.stack({name}).sum(axis=0)[1] + np.concatenate({name}).max()",
                f"{name} = []\nfor k in range(3):\n    {name}.append((k * {a}, {b}))\n{v} = sum(p * q for p, q in {name})",
            )
        )  # fmt: skip
        self.scope[v] = ("num",)
