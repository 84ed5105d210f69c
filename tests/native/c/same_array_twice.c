/* The same array, with the same shadow, as two arguments; and overlapping parts of one array. */
#include "check.h"

OWN void add(double *a, const double *b, int n) {
  for (int i = 0; i < n; i++) a[i] += b[i] * b[i];
}

OWN double f(double *x, int n) {
  add(x, x, n);         /* x + x^2 */
  add(x + 1, x, n - 1); /* from front to back */
  return x[n - 1];
}

int main(void) {
  double x[3] = {0.5, 0.25, 2}, start[3] = {0.5, 0.25, 2}, d[3] = {0};
  __enzyme_autodiff((void *)f, x, d, 3);
  /* u = x + x^2; v1 = u1 + u0^2; v2 = u2 + v1^2 */
  double u0 = 0.75, v1 = 0.3125 + u0 * u0;
  CHECK(x[2], 6 + v1 * v1);
  CHECK(d[0], 2 * v1 * 2 * u0 * (1 + 2 * start[0]));
  CHECK(d[1], 2 * v1 * (1 + 2 * start[1]));
  CHECK(d[2], 1 + 2 * start[2]);
  double y[2] = {3, 4}, e[2] = {0};
  __enzyme_autodiff((void *)add, y, e, y, e, 2);
  CHECK(e[0], 0);
  double z[2] = {3, 4}, g[2] = {1, 10};
  __enzyme_autodiff((void *)add, z, g, z, g, 2);
  CHECK(g[0], 7);
  CHECK(g[1], 90);
  return wrong;
}
