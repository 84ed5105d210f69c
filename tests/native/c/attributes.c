/* Attributes that hold for the primal only: pure, const, malloc, nonnull, returns_nonnull, assume, expect. */
#include "check.h"

__attribute__((noinline, const)) static double square(double x) { return x * x; }
__attribute__((noinline, pure, nonnull)) static double sum(const double *x, int n) {
  double s = 0;
  for (int i = 0; i < n; i++) s += square(x[i]);
  return s;
}
__attribute__((noinline, malloc, returns_nonnull)) static double *copy(const double *x, int n) {
  double *y = malloc(n * sizeof *y);
  if (!y) abort();
  for (int i = 0; i < n; i++) y[i] = x[i];
  return y;
}
__attribute__((noinline)) static void fill(double *restrict out, double v) { *out = v; } /* writes only */

OWN double f(const double *x, int n) {
  __builtin_assume(n > 0);
  double *y = copy(x, n), t;
  if (__builtin_expect(n > 2, 1)) y[0] *= sum(y, n);
  fill(&t, y[0]);
  double r = t * sum(x, n);
  free(y);
  return r;
}

int main(void) {
  double x[3] = {1, 2, 3}, d[3] = {0}; /* x0 q^2, q = x.x = 14 */
  __enzyme_autodiff((void *)f, x, d, 3);
  CHECK(d[0], 14 * 14 + 2 * 14 * 2 * 1);
  CHECK(d[1], 2 * 14 * 4);
  CHECK(d[2], 2 * 14 * 6);
  return wrong;
}
