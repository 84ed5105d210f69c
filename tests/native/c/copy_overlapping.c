/* memmove onto itself, both ways; and copies by hand that overlap. */
#include "check.h"

OWN double f(double *x, int n) {
  memmove(x + 1, x, (n - 1) * sizeof *x);     /* 0 0 1 2 3 4 */
  memmove(x, x + 2, (n - 2) * sizeof *x);     /* 1 2 3 4 3 4 */
  for (int i = n - 1; i > 2; i--) x[i] = x[i - 2]; /* 1 2 3 2 3 4 */
  double s = 0;
  for (int i = 0; i < n; i++) s += (i + 1) * x[i] * x[i];
  return s;
}

int main(void) {
  double x[6] = {1, 2, 3, 4, 5, 6}, start[6] = {1, 2, 3, 4, 5, 6}, d[6] = {0};
  int from[6] = {1, 2, 3, 2, 3, 4};
  double want[6] = {0};
  for (int i = 0; i < 6; i++) want[from[i]] += 2 * (i + 1) * start[from[i]];
  __enzyme_autodiff((void *)f, x, d, 6);
  for (int i = 0; i < 6; i++) {
    CHECK(x[i], start[from[i]]);
    CHECK(d[i], want[i]);
  }
  double y[6] = {1, 2, 3, 4, 5, 6}, t[6] = {1, 1, 1, 1, 1, 1}, sum = 0;
  for (int i = 0; i < 6; i++) sum += want[i];
  CHECK(__enzyme_fwddiff((void *)f, y, t, 6), sum);
  return wrong;
}
