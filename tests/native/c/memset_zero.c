/* memset to zero over active data, of constant and of variable length, and calls that clear. */
#include "check.h"

OWN double f(double *x, int n) {
  double t[6];
  for (int i = 0; i < 6; i++) t[i] = x[i] * x[i];
  memset(t + 1, 0, 2 * sizeof *t);
  memset(x, 0, n * sizeof *x);
  double s = 0;
  for (int i = 0; i < 6; i++) s += t[i] + 10 * x[i];
  return s;
}

int main(void) {
  double x[6] = {1, 2, 3, 4, 5, 6}, d[6] = {0};
  __enzyme_autodiff((void *)f, x, d, 4);
  double want[6] = {2, 0, 0, 8, 10 + 10, 12 + 10};
  for (int i = 0; i < 6; i++) CHECK(d[i], want[i]);
  return wrong;
}
