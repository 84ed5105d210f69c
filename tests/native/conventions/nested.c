/* Derivatives of derivatives, by calls inside functions that are differentiated. */
#include "near.h"

double __enzyme_autodiff(void *, ...);
double __enzyme_fwddiff(void *, ...);

static double f(double x) {
  double r = 1;
  for (int i = 0; i < 3; i++) r *= sin(x) + i;
  return r;
}
static double f1(double x) { return __enzyme_autodiff((void *)f, x); }
static double f2(double x) { return __enzyme_fwddiff((void *)f1, x, 1.0); }
static double f3(double x) { return __enzyme_autodiff((void *)f2, x); }
static double f4(double x) { return __enzyme_fwddiff((void *)f3, x, 1.0); }

static double quartic(double x) { return x * x * x * x; }
static double q1(double x) { return __enzyme_autodiff((void *)quartic, x); }
static double q2(double x) { return __enzyme_autodiff((void *)q1, x); }
static double q3(double x) { return __enzyme_autodiff((void *)q2, x); }
static double q4(double x) { return __enzyme_autodiff((void *)q3, x); }

/* A gradient by reverse mode, and one row of the Hessian by forward mode over it. */
static double energy(const double *x, int n) {
  double s = 0;
  for (int i = 0; i + 1 < n; i++) s += x[i] * x[i] * x[i + 1];
  return s;
}
static void gradient(const double *x, double *g, int n) {
  for (int i = 0; i < n; i++) g[i] = 0;
  __enzyme_autodiff((void *)energy, enzyme_dup, x, g, enzyme_const, n);
}

int main(void) {
  /* s (s+1) (s+2) = s^3 + 3 s^2 + 2 s with s = sin x */
  double x = 0.7, s = sin(x), c = cos(x);
  double p1 = 3 * s * s + 6 * s + 2, p2 = 6 * s + 6, p3 = 6;
  NEAR(f1(x), p1 * c);
  NEAR(f2(x), p2 * c * c - p1 * s);
  NEAR(f3(x), p3 * c * c * c - 3 * p2 * s * c - p1 * c);
  NEAR(f4(x), -6 * p3 * s * c * c + p2 * (3 * s * s - 4 * c * c) + p1 * s);
  NEAR(q1(2), 32);
  NEAR(q2(2), 48);
  NEAR(q3(2), 48);
  NEAR(q4(2), 24);

  double v[3] = {1, 2, 3}, g[3], dv[3] = {0, 1, 0}, dg[3] = {0};
  gradient(v, g, 3);
  NEAR(g[0], 2 * 1 * 2);
  NEAR(g[1], 1 + 2 * 2 * 3);
  NEAR(g[2], 4);
  __enzyme_fwddiff((void *)gradient, enzyme_dup, v, dv, enzyme_dup, g, dg, enzyme_const, 3);
  NEAR(dg[0], 2 * 1);
  NEAR(dg[1], 2 * 3);
  NEAR(dg[2], 2 * 2);
  return 0;
}
