/* A pointer that is active in one call or iteration and constant in another: chosen by a branch, a select, a table. */
#include "check.h"

OWN double chosen(double *x, double *c, int k) {
  double *p = k ? x : c;
  return p[0] * p[0] + p[1];
}

OWN double in_table(double *x, double *c, int n) {
  double *table[4] = {x, c, x + 1, c + 1}, s = 0;
  for (int i = 0; i < n; i++) s += table[i][0] * (i + 1) * x[0];
  return s;
}

OWN double moving(double *x, const double *c, int n) {
  const double *p = c;
  double s = 0;
  for (int i = 0; i < n; i++) {
    s += p[i % 2] * p[i % 2];
    p = p == c ? x : c;
  }
  return s;
}

int main(void) {
  double x[2] = {2, 3}, c[2] = {5, 7}, d[2] = {0}, e[2] = {0};
  __enzyme_autodiff((void *)chosen, enzyme_dup, x, d, enzyme_dup, c, e, 1);
  CHECK(d[0], 4);
  CHECK(d[1], 1);
  CHECK(e[0], 0);
  memset(d, 0, sizeof d);
  __enzyme_autodiff((void *)in_table, enzyme_dup, x, d, enzyme_dup, c, e, 4);
  /* (x0 + 2 c0 + 3 x1 + 4 c1) x0 */
  CHECK(d[0], 2 * 2 + 10 + 9 + 28);
  CHECK(d[1], 3 * 2);
  CHECK(e[0], 2 * 2);
  CHECK(e[1], 4 * 2);
  memset(d, 0, sizeof d);
  __enzyme_autodiff((void *)moving, enzyme_dup, x, d, enzyme_dup, c, e, 4); /* c0, x1, c0, x1 */
  CHECK(d[0], 0);
  CHECK(d[1], 2 * 2 * 3);
  return wrong;
}
