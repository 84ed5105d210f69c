/* Pointers that are integers for a while: tagged, and as offsets. */
#include <stdint.h>
#include "check.h"

OWN double f(double *x, int n) {
  double s = 0;
  for (int i = 0; i < n; i++) {
    uintptr_t tagged = (uintptr_t)(x + i) | (i & 1);
    double *p = (double *)(tagged & ~(uintptr_t)1);
    s += tagged & 1 ? *p * *p : *p;
  }
  uintptr_t last = (uintptr_t)x + (n - 1) * sizeof *x;
  s += *(double *)last * x[0];
  return s;
}

int main(void) {
  double x[4] = {2, 3, 5, 7}, d[4] = {0};
  __enzyme_autodiff((void *)f, x, d, 4);
  CHECK(d[0], 1 + 7);
  CHECK(d[1], 6);
  CHECK(d[2], 1);
  CHECK(d[3], 14 + 2);
  double t[4] = {1, 1, 1, 1};
  CHECK(__enzyme_fwddiff((void *)f, x, t, 4), 8 + 6 + 1 + 16);
  return wrong;
}
