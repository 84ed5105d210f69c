/* Vectors of clang: arithmetic, single lanes, shuffles, comparison masks, partial overwrites. */
#include "check.h"

typedef double v4 __attribute__((vector_size(32)));
typedef long m4 __attribute__((vector_size(32)));

OWN double f(const double *x) {
  v4 a = {x[0], x[1], x[2], x[3]}, b = {x[3], x[2], x[1], x[0]};
  v4 c = a * b + 2.0;
  c[1] = x[0];
  v4 d = __builtin_shufflevector(c, a, 1, 6, 0, 3); /* x0, x2, x0 x3 + 2, x3 x0 + 2 */
  m4 larger = d > 1.0;
  v4 e = (v4)(((m4)d & larger) | ((m4)-d & ~larger));
  return e[0] * e[1] + e[2] * e[3];
}

OWN double dot(const v4 *a, const v4 *b, int n) {
  v4 s = {0};
  for (int i = 0; i < n; i++) s += a[i] * b[i];
  return s[0] + s[1] + s[2] + s[3];
}

int main(void) {
  double x[4] = {0.5, 9, 3, 2}, d[4] = {0};
  __enzyme_autodiff((void *)f, x, d); /* -x0 x2 + (x0 x3 + 2)^2 */
  double k = 2 * (x[0] * x[3] + 2);
  CHECK(d[0], -x[2] + k * x[3]);
  CHECK(d[1], 0);
  CHECK(d[2], -x[0]);
  CHECK(d[3], k * x[0]);
  v4 a[2] = {{1, 2, 3, 4}, {5, 6, 7, 8}}, b[2] = {{8, 7, 6, 5}, {4, 3, 2, 1}}, da[2] = {{0}}, db[2] = {{0}};
  __enzyme_autodiff((void *)dot, a, da, b, db, 2);
  for (int i = 0; i < 2; i++)
    for (int k = 0; k < 4; k++) {
      CHECK(da[i][k], b[i][k]);
      CHECK(db[i][k], a[i][k]);
    }
  return wrong;
}
