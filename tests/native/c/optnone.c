/* Functions that are not to be optimised, or not to be inlined, or always to be inlined. */
#include "check.h"

__attribute__((optnone, noinline)) static double unoptimised(double *x, int n) {
  double s = 0;
  int i = 0;
  while (i < n) {
    double t = x[i];
    t = t * t;
    if (i % 2 == 0) s = s + t;
    else s = s - t * x[0];
    i = i + 1;
  }
  return s;
}

__attribute__((always_inline)) static inline double inlined(double x) { return x * x; }
__attribute__((noinline, cold)) static double apart(double x) { return inlined(x) + 1; }
__attribute__((flatten)) static double f(double *x, int n) { return unoptimised(x, n) * apart(x[1]); }

int main(void) {
  double x[3] = {2, 3, 5}, d[3] = {0}, t[3] = {0, 1, 0};
  __enzyme_autodiff((void *)f, x, d, 3); /* (x0^2 - x1^2 x0 + x2^2)(x1^2 + 1) */
  double u = 4 - 18 + 25;
  CHECK(d[0], (4 - 9) * 10);
  CHECK(d[1], -12 * 10 + u * 6);
  CHECK(d[2], 100);
  CHECK(__enzyme_fwddiff((void *)f, x, t, 3), -12 * 10 + u * 6);
  return wrong;
}
