// operator new fails inside of a function that is differentiated, and it knows what to do.
#include "derivative.h"

#include <new>
#include <vector>

static double f(double x) {
  double r = x * x;
  try {
    std::vector<double> v(x > 2 ? 1ull << 58 : 3, x);
    for (double e : v) r += e * e;
  } catch (const std::bad_alloc &) {
    r *= x;
  }
  return r;
}

PRINT_DERIVATIVES(f)
