// Memory that variables own from before the call, constants by definition, where it may be memory with derivatives instead.
#include "derivative.h"

#include <cmath>
#include <functional>
#include <map>
#include <memory>
#include <vector>

static std::vector<double> cache{2.0};
static const std::vector<std::vector<double>> rows{{1, 2}, {3, 4, 5}};

struct Curve {
  std::vector<double> c{0.5, 2};
  virtual double of(double t) const { return c[0] * t + c[1] * t * t; }
  virtual ~Curve() {}
};

static double sum(const std::vector<double> &v) {
  double s = 0;
  for (double e : v) s = s * 0.5 + e;
  return s;
}

static double f(double x) {
  static const std::vector<double> table{1.5, 0.25, 1};
  static const std::map<int, double> keyed{{1, 3.0}, {2, 0.5}};
  static const std::unique_ptr<Curve> curve = std::make_unique<Curve>();
  std::vector<double> v{x, table[1] * x};
  std::map<int, double> own{{1, x}, {2, x * x}};
  Curve mine;
  mine.c[0] = x;
  const std::vector<double> &w = x > 0 ? table : v;
  const double *last = x > 1 ? &table.back() : &v.back();
  double s = w[0] * x + *last * x;                               // 1.5 x + x
  for (int i = 0; i < 2; i++) s += v[i] * table[i];              // 1.5 x + x / 16
  s += sum(x > 0 ? rows[1] : v) * x + sum(v) * sum(rows[0]);     // 7.75 x + 0.75 x * 2.5
  const std::map<int, double> &m = x > 0 ? keyed : own;
  s += m.at(1) * x + own.at(2) * m.at(2);                        // 3 x + x x / 2
  const Curve &chosen = x > 0 ? *curve : mine;
  s += chosen.of(x) + mine.of(x);                                // 0.5 x + 2 x x + 3 x x
  cache.push_back(x * x);
  const std::vector<double> &kept = x > 0 ? cache : v;
  return s + kept.front() * kept.back();                         // 2 x x
}

int main(int argc, char **argv) {
  for (int i = 1; i < argc; i++) {
    double x = std::atof(argv[i]), value = f(x);
    double slope = __irad_autodiff((void *)f, x), tangent = __irad_fwddiff((void *)f, x, 1.0);
    std::printf("%.17g %.17g\n", value, std::fabs(slope - tangent) < 1e-12 * std::fabs(slope) ? slope : NAN);
  }
}
