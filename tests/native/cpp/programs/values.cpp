// pair, tuple, optional, variant, complex, structured bindings, unions, constexpr.
#include "derivative.h"

#include <cmath>
#include <complex>
#include <optional>
#include <tuple>
#include <utility>
#include <variant>

constexpr double factor(int n) { return n <= 1 ? 1 : n * factor(n - 1); }

static std::pair<double, double> polar(double x) { return {std::cos(x), std::sin(x) * x}; }
static std::tuple<double, int, double> three(double x) { return {x * x, 2, x * x * x}; }
static std::optional<double> maybe(double x) { return x > 1 ? std::optional<double>(x * 3) : std::nullopt; }
static std::variant<int, double, std::pair<double, int>> one_of(double x) {
  if (x < 1) return 4;
  if (x < 2) return x * x;
  return std::pair(x, 3);
}

struct Visitor {
  double operator()(int i) const { return i; }
  double operator()(double d) const { return d * 2; }
  double operator()(const std::pair<double, int> &p) const { return p.first * p.second; }
};

union Bits {
  double d;
  unsigned char bytes[8];
};

static double f(double x) {
  auto [c, s] = polar(x);
  auto [u, n, v] = three(x);
  double r = c * s + u * n + v * factor(4);
  r += maybe(x).value_or(x / 2);
  r += std::visit(Visitor{}, one_of(x)) * x;
  std::complex<double> z(x, 1), w = std::exp(z) * z / (z + 2.0);
  r += std::abs(w) + std::norm(z) + w.imag();
  Bits b;
  b.d = x * 5;
  Bits copy = b;
  return r + copy.d;
}

PRINT_DERIVATIVES(f)
