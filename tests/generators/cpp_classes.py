# ruff: noqa: E501
"""Random classes and functions of C++ programs: what is declared in front of the function that is differentiated.

Members are defined in line, or out of line, in front of or behind their uses; a part of what is declared is never used.
"""

from __future__ import annotations

from collections.abc import Callable

from tests.generators.cpp_lines import Block, Class, Line, Names, Scope


def members(n: Names, name: str, parts: list[tuple[str, str, list[Line]]]) -> list[Line]:
    """Members ``(result, head, body)`` of a class, each in line or out of line (``{C}`` stands for the class)."""
    out: list[Line] = []
    for result, head, body in parts:
        words = [w for w in result.split() if w not in ("virtual", "static", "explicit", "friend")]
        inline = n.r.random() < 0.5
        initial = ""
        if " : " in head:
            head, initial = head.split(" : ", 1)
            initial = f" : {initial}"
        if inline:
            out.append(Block(f"{result} {head}{initial} {{".strip(), body))
            continue
        out.append(f"{result} {head};".strip())
        plain = head.replace(" override", "").replace(" final", "")
        where = n.later if n.r.random() < 0.6 else None
        key = n.r.choice(["inline ", ""]) if where is None else ""
        text = Block(f"{key}{' '.join(words)} {name}::{plain}{initial} {{".strip(), body)
        (n.later if where is not None else n.pending).append(text)
    return out


def value_class(n: Names) -> None:
    """Numbers by value, with some of: special members of its own, operators, static members, a count of its copies."""
    r, c = n.r, n.fresh("V")
    inside = Scope(["a", "b", "v[1]"], ["a", "b", "v[0]", "v[2]"], ["k"])
    given = Scope(["p", "q"])
    counts = r.random() < 0.5
    note: list[Line] = [f"{c}::copies++;"] if counts else []
    first = "a(p), b(q), v{p, q, p * q}, k(1)"
    parts: list[tuple[str, str, list[Line]]] = [
        (r.choice(["", "explicit"]), f"{c}(real p, real q) : {first}", [f"a = {n.squashed(given, 2)};", *r.choice([[], [f"b += {n.squashed(inside, 1)};"]])]),
        ("", f"{c}(real p) : {c}(p, {n.real(Scope(['p']), 1)})", []),
        ("real", "read(real t) const", [f"return {n.real(Scope(['a', 'b', 'v[2]', 't'], [], ['k']), 2)};"]),
        ("real &", "at(int i)", ["return v[i];"]),
        ("void", "step(real t)", [f"{r.choice(inside.places)} = squash(t + {n.real(inside, 1)});", "k = (k + 1) % 3;"]),
        (c, f"operator+(const {c} &o) const", [f"{c} made(*this);", "made.a += o.b;", "made.v[1] = squash(made.v[1] + o.v[0]);", "return made;"]),
        ("real", "operator()(real t, int i) const", ["return squash(a * t + v[i]);"]),
    ]  # fmt: skip
    if r.random() < 0.6:
        parts.append(("", f"{c}(const {c} &o) : a(o.a), b(o.b), k(o.k)", ["for (int i = 0; i < 3; i++) v[i] = o.v[i];", *note]))
        parts.append((f"{c} &", f"operator=(const {c} &o)", ["a = o.a, b = o.b, k = o.k;", *note, "for (int i = 0; i < 3; i++) v[i] = o.v[i];", "return *this;"]))  # fmt: skip
        if r.random() < 0.5:
            parts.append(("", f"{c}({c} &&o) noexcept : a(o.a), b(o.b), v{{o.v[0], o.v[1], o.v[2]}}, k(o.k)", ["o.a = real(0);"]))
            parts.append(
                (f"{c} &", f"operator=({c} &&o)", ["std::swap(a, o.a), std::swap(v, o.v);", "b = o.b;", "return *this;"])
            )
    if r.random() < 0.5:
        parts.append(("", f"~{c}()", [r.choice([f"{c}::alive--;", "a = b = real(0);", "if (k == 7) std::puts(\"seven\");"])]))  # fmt: skip
    body = members(n, c, parts)
    body += [
        "real a, b;",
        "real v[3];",
        "int k = 0;",
        "static int copies, alive;",
        f"static const real scale; static constexpr int size = {r.randint(1, 3)};",
    ]
    body += [
        f"friend real operator*(const {c} &u, real t) {{ return u.a * t - u.b; }}",
        f"real first() const {{ return {r.choice(['a * scale', 'b + v[size - 1]'])}; }}",
    ]
    if r.random() < 0.4:
        body.append("operator real() const { return squash(a + v[1]); }")
    n.declare(Block(f"{r.choice(['struct', 'class'])} {c} {{", ["public:", *body], "};"))
    n.later += [f"int {c}::copies = 0, {c}::alive = 0;", f"const real {c}::scale = {n.literal()};"]
    n.classes.append(Class(c, ["({a}, {a})", "({a})"], ["{o}.read({a})", "{o}({a}, {k})", "({o} * {a})", "{o}.first()"],
                           ["{o}.step({a});", "{o}.at({k}) = squash({a});", f"{{o}} = {c}({{a}});", f"{{o}} = {{o}} + {c}({{a}}, {{a}});"]))  # fmt: skip


def owner_class(n: Names) -> None:
    """Owns memory from ``new``: rule of five."""
    r, c = n.r, n.fresh("O")
    one = r.choice(["new real[4]()", "static_cast<real *>(std::calloc(4, sizeof(real)))"])
    gone = "delete[] p;" if one.startswith("new") else "std::free(p);"
    copy: list[Line] = ["for (int i = 0; i < 4; i++) p[i] = o.p[i];"]
    parts: list[tuple[str, str, list[Line]]] = [
        ("explicit", f"{c}(real t) : p({one}), n(4)", [f"for (int i = 0; i < n; i++) p[i] = {n.squashed(Scope(['t', 'real(i)']), 2)};"]),
        ("", f"{c}(const {c} &o) : p({one}), n(o.n)", copy),
        ("", f"{c}({c} &&o) noexcept : p(o.p), n(o.n)", ["o.p = nullptr;"]),
        (f"{c} &", f"operator=({c} o)", ["std::swap(p, o.p);", "return *this;"]),
        ("", f"~{c}()", [gone]),
        ("real &", "operator[](int i)", ["return p[i];"]),
        ("real", "sum(real t) const", ["real s = t;", "for (const real *q = p; q != p + n; ++q) s = s * real(0.5) + *q;", "return s;"]),
        ("real *", "begin()", ["return p;"]), ("real *", "end()", ["return p + n;"]),
    ]  # fmt: skip
    n.declare(Block(f"class {c} {{", ["real *p; int n;", "public:", *members(n, c, parts)], "};"))
    n.classes.append(Class(c, ["({a})"], ["{o}.sum({a})"],
                           ["{o}[{k}] = squash({a});", f"{{o}} = {c}({{a}});", "for (real &e : {o}) e = squash(e + {a});"]))  # fmt: skip


def hierarchy(n: Names) -> None:
    """An abstract base, a number of derived classes, with several or virtual bases, and a function that makes one of them."""
    r, b = n.r, n.fresh("B")
    shared = r.random() < 0.4
    base: list[Line] = ["real m;", "int tag = 0;", f"{b}(real m_) : m(m_) {{}}", "virtual real f(real t) const = 0;"]
    base += members(
        n,
        b,
        [
            ("virtual", f"~{b}()", r.choice([[], ["tag = -1;"]])),
            ("virtual real", "g(real t)", [f"m = squash(m + t * {n.literal()});", "return m * f(t);"]),
        ],
    )
    n.declare(Block(f"struct {b} {{", base, "};"))
    kinds = []
    for _ in range(r.randint(2, 3)):
        d = n.fresh("D")
        inherit, begin = f"{'virtual ' if shared else ''}public {b}", f"{b}(p)"
        more: list[Line] = []
        if r.random() < 0.5:
            other = n.fresh("M")
            n.declare(
                Block(
                    f"struct {other} {{",
                    [
                        f"real w; {other}(real w_) : w(w_ * {n.literal()}) {{}}",
                        "virtual real h(real t) { w = squash(w + t); return w; }",
                        f"virtual ~{other}() {{}}",
                    ],
                    "};",
                )
            )
            inherit = f"public {other}, {inherit}" if r.random() < 0.6 else f"{inherit}, private {other}"
            begin += f", {other}(p)"
            more = members(
                n,
                d,
                [
                    ("real", "h(real t) override", [f"real z = {other}::h(t);", "return z * m + w;"]),
                    ("real", "g(real t) override", [f"return {b}::g(t) + h(t);"]),
                ],
            )
        has = Scope(["t", "m", "extra"], [], ["tag"])
        parts: list[tuple[str, str, list[Line]]] = [
            ("explicit", f"{d}(real p) : {begin}, extra({n.real(Scope(['p']), 1)})", [f"tag = {r.randint(0, 2)};"]),
            ("real", "f(real t) const override", [f"return {n.real(has, 2)};"]),
        ]
        if r.random() < 0.4:
            parts.append(("", f"~{d}() override", ["extra = real(0);"]))
        n.declare(
            Block(
                f"struct {d} : {inherit} {{",
                [*members(n, d, parts), *more, f"real extra; {r.choice(['', 'std::vector<real> kept{real(1), real(2)};'])}"],
                "};",
            )
        )
        kinds.append(d)
    if shared and len(kinds) > 1:
        d = n.fresh("J")
        n.declare(
            Block(
                f"struct {d} final : public {kinds[0]}, public {kinds[1]} {{",
                [
                    f"explicit {d}(real p) : {b}(p), {kinds[0]}(p), {kinds[1]}(p * p) {{}}",
                    f"real f(real t) const override {{ return {kinds[0]}::f(t) - {kinds[1]}::f(t * m); }}",
                    f"real g(real t) override {{ return {kinds[1]}::g(t); }}",
                ],
                "};",
            )
        )
        kinds.append(d)
    made = n.fresh("make")
    cases: list[Line] = [f"if (k == {i}) return std::make_unique<{d}>(p);" for i, d in enumerate(kinds[1:])]
    n.declare(
        Block(f"std::unique_ptr<{b}> {made}(int k, real p) {{", [*cases, f"return std::unique_ptr<{b}>(new {kinds[0]}(p));"])
    )
    use = n.fresh("use")
    n.declare(Block(f"real {use}(real t, int k) {{", [
        f"std::vector<std::unique_ptr<{b}>> all;", f"for (int i = 0; i < 3; i++) all.push_back({made}((k + i) % 3, t * real(i + 1)));",
        "real s(0);", "for (auto &o : all) s += o->g(s + t);",
        f"if (auto *d = dynamic_cast<{kinds[0]} *>(all[1].get())) s += d->extra;", "return squash(s);"]))  # fmt: skip
    n.functions += [f"{made}({{k}}, {{a}})->f({{a}})", f"{made}({{k}}, {{a}})->g({{a}})", f"{use}({{a}}, {{k}})"]
    direct = r.choice(kinds)
    n.classes.append(Class(direct, ["({a})"], ["{o}.f({a})", "{o}.m"], ["{o}.g({a});"]))


def template_class(n: Names) -> None:
    """A class template with a non-type parameter, or a base that is given its derived class."""
    r, c = n.r, n.fresh("T")
    if r.random() < 0.4:
        d = n.fresh("E")
        n.declare("template <class X>", Block(f"struct {c} {{", ["real twice(real t) const { return self().once(self().once(t)); }", "const X &self() const { return static_cast<const X &>(*this); }"], "};"),
                Block(f"struct {d} : {c}<{d}> {{", [f"real z; explicit {d}(real z_) : z(z_) {{}}", f"real once(real t) const {{ return {n.squashed(Scope(['t', 'z']), 2)}; }}"], "};"))  # fmt: skip
        n.classes.append(Class(d, ["({a})"], ["{o}.twice({a})", "{o}.z"], ["{o}.z = squash({a});"]))
        return
    size = r.randint(3, 5)
    body: list[Line] = [
        "T v[N];", f"explicit {c}(T first) {{ for (int i = 0; i < N; i++) v[i] = first * T(i + 1) / T(N); }}",
        "T &operator[](int i) { return v[i]; }", "T dot(const T &t) const;", "template <int K> T part() const { static_assert(K < N); if constexpr (K > 1) return v[K] + part<K - 1>(); else return v[K]; }",
        f"{c} &operator+=(const {c} &o) {{ for (int i = 0; i < N; i++) v[i] += o.v[N - 1 - i]; return *this; }}",
    ]  # fmt: skip
    n.declare("template <class T, int N>", Block(f"struct {c} {{", body, "};"), "template <class T, int N>",
            Block(f"T {c}<T, N>::dot(const T &t) const {{", ["T s(0);", "for (const T &e : v) s = s * T(0.5) + e * t;", "return s;"]),
            *r.choice([[], [f"template struct {c}<real, {size}>;"], [f"template <> real {c}<real, {size}>::dot(const real &t) const {{ return v[0] * t - v[{size - 1}]; }}"]]))  # fmt: skip
    name = n.fresh("alias")
    n.declare(f"using {name} = {c}<real, {size}>;")
    n.classes.append(
        Class(
            name,
            ["({a})"],
            ["{o}.dot({a})", f"{{o}}.template part<{size - 1}>()"],
            ["{o}[{k}] = squash({a});", f"{{o}} += {name}({{a}});"],
        )
    )


def guard_class(n: Names) -> None:
    """Its destructor adds to what it was made of, also while an exception passes."""
    c = n.fresh("G")
    parts: list[tuple[str, str, list[Line]]] = [
        ("", f"{c}(real &t, real by) : place(t), by(by)", []),
        ("", f"~{c}()", ["place = squash(place + by);"]),
    ]
    n.declare(Block(f"struct {c} {{", ["real &place; real by;", *members(n, c, parts), f"{c}(const {c} &) = delete;"], "};"))
    f = n.fresh("guarded")
    throws = n.r.choice(["", f"if (t > real({n.r.choice([0.3, -0.3])})) throw t;"])
    body: list[Line] = ["real s = t * real(0.7);", Block("try {", [f"{c} g(s, t);", f"{c} h(s, {n.real(Scope(['s', 't']), 2)});", *([throws] if throws else []), "s += t;"], f"}} catch ({n.r.choice(['real', 'const real &', '...'])}) {{ s -= real(0.1); }}"), "return s;"]  # fmt: skip
    n.declare(Block(f"real {f}(real t) {{", body))
    n.functions.append(f"{f}({{a}})")


def error_class(n: Names) -> None:
    """Something to throw that carries a number, perhaps with bases, and a function that throws it."""
    r, c = n.r, n.fresh("X")
    n.declare(Block(f"struct {c} : {r.choice(['std::exception', 'std::runtime_error'])} {{", [
        "real number;", f"explicit {c}(real t) : {'BASE'}number(t) {{}}", f"{c}(const {c} &o) = default;", f"virtual ~{c}() {{}}"], "};"))  # fmt: skip
    block = n.declared[-1]
    assert isinstance(block, Block)
    block.body[1] = str(block.body[1]).replace("BASE", 'std::runtime_error("x"), ' if "runtime" in block.head else "")
    derived = n.fresh("Y")
    n.declare(f"struct {derived} : {c} {{ using {c}::{c}; }};")
    f = n.fresh("raise")
    thrown = r.choice([c, derived])
    body: list[Line] = [
        f"if ({n.condition(Scope(['t', 'u']))}) throw {thrown}({n.real(Scope(['t', 'u']), 2)});",
        f"return {n.real(Scope(['t', 'u']), 2)};",
    ]
    n.declare(Block(f"{r.choice(['static ', '', '__attribute__((noinline)) '])}real {f}(real t, real u) {{", body))
    n.throwing.append(f"{f}({{a}}, {{a}})")
    n.errors.append((thrown, r.choice([c, thrown]), "e.number"))


def function(n: Names) -> None:
    """A function of one of many kinds."""
    r, f = n.r, n.fresh("f")
    s = Scope(["t", "u"], ["t"], ["k"])
    kind = r.choice(
        [
            "static ",
            "inline ",
            "",
            "__attribute__((noinline)) ",
            "anonymous",
            "constexpr",
            "template",
            "recursive",
            "variadic",
            "tuple",
            "reference",
        ]
    )
    if kind == "template":
        n.declare(
            "template <class T, int N>",
            Block(f"T {f}(T t) {{", ["T s(1);", "for (int i = 0; i < N; i++) s = s * t + T(0.25);", "return squash(s);"]),
        )
        n.functions.append(f"{f}<real, {r.randint(1, 4)}>({{a}})")
    elif kind == "recursive":
        n.declare(
            Block(
                f"real {f}(real t, int k) {{",
                ["if (k <= 0) return t;", f"return squash({f}({n.real(Scope(['t'], [], ['k']), 2)}, k - 1) + t);"],
            )
        )
        n.functions.append(f"{f}({{a}}, {{k}})")
    elif kind == "variadic":
        n.declare(
            "template <class... A>",
            Block(
                f"real {f}(const A &...more) {{",
                [
                    r.choice(
                        [
                            "return squash((real(0) + ... + more));",
                            "real s(1); ((s = squash(s + more * real(0.5))), ...); return s;",
                        ]
                    )
                ],
            ),
        )
        n.functions += [f"{f}({{a}}, {{a}})", f"{f}({{a}}, {{a}}, {{a}})"]
    elif kind == "tuple":
        n.declare(
            Block(
                f"std::tuple<real, int, real> {f}(real t, const std::vector<real> &v) {{",
                [
                    "real s = t; int many = 0;",
                    "for (const real &e : v) if (e < t) s += e, many++;",
                    "return {squash(s), many, t * s};",
                ],
            )
        )
        n.functions += [f"std::get<{r.choice([0, 2])}>({f}({{a}}, {{{{a}}, {{a}}, real(0.2)}}))"]
    elif kind == "reference":
        n.declare(
            Block(f"real &{f}(real &t, const real &u, real &&w) {{", ["t = squash(t + u);", "w *= t;", "t += w;", "return t;"])
        )
        g = n.fresh("f")
        n.declare(Block(f"real {g}(real t, real u) {{", [f"real s = u; {f}(s, t, u * real(0.3)) += real(0.1);", "return s;"]))
        n.functions.append(f"{g}({{a}}, {{a}})")
    else:
        text = Block(
            f"{'' if kind in ('anonymous', 'constexpr') else kind}real {f}(real t, real u = real(0.4), int k = 1) {{",
            [f"t = {n.squashed(s, 1)};", f"return {n.real(s, 3)};"],
        )
        if kind == "anonymous":
            n.declare(Block("namespace {", [text]))
        else:
            n.declare(text)
        n.functions += [f"{f}({{a}})", f"{f}({{a}}, {{a}}, {{k}})"]


def statics(n: Names) -> None:
    """Objects that live outside of functions, and one that is made when its function is called first."""
    r, g, f = n.r, n.fresh("global"), n.fresh("kept")
    value = n.literal()
    n.declare(
        r.choice(
            [
                f"static const std::vector<real> {g} = {{{value}, real(0.3), real(0.9)}};",
                f"const std::array<real, 3> {g}{{{value}, real(0.3), real(0.9)}};",
                f"static std::map<int, real> {g} = {{{{0, {value}}}, {{1, real(0.3)}}, {{2, real(0.9)}}}};",
            ]
        )
    )
    body: list[Line] = [
        r.choice(
            [
                f"static const real once = {n.literal()} * real(2);",
                f"static const real once = sin({n.literal()});",
                "static int once = 1;",
            ]
        ),
        "static int calls = 0;",
        "calls++;",
        f"return squash(t * real(once) + {g}{r.choice(['[1]', '.at(2)', '.at(1)'])} * real(calls % 3));",
    ]
    n.declare(Block(f"real {f}(real t) {{", body))
    n.functions.append(f"{f}({{a}})")


def unused(n: Names) -> None:
    """What no derivative needs: streams, strings, constructors out of line."""
    c = n.fresh("U")
    parts: list[tuple[str, str, list[Line]]] = [
        ("", f"{c}(int k) : name(std::to_string(k))", ["made++;"]),
        ("", f"~{c}()", ["made--;"]),
        (
            "virtual std::string",
            "text(real t) const",
            ["std::ostringstream o;", "o << name << (t < real(0)) << made;", "return o.str();"],
        ),
    ]
    n.declare(Block(f"struct {c} {{", ["std::string name; static int made;", *members(n, c, parts)], "};"))
    n.later.append(f"int {c}::made = 0;")
    n.declare(Block(f"void {n.fresh('report')}(int k) {{", [f"{c} u(k);", "std::cout << u.text(real(k)) << std::endl;"]))
    if n.r.random() < 0.4:
        n.declare(f"static {c} {n.fresh('early')}({n.r.randint(1, 9)});")


KINDS: list[Callable[[Names], None]] = [
    value_class, value_class, owner_class, hierarchy, hierarchy, template_class, guard_class, error_class, function, function, function, statics, unused,
]  # fmt: skip
