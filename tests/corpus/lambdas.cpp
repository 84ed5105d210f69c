// Closures, coroutine-free generators, variadic templates, constexpr tables, references, range loops, placement new.
using size_t = decltype(sizeof 0);
inline void *operator new(size_t, void *p) noexcept { return p; }
template <class F> struct Defer { F f; ~Defer() { f(); } };
template <class F> Defer(F) -> Defer<F>;
template <class... T> auto total(T... x) { return (x + ... + 0); }
template <class F> double integrate(F f, double a, double b, int n) {
  double h = (b - a) / n, s = 0.5 * (f(a) + f(b));
  for (int i = 1; i < n; i++) s += f(a + i * h);
  return s * h;
}
double area(double k) { return integrate([&k](double x) { return x * x * k; }, 0, 1, 100); }
double twice(double k) {
  auto outer = [k](double x) { return [k, x](double y) { return k * x + y; }; };
  return outer(2)(3);
}
int deferred(int *p) {
  Defer d{[p] { *p += 1; }};
  return *p;
}
int mutable_state() {
  auto next = [n = 0]() mutable { return n++; };
  next();
  return next();
}
double sums(int a, double b, float c, char d) { return total(a, b, c, d); }
struct Table { int v[16]; constexpr Table() : v() { for (int i = 0; i < 16; i++) v[i] = i * i - 3; } };
constexpr Table squares;
int looked(int i) { return squares.v[i & 15]; }
const Table &reference() { return squares; }
struct Slot { alignas(16) unsigned char raw[16]; double *make(double v) { return new (raw) double(v); } };
double placed(Slot &s, double v) { return *s.make(v); }
int (*plain())(int) { return [](int x) { return x + 1; }; }
int iterate(const int (&a)[7]) {
  int s = 0;
  for (const int &x : a) s ^= x;
  return s;
}
template <int N> constexpr long factorial() { if constexpr (N < 2) return 1; else return N * factorial<N - 1>(); }
long large() { return factorial<15>(); }
auto [first, second] = [] { struct P { int a; double b; }; return P{1, 2.5}; }();
double bound() { return first + second; }
