/* Second derivatives where first ones are zero. */
#include "check.h"

enum { N = 5, M = 4 };

/* The gradient of half the sum of squares: where the products are zero their adjoints are, but not those adjoints' tangents. */
static double squares(const double *x, int n, int m) {
  double *z = calloc(m, sizeof *z), *out = calloc(n, sizeof *out), s = 0;
  for (int i = 0; i < n; i++) {
    double sum = 0;
    for (int a = 0; a < m; a++) z[a] = x[a] * (a + i + 1);
    for (int a = 0; a < m; a++) sum += z[a];
    out[i] = sum;
  }
  for (int i = 0; i < n; i++) s += 0.5 * out[i] * out[i];
  free(z);
  free(out);
  return s;
}
static void gradient(const double *x, double *dx, int n, int m) { __enzyme_autodiff((void *)squares, x, dx, n, m); }

/* The same by reverse over reverse. */
static double first(const double *x, int n, int m) {
  double d[M] = {0};
  gradient(x, d, n, m);
  return d[0];
}

int main(void) {
  double at[M] = {0}, t[M] = {1}, d[M] = {0}, h[M] = {0};
  __enzyme_fwddiff((void *)gradient, enzyme_dup, at, t, enzyme_dup, d, h, enzyme_const, N, M);
  for (int a = 0; a < M; a++) {
    double want = 0;
    for (int i = 0; i < N; i++) want += (i + 1) * (a + i + 1);
    CHECK(h[a], want);
  }
  double column[M] = {0};
  __enzyme_autodiff((void *)first, at, column, N, M);
  for (int a = 0; a < M; a++) CHECK(column[a], h[a]);
  return wrong;
}
