// Algorithms and numeric ones; sorting moves active values.
#include "derivative.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <functional>
#include <numeric>
#include <vector>

static double f(double x) {
  std::array<double, 5> a{x, std::sin(x), x * x, 1 / x, std::exp(-x)};
  std::vector<double> v(a.begin(), a.end());
  std::sort(v.begin(), v.end());
  std::transform(v.begin(), v.end(), v.begin(), [x](double e) { return e * x + 1; });
  double s = std::accumulate(v.begin(), v.end(), 0.0);
  s += std::inner_product(v.begin(), v.end(), a.begin(), 0.0);
  std::partial_sum(v.begin(), v.end(), a.begin());
  s += *std::max_element(a.begin(), a.end()) * *std::min_element(v.begin(), v.end());
  std::reverse(v.begin(), v.end());
  std::rotate(v.begin(), v.begin() + 2, v.end());
  s += v[0] * v[1];
  std::stable_sort(v.begin(), v.end(), std::greater<double>());
  s += v[0] / v[4];
  return s + std::max(x, 1.0) * std::min(x, 2.0) * std::clamp(x, 0.5, 1.5);
}

PRINT_DERIVATIVES(f)
