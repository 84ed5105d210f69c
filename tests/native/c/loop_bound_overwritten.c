/* The bound is loaded from memory that the loop, or what follows, overwrites. */
#include "check.h"

OWN double inside(double *x, int *n) {
  double s = 0;
  for (int i = 0; i < *n; i++) {
    s += x[i] * x[i];
    if (i == 0) *n = 3;
  }
  return s;
}

OWN double after(double *x, long *n) {
  double s = 1;
  for (long i = 0; i < n[0]; i++) s *= x[i];
  n[0] = 1000;
  return s;
}

int main(void) {
  double x[4] = {1, 2, 3, 4}, d[4] = {0};
  int n = 4;
  __enzyme_autodiff((void *)inside, x, d, enzyme_const, &n);
  double want[4] = {2, 4, 6, 0};
  for (int i = 0; i < 4; i++) CHECK(d[i], want[i]);
  CHECK(n, 3);

  memset(d, 0, sizeof d);
  long m = 4;
  __enzyme_autodiff((void *)after, x, d, enzyme_const, &m);
  for (int i = 0; i < 4; i++) CHECK(d[i], 24 / x[i]);
  CHECK(m, 1000);
  return wrong;
}
