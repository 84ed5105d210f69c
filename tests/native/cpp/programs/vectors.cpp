// std::vector: growth, insertion, erasing, resizing, copying, nesting, iterators.
#include "derivative.h"

#include <vector>

static std::vector<double> powers(double x, int n) {
  std::vector<double> v;
  double p = 1;
  for (int i = 0; i < n; i++) {
    v.push_back(p);
    p *= x;
  }
  return v;
}

static double f(double x) {
  std::vector<std::vector<double>> rows;
  for (int i = 1; i <= 4; i++) rows.push_back(powers(x, i));
  std::vector<double> flat;
  for (const auto &row : rows) flat.insert(flat.end(), row.begin(), row.end());
  flat.erase(flat.begin() + 1, flat.begin() + 3);
  flat.resize(10, 0.5 * x);
  auto copy = flat;
  for (auto &e : copy) e *= x;
  copy.insert(copy.begin(), x * x);
  flat = copy;
  double s = 0;
  for (auto it = flat.rbegin(); it != flat.rend(); ++it) s = s * 0.5 + *it;
  rows[2].swap(flat);
  return s + rows[2].front() * flat.back();
}

PRINT_DERIVATIVES(f)
