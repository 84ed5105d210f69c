# ruff: noqa: E501
"""Random statements of C++ functions: control flow, containers, algorithms, closures, exceptions, owners.

A kind of statement is a function ``(names, body, scope, depth)`` that appends to ``body`` and adds to the scope what it declares.
"""

from __future__ import annotations

from collections.abc import Callable

from tests.generators.cpp_lines import Block, Line, Names, Scope

Body = list[Line]


def grow(n: Names, body: Body, s: Scope, count: int, depth: int) -> None:
    """``count`` statements, appended to ``body``."""
    for _ in range(count):
        kinds = [*SIMPLE, *LIBRARY, *(NESTED if depth > 0 else [])]
        n.r.choice(kinds)(n, body, s, depth)


def inside(n: Names, s: Scope, depth: int, guarded: bool = False, count: int = 2) -> Body:
    """Statements of an inner block; there is at least an assignment."""
    body: Body = []
    grow(n, body, s.inner(guarded), n.r.randint(0, count), depth - 1)
    assign(n, body, s.inner(guarded), 0)
    return body


def insert(n: Names, body: Body, line: Line) -> None:
    """Put a line anywhere between the statements of a block."""
    joined = ("else", "catch")
    body.insert(n.r.choice([k for k in range(len(body) + 1) if k == len(body) or not head(body[k]).startswith(joined)]), line)


def head(line: Line) -> str:
    return line if isinstance(line, str) else line.head


# ---- plain statements


def variable(n: Names, body: Body, s: Scope, depth: int) -> None:
    name = n.fresh("t")
    body.append(f"{n.r.choice(['real', 'auto'])} {name} = real({n.real(s, 2)});")
    s.reals.append(name)
    s.places.append(name)


def assign(n: Names, body: Body, s: Scope, depth: int) -> None:
    if not s.places:
        return
    place = n.r.choice(s.places)
    body.append(
        n.r.choice(
            [
                f"{place} = {n.squashed(s, 2)};",
                f"{place} = {n.squashed(s, 3)};",
                f"{place} += {n.squashed(s, 1)};",
                f"{place} *= {n.squashed(s, 1)};",
            ]
        )
    )


def make_object(n: Names, body: Body, s: Scope, depth: int) -> None:
    pool = [c for c in n.classes if s.guarded or not c.throws]
    if not pool:
        return
    c, name = n.r.choice(pool), n.fresh("o")
    given = n.fill(n.r.choice(c.make), s, 2)
    how = n.r.choice([f"auto {name} = {c.name}{given};", f"{c.name} {name}{{{given[1:-1]}}};", f"{c.name} {name}_0{given.replace('(', '{', 1)[:-1]}}}, {name} = {name}_0;",
                      f"auto {name}_p = std::make_unique<{c.name}>{given}; {c.name} &{name} = *{name}_p;", f"auto {name}_p = std::make_shared<{c.name}>{given}; auto {name}_q = {name}_p; {c.name} &{name} = *{name}_q;",
                      f"std::vector<{c.name}> {name}_v(2, {c.name}{given}); {name}_v.push_back({name}_v[0]); {c.name} &{name} = {name}_v[{n.index(s)}];"])  # fmt: skip
    body.append(how)
    s.objects.append((name, c))


def change(n: Names, body: Body, s: Scope, depth: int) -> None:
    if not s.objects:
        make_object(n, body, s, depth)
        return
    o, c = n.r.choice(s.objects)
    if c.changes:
        body.append(n.fill(n.r.choice(c.changes), s, 2, o))


def fixed_once(n: Names, body: Body, s: Scope, depth: int) -> None:
    name = n.fresh("fixed")
    body.append(
        f"static const {n.r.choice([f'real {name} = cos({n.literal()})', f'std::vector<real> {name}_v{{{n.literal()}, {n.literal()}, real(1)}}; const real {name} = {name}_v[{n.index(s)}]'])};"
    )
    s.reals.append(name)


# ---- control flow


def branch(n: Names, body: Body, s: Scope, depth: int) -> None:
    body.append(Block(f"if ({n.condition(s)}) {{", inside(n, s, depth)))
    if n.r.random() < 0.5:
        body.append(Block("else {", inside(n, s, depth)))


def loop(n: Names, body: Body, s: Scope, depth: int) -> None:
    i, count = n.fresh("i"), n.r.randint(2, 3)
    inner = s.inner()
    inner.ints.append(i)
    inner.reals.append(f"real({i})")
    text = inside(n, inner, depth)
    if n.r.random() < 0.3:
        insert(n, text, f"if ({n.condition(inner)}) {n.r.choice(['break', 'continue'])};")
    first = n.r.choice(
        [
            f"for (int {i} = 0; {i} < {count}; {i}++) {{",
            f"for (int {i} = 2; {i} >= 1; --{i}) {{",
            f"for (int {i} : {{0, 2, 1}}) {{",
        ]
    )
    body.append(Block(first, text))


def switch(n: Names, body: Body, s: Scope, depth: int) -> None:
    cases: Body = []
    for k in range(2):
        cases.append(Block(f"case {k}: {{", inside(n, s, depth, count=1), n.r.choice(["} break;", "}"])))
    cases.append(Block("default: {", inside(n, s, depth, count=1)))
    body.append(Block(f"switch ({n.index(s)}) {{", cases))


def attempt(n: Names, body: Body, s: Scope, depth: int) -> None:
    """What is thrown in a block, or below it, is caught behind it."""
    text = inside(n, s, depth, guarded=True, count=3)
    if n.throwing:
        text.append(f"{n.r.choice(s.places)} += squash({n.fill(n.r.choice(n.throwing), s.inner(True), 1)});")
    own = n.r.choice(
        [*n.errors, *n.errors, ("std::out_of_range", "std::exception", ""), ("real", "real", "e"), ("int", "int", "")]
    )
    made, caught, number = own
    value = {"std::out_of_range": '"far"', "int": "2"}.get(made, n.real(s, 2))
    insert(n, text, f"if ({n.condition(s)}) throw {made}({value});")
    handler: Body = []
    inner = s.inner()
    inner.reals += [number] if number else []
    assign(n, handler, inner, 0)
    if n.r.random() < 0.2:
        again = [Block("try {", text), Block(f"catch (const {caught} &e) {{", [*handler, "throw;"])]
        body.append(Block("try {", [*again], "}"))
    else:
        body += [Block("try {", text), Block(f"catch ({n.r.choice(['', 'const '])}{caught} &e) {{", handler)]
    rest: Body = []
    assign(n, rest, s, 0)
    body.append(Block("catch (...) {", rest))


# ---- the standard library


def sequence(n: Names, body: Body, s: Scope, depth: int) -> None:
    """A container of three numbers or more, changed, gone through, summed."""
    r, v = n.r, n.fresh("v")
    kind = r.choice(["vector", "vector", "deque", "list", "array"])
    items = ", ".join(n.real(s, 1) for _ in range(3))
    if kind == "array":
        body.append(f"std::array<real, 3> {v}{{{{{items}}}}};")
    elif r.random() < 0.5:
        body.append(f"std::{kind}<real> {v}{{{items}}};")
    else:
        i = n.fresh("i")
        inner = s.inner()
        inner.ints.append(i)
        inner.reals.append(f"real({i})")
        body += [
            f"std::{kind}<real> {v};",
            *([f"{v}.reserve({r.randint(1, 9)});"] if kind == "vector" and r.random() < 0.4 else []),
        ]
        body.append(
            f"for (int {i} = 0; {i} < {r.randint(3, 5)}; {i}++) {v}.{r.choice(['push_back', 'emplace_back'])}({n.real(inner, 2)});"
        )
    a, b = f"std::begin({v})", f"std::end({v})"
    less = r.choice(
        [
            "[](const real &p, const real &q) { return q < p; }",
            "std::less<real>()",
            "[&](real p, real q) { return p * p < q * q; }",
        ]
    )
    more: list[str] = [
        f"for (auto &e : {v}) e = squash(e + {n.real(s, 1)});", f"std::transform({a}, {b}, {a}, [](real e) {{ return e * e; }});",
        f"std::partial_sum({a}, {b}, {a});", f"std::reverse({a}, {b});", f"*{a} = {n.squashed(s, 1)};", f"std::for_each({a}, {b}, [k = {n.real(s, 1)}](real &e) {{ e -= k * real(0.3); }});",
        f"std::rotate({a}, std::next({a}), {b});",
    ]  # fmt: skip
    if kind == "list":
        more += [
            f"{v}.sort({less});",
            f"{v}.push_front({n.real(s, 1)});",
            f"{{ std::list<real> w{{real(2)}}; {v}.splice({v}.begin(), w); }}",
        ]
    elif kind == "array":
        more += [f"std::swap({v}[0], {v}[2]);", f"std::sort({a}, {b}, {less});"]
    else:
        more += [f"std::sort({a}, {b}, {less});", f"std::stable_sort({a}, {b}, {less});", f"std::nth_element({a}, {a} + 1, {b});"]
        more += [f"{v}.insert({v}.begin() + 1, {n.real(s, 1)});", f"{v}.resize(6, {n.literal()});", f"{v}.erase({v}.begin());{v}.push_back({n.real(s, 1)});", f"{{ auto w = {v}; w[0] = real(1); {v}.swap(w); }}",
                 f"{v}.erase(std::remove_if({a} + 2, {b}, [](const real &e) {{ return e > real(0.2); }}), {v}.end());{v}.resize(4);"]  # fmt: skip
    body += r.sample(more, r.randint(0, 3))
    total = n.fresh("s")
    sums = [
        f"std::accumulate({a}, {b}, real(0))", f"std::accumulate({a}, {b}, real(1), [](real p, real q) {{ return p * real(0.5) + q; }})", f"std::inner_product({a}, {b}, {a}, real(0))",
        f"*std::max_element({a}, {b})", f"{v}.back() * {v}.front()", f"[&] {{ real q(0); for (auto it = {v}.rbegin(); it != {v}.rend(); ++it) q = q * real(0.4) + *it; return q; }}()",
        f"real(int(std::count_if({a}, {b}, [](real e) {{ return e > real(0); }}))) * *{a}",
    ]  # fmt: skip
    body.append(f"real {total} = {r.choice(sums)};")
    s.reals.append(total)
    if kind != "list":
        s.reals.append(f"{v}[1]")
        s.places.append(f"{v}[{r.randint(0, 2)}]")
        if kind == "vector":
            s.reals.append(f"{v}[{n.index(s)}]")


def keyed(n: Names, body: Body, s: Scope, depth: int) -> None:
    """A map with keys of numbers or of texts, perhaps of containers or objects."""
    r, m = n.r, n.fresh("m")
    key = r.choice(["int", "std::string", "std::pair<int, int>"])
    kind = r.choice(["map", "unordered_map"] if "pair" not in key else ["map"])
    keys = {
        "int": ["0", "1", "2"],
        "std::string": ['"a"', '"longer than what fits in"', "std::string(2, 'c')"],
        "std::pair<int, int>": ["{0, 1}", "{1, 0}", "{1, 1}"],
    }[key]
    deep = r.random() < 0.3
    body.append(f"std::{kind}<{key}, {'std::vector<real>' if deep else 'real'}> {m};")
    for k in keys:
        value = n.real(s, 2)
        body.append(
            f"{m}[{k}].push_back({value});"
            if deep
            else r.choice(
                [
                    f"{m}[{k}] = {value};",
                    f"{m}.emplace({key}({k}) , {value});" if "pair" not in key else f"{m}[{k}] += {value};",
                    f"{m}[{k}] += {value};",
                ]
            )
        )
    one = f"{m}.at({r.choice(keys)}){'[0]' if deep else ''}"
    total = n.fresh("s")
    body.append(f"real {total}(0);")
    item = "e.second[0]" if deep else "e.second"
    if kind == "map":
        body.append(f"for (auto &e : {m}) {total} = {total} * real(0.5) + {item};")
    else:
        body.append(f"if (auto it = {m}.find({keys[0]}); it != {m}.end()) {{ auto &e = *it; {total} += {item}; }}")
    if r.random() < 0.4:
        body.append(f"{m}.erase({keys[2]});")
        one = f"{m}.begin()->second{'[0]' if deep else ''}"
    body.append(f"{one} += {total} * real(0.2);")
    s.reals += [total, one]
    s.places += [one]


def closure(n: Names, body: Body, s: Scope, depth: int) -> None:
    """A lambda with captures, as it is or in a std::function, perhaps in a vector of them."""
    r, f = n.r, n.fresh("g")
    capture, inner = r.choice(
        [
            ("[=]", s.constant()),
            ("[&]", s.inner()),
            (f"[&, c = {n.real(s, 1)}]", s.inner()),
            (f"[c = {n.real(s, 1)}] mutable", Scope()),
        ]
    )
    inner.guarded, moved = False, capture.endswith(" mutable")
    if "[=]" in capture:
        inner.objects = []
    inner.reals = [*inner.reals, "p", *(["c"] if "c =" in capture else [])]
    text: Body = [f"c = squash(c + {n.literal()});"] if moved else []
    if capture.startswith("[&") and s.places and r.random() < 0.5:
        assign(n, text, inner, 0)
    text.append(f"return real({n.real(inner, 2)});")
    head = f"{capture.removesuffix(' mutable')}(real p){' mutable' if moved else ''} -> real {{"
    how = r.choice(["auto", "std::function<real(real)>", "vector", "pass"])
    if how == "vector":
        body.append(f"std::vector<std::function<real(real)>> {f}_all;")
        body.append(Block(f"{f}_all.push_back({head}", text, "});"))
        body.append(f"{f}_all.push_back([](real p) {{ return squash(p); }});")
        body.append(f"auto {f} = [&](real p) {{ real q = p; for (auto &h : {f}_all) q = h(q); return q; }};")
    elif how == "pass":
        body.append(Block(f"auto {f}_one = {head}", text, "};"))
        body.append(f"auto {f} = [&](real p) {{ return twice({f}_one, p); }};")
    else:
        body.append(Block(f"{how} {f} = {head}", text, "};"))
    total = n.fresh("s")
    body.append(f"real {total} = squash({f}({n.real(s, 1)}));")
    s.reals.append(total)
    if not moved and "&" not in capture:
        s.reals.append(f"{f}({total})")


def values(n: Names, body: Body, s: Scope, depth: int) -> None:
    """optional, variant, pair and tuple, with structured bindings."""
    r, o, total = n.r, n.fresh("w"), n.fresh("s")
    a, b = n.real(s, 2), n.real(s, 1)
    texts: list[list[Line]] = [
        [f"std::optional<real> {o};", f"if ({n.condition(s)}) {o} = {a};", f"real {total} = {o} ? *{o} * real(2) : {b};"],
        [f"std::optional<std::vector<real>> {o};", f"if ({n.condition(s)}) {o}.emplace(3, {a});", f"real {total} = {o}.value_or(std::vector<real>{{{b}}}).back();"],
        [f"std::variant<int, real> {o} = 2;", f"if ({n.condition(s)}) {o} = real({a});", f"real {total} = std::visit([&](auto e) {{ return real(e) * {b}; }}, {o});"],
        [f"std::variant<std::vector<real>, real> {o} = real({b});", f"if ({n.condition(s)}) {o} = std::vector<real>{{{a}, {b}}};", f"real {total} = {o}.index() ? std::get<1>({o}) : std::get<0>({o})[1];"],
        [f"auto [{o}, {o}_k, {o}_v] = std::make_tuple(real({a}), {n.index(s)}, std::vector<real>(2, {b}));", f"real {total} = {o} * {o}_v[1] + real({o}_k);"],
        [f"std::pair<real, real> {o}{{{a}, {b}}};", f"std::swap({o}.first, {o}.second);", f"real {total}(0), {o}_r(0); std::tie({total}, {o}_r) = {o}; {total} -= {o}_r * real(0.5);"],
        [f"std::vector<std::pair<int, real>> {o}{{{{2, {a}}}, {{0, {b}}}, {{1, real(0.5)}}}};", f"std::sort({o}.begin(), {o}.end(), [](const auto &p, const auto &q) {{ return p.first < q.first; }});", f"real {total} = {o}[0].second * real(0.3) + {o}[2].second;"],
        [f"std::priority_queue<real> {o};", f"{o}.push({a}), {o}.push({b}), {o}.push(real(0.2));", f"real {total} = {o}.top(); {o}.pop(); {total} -= {o}.top() * real(0.5);"],
        [f"std::vector<std::array<real, 2>> {o}(2, std::array<real, 2>{{{a}, {b}}});", f"{o}[1][0] = {a} * real(0.5);", f"real {total}(0); for (auto &[p, q] : {o}) {total} += p * q;"],
        [f"std::string {o} = \"k\" + std::to_string({n.index(s)}); {o} += \" and a text that is kept on the heap\";", f"real {total} = real(int({o}.size() + {o}[1]) - 70) * real(0.01) * {a};"],
        [f"std::ostringstream {o}; {o} << {n.index(s)} << ' ' << 17;", f"int {o}_k = 0; std::istringstream {o}_i({o}.str()); {o}_i >> {o}_k;", f"real {total} = real({o}_k) * {a};"],
        [f"std::map<std::string, std::function<real(real)>> {o}{{{{\"a\", [&](real p) {{ return p * {b}; }}}}, {{\"b\", squash}}}};", f"real {total} = {o}.at({n.index(s)} > 1 ? \"a\" : \"b\")({a});"],
        [f"struct {o}_node {{ real v; std::unique_ptr<{o}_node> next; }};", f"std::unique_ptr<{o}_node> {o};", f"for (int i = 0; i < 3; i++) {o} = std::make_unique<{o}_node>({o}_node{{{a} * real(i), std::move({o})}});",
         f"real {total}(0); for (auto *p = {o}.get(); p; p = p->next.get()) {total} = {total} * real(0.5) + p->v;"],
        [f"real *{o} = new real[3]{{{a}, {b}, real(1)}};", f"real {total} = {o}[0] * {o}[{n.index(s)}];", f"delete[] {o};"],
        [f"std::set<real> {o}{{{a}, {b}, real(0.123)}};", f"real {total} = *{o}.begin() - *{o}.rbegin() * real(0.5);"],
        [f"std::shared_ptr<std::vector<real>> {o} = std::make_shared<std::vector<real>>(2, {a}); std::weak_ptr<std::vector<real>> {o}_w = {o};", f"(*{o})[1] = {b};", f"real {total}(0); if (auto p = {o}_w.lock()) {total} = (*p)[0] * (*p)[1];"],
        [f"std::vector<std::vector<real>> {o}(2); for (int i = 0; i < 4; i++) {o}[i % 2].push_back({a} * real(i + 1));", f"{o}.push_back({o}[0]); {o}[2][1] = {b};", f"real {total} = {o}[0][1] + {o}[1][0] * {o}[2][1];"],
    ]  # fmt: skip
    body += r.choice(texts)
    s.reals.append(total)


SIMPLE = [variable, assign, assign, make_object, make_object, change, change, fixed_once]
LIBRARY = [sequence, sequence, keyed, closure, closure, values, values]
NESTED: list[Callable[[Names, Body, Scope, int], None]] = [branch, loop, loop, attempt, attempt, switch]
