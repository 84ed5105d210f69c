// Exceptions of several kinds, thrown near and far, caught in a loop.
#include "derivative.h"

#include <cmath>
#include <stdexcept>
#include <vector>

__attribute__((noinline)) static double root(double x) {
  if (x < 0) throw std::domain_error("negative");
  return std::sqrt(x);
}

__attribute__((noinline)) static double element(const std::vector<double> &v, int i) { return v.at(i) * v.at(0); }

static double f(double x) {
  double sum = 0;
  std::vector<double> v{x, x * x};
  for (int i = 0; i < 4; i++) {
    try {
      sum += root(x - i) * (i + 1);
      sum += element(v, i);
    } catch (const std::domain_error &) {
      sum += 3 * x * i;
    } catch (const std::exception &) {
      sum *= x;
    }
  }
  return sum;
}

PRINT_DERIVATIVES(f)
