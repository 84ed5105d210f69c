/* nan and infinity in data that is not used, or only by the branch that is not taken. */
#include "check.h"

OWN double f(const double *x, int n) {
  double s = 0;
  for (int i = 0; i < n; i++)
    if (!isnan(x[i])) s += x[i] * x[i];
  return s;
}

OWN double g(double x, double y) { return x > 0 ? x * x : y * y; }
OWN double h(double x, double y) { return x > 0 ? exp(-x) : exp(1000 - y * y * x); }

typedef struct { double x, y; } pair;
pair __enzyme_autodiff_pair(void *, ...);

int main(void) {
  double x[4] = {1, NAN, 3, -INFINITY}, d[4] = {0};
  __enzyme_autodiff((void *)f, x, d, 3);
  CHECK(d[0], 2);
  CHECK(d[1], 0);
  CHECK(d[2], 6);
  CHECK(d[3], 0);
  pair e = __enzyme_autodiff_pair((void *)g, 2.0, NAN);
  CHECK(e.x, 4);
  CHECK(e.y, 0);
  e = __enzyme_autodiff_pair((void *)h, 2.0, INFINITY);
  CHECK(e.x, -exp(-2));
  CHECK(e.y, 0);
  CHECK(__enzyme_fwddiff((void *)h, enzyme_dup, 2.0, 1.0, enzyme_const, INFINITY), -exp(-2));
  return wrong;
}
