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

static double fixed[2] = {5, 7};

OWN double variable(double *x, int k) {
  double *p = k ? x : fixed;
  return p[0] * p[1];
}

OWN double copied(double *x, const double *c, int k) {
  double *m = malloc(2 * sizeof *m), *p;
  memcpy(m, c, 2 * sizeof *m);
  p = k ? x : m;
  double r = p[0] * p[1];
  free(m);
  return r;
}

OWN double null_or(double *x, double y, int k) {
  double *p = k ? x : NULL;
  return p ? p[0] * p[1] : y * x[0];
}

int main(void) {
  for (int k = 0; k < 2; k++) {
    double x[2] = {2, 3}, c[2] = {5, 7}, d[2] = {0}, t[2] = {1, 10};
    __enzyme_autodiff((void *)variable, x, d, k);
    CHECK(d[0], k ? 3 : 0);
    CHECK(d[1], k ? 2 : 0);
    CHECK(__enzyme_fwddiff((void *)variable, x, t, k), k ? 23 : 0);
    __enzyme_autodiff((void *)copied, enzyme_dup, x, d, enzyme_const, c, enzyme_const, k);
    CHECK(d[1], k ? 4 : 0);
    CHECK(__enzyme_fwddiff((void *)copied, enzyme_dup, x, t, enzyme_const, c, k), k ? 23 : 0);
    CHECK(__enzyme_autodiff((void *)null_or, x, d, 4.0, k), k ? 0 : 2);
    CHECK(d[0], k ? 9 : 4);
    CHECK(__enzyme_fwddiff((void *)null_or, x, t, enzyme_const, 4.0, k), k ? 23 : 4);
  }

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
