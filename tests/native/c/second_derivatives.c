/* A derivative of a derivative: forward over reverse, and reverse over forward. */
#include "check.h"

static double f(double x) { return x * x * x * sin(x); }
static double slope(double x) { return __enzyme_autodiff((void *)f, x); }
static double tangent(double x) { return __enzyme_fwddiff((void *)f, x, 1.0); }

static double g(const double *x, int n) {
  double s = 0;
  for (int i = 0; i + 1 < n; i++) s += x[i] * x[i] * x[i + 1];
  return s;
}
static void gradient(const double *x, double *dx, int n) {
  for (int i = 0; i < n; i++) dx[i] = 0;
  __enzyme_autodiff((void *)g, x, dx, n);
}

int main(void) {
  double x = 0.7, want = 6 * x * sin(x) + 6 * x * x * cos(x) - x * x * x * sin(x);
  CHECK(__enzyme_fwddiff((void *)slope, x, 1.0), want);
  CHECK(__enzyme_autodiff((void *)tangent, x), want);
  double y[3] = {1, 2, 3}, t[3] = {1, 0, 0}, d[3], h[3];
  __enzyme_fwddiff((void *)gradient, enzyme_dup, y, t, enzyme_dup, d, h, enzyme_const, 3);
  CHECK(d[0], 2 * 1 * 2);
  CHECK(h[0], 2 * 2); /* first column of the Hessian */
  CHECK(h[1], 2 * 1);
  CHECK(h[2], 0);
  return wrong;
}
