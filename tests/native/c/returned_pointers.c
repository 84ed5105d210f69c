/* Pointers that are returned: into an argument, to new memory, to one of two arrays. */
#include "check.h"

OWN double *largest(double *x, int n) {
  double *best = x;
  for (int i = 1; i < n; i++)
    if (x[i] > *best) best = x + i;
  return best;
}

OWN double *either(double *a, double *b, int k) { return k ? a : b; }

OWN void *duplicate(const void *p, size_t size) { return memcpy(malloc(size), p, size); }

OWN double f(double *x, double *y, int n) {
  double *a = largest(x, n), *c = duplicate(y, n * sizeof *y), *e = either(a, c, n > 2);
  *a *= 2;
  *e += c[0];
  double r = *a * c[n - 1] + x[0];
  free(c);
  return r;
}

int main(void) {
  double x[3] = {1, 5, 2}, y[3] = {3, 4, 7}, dx[3] = {0}, dy[3] = {0};
  __enzyme_autodiff((void *)f, x, dx, y, dy, 3); /* (2 x1 + y0) y2 + x0 */
  double wx[3] = {1, 14, 0}, wy[3] = {7, 0, 13};
  for (int i = 0; i < 3; i++) {
    CHECK(dx[i], wx[i]);
    CHECK(dy[i], wy[i]);
  }
  double u[2] = {1, 5}, v[2] = {3, 4}, du[2] = {0}, dv[2] = {0};
  __enzyme_autodiff((void *)f, u, du, v, dv, 2); /* c[0] = 2 y0 is not used: 2 x1 y1 + x0 */
  CHECK(du[0], 1);
  CHECK(du[1], 8);
  CHECK(dv[0], 0);
  CHECK(dv[1], 10);
  return wrong;
}
