// Lambdas, std::function, function objects and templates that take them; recursion through std::function.
#include "derivative.h"

#include <cmath>
#include <functional>
#include <vector>

template <class F> static double integrate(F g, double a, double b, int n) {
  double h = (b - a) / n, s = 0;
  for (int i = 0; i < n; i++) s += g(a + (i + 0.5) * h);
  return s * h;
}

struct Poly {
  std::vector<double> c;
  double operator()(double t) const {
    double s = 0;
    for (auto it = c.rbegin(); it != c.rend(); ++it) s = s * t + *it;
    return s;
  }
};

static double newton(const std::function<double(double)> &g, const std::function<double(double)> &dg, double x) {
  for (int i = 0; i < 6; i++) x -= g(x) / dg(x);
  return x;
}

static double f(double x) {
  double r = integrate([x](double t) { return std::sin(x * t); }, 0, x, 20);
  r += integrate(Poly{{x, x * x, 3}}, 0, 1, 10);
  auto root = newton([x](double y) { return y * y - x; }, [](double y) { return 2 * y; }, 1 + x);
  std::function<double(int)> chain = [&](int n) { return n == 0 ? x : chain(n - 1) * x + n; };
  std::function<double(double, int)> powers = [&](double y, int n) { return n ? powers(y * x, n - 1) + y : y; };
  return r + root * chain(3) + powers(x, 4);
}

PRINT_DERIVATIVES(f)
