// What is read from outside overwrites active memory: adjoints of what was there go no further.
#include "derivative.h"

#include <cstdio>
#include <sstream>

static double f(double x) {
  double y = x * x, z = 2 * x;
  if (std::sscanf("3.5", "%lf", &z) != 1) return 0;
  std::istringstream in("2.5");
  in >> y;
  y *= x;
  z *= x;
  return y * x + z;
}

PRINT_DERIVATIVES(f)
