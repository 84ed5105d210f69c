/* Minus zero, subnormal and huge arguments: the formulas hold there as well. */
#include "check.h"

OWN double f(double x, double y) { return x * y - x / y + copysign(2, x) * y; }
OWN double g(double x) { return -x; }
OWN double h(double x) { return 0.0 - x; }

typedef struct { double x, y; } pair;
pair __enzyme_autodiff_pair(void *, ...);

int main(void) {
  pair d = __enzyme_autodiff_pair((void *)f, -0.0, 4.0);
  CHECK(d.x, 4 - 0.25);
  CHECK(d.y, -2);
  d = __enzyme_autodiff_pair((void *)f, 0.0, 4.0);
  CHECK(d.y, 2);
  d = __enzyme_autodiff_pair((void *)f, 1e-310, 2.0);
  CHECK(d.x, 1.5);
  d = __enzyme_autodiff_pair((void *)f, 1e300, 2.0);
  CHECK(d.y, 1e300 + 1e300 / 4 + 2);
  CHECK(__enzyme_autodiff((void *)g, 0.0), -1);
  CHECK(__enzyme_autodiff((void *)h, -0.0), -1);
  return wrong;
}
