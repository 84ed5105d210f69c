/* Where partial derivatives are infinite or not defined, but do not count: sqrt(0), pow(0, 2), 0^y, |0|, guards. */
#include "check.h"

OWN double zero_square(double x) { return pow(x, 2); }
OWN double power(double x, double y) { return pow(x, y); }
OWN double root(double x) { return sqrt(x * x); }
OWN double hypotenuse(double x, double y) { double s = x * x + y * y; return s > 0 ? sqrt(s) : 0; }
OWN double entropy(const double *p, int n) {
  double h = 0;
  for (int i = 0; i < n; i++) h -= p[i] > 0 ? p[i] * log(p[i]) : 0;
  return h;
}
OWN double sinc(double x) { return x == 0 ? 1 : sin(x) / x; }
OWN double quotient(double x, double y) { return y != 0 ? x / y : 0; }
OWN double unused(double x) { double r = sqrt(x); return x > 1 ? r : 2 * x; }
OWN double not_a_number(double x) { double r = log(x); if (isnan(r)) r = -x * x; return r; }

typedef struct { double x, y; } pair;
pair __enzyme_autodiff_pair(void *, ...);

int main(void) {
  CHECK(__enzyme_autodiff((void *)zero_square, 0.0), 0);
  pair d = __enzyme_autodiff_pair((void *)power, 0.0, 2.0);
  CHECK(d.x, 0);
  CHECK(d.y, 0);
  d = __enzyme_autodiff_pair((void *)power, 0.0, 1.0);
  CHECK(d.x, 1);
  d = __enzyme_autodiff_pair((void *)power, -2.0, 3.0);
  CHECK(d.x, 12);
  CHECK(__enzyme_fwddiff((void *)power, enzyme_dup, -2.0, 1.0, enzyme_const, 3.0), 12);
  CHECK(__enzyme_fwddiff((void *)power, 0.0, 1.0, 2.0, 0.0), 0);
  CHECK(fabs(__enzyme_autodiff((void *)root, -2.0)), 1);
  d = __enzyme_autodiff_pair((void *)hypotenuse, 0.0, 0.0);
  CHECK(d.x, 0);
  CHECK(d.y, 0);
  d = __enzyme_autodiff_pair((void *)hypotenuse, 3.0, 4.0);
  CHECK(d.x, 0.6);
  double p[3] = {0, 0.5, 0.5}, e[3] = {0};
  __enzyme_autodiff((void *)entropy, p, e, 3);
  CHECK(e[0], 0);
  CHECK(e[1], -log(0.5) - 1);
  CHECK(__enzyme_autodiff((void *)sinc, 0.0), 0);
  CHECK(__enzyme_autodiff((void *)sinc, 2.0), cos(2) / 2 - sin(2) / 4);
  d = __enzyme_autodiff_pair((void *)quotient, 3.0, 0.0);
  CHECK(d.x, 0);
  CHECK(d.y, 0);
  CHECK(__enzyme_fwddiff((void *)quotient, 3.0, 1.0, 0.0, 1.0), 0);
  CHECK(__enzyme_autodiff((void *)unused, 0.0), 2);
  CHECK(__enzyme_autodiff((void *)unused, -1.0), 2);
  CHECK(__enzyme_fwddiff((void *)unused, 0.0, 1.0), 2);
  CHECK(__enzyme_autodiff((void *)not_a_number, -3.0), 6);
  CHECK(__enzyme_autodiff((void *)not_a_number, 4.0), 0.25);
  return wrong;
}
