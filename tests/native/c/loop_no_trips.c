/* No iteration at all, and null arrays. */
#include "check.h"

OWN double f(const double *x, int n, double y) {
  double s = y;
  for (int i = 0; i < n; i++) s *= x[i];
  for (int i = n; i-- > 0;)
    for (int j = 0; j < i; j++) s += x[i] * x[j];
  return s * s;
}

int main(void) {
  CHECK(__enzyme_autodiff((void *)f, NULL, NULL, 0, 3.0), 6);
  CHECK(__enzyme_autodiff((void *)f, enzyme_const, NULL, enzyme_const, -5, enzyme_out, 3.0), 6);
  CHECK(__enzyme_fwddiff((void *)f, NULL, NULL, 0, 3.0, 2.0), 12);
  double x = 2, d = 0;
  CHECK(__enzyme_autodiff((void *)f, &x, &d, 1, 3.0), 2 * 6 * 2);
  CHECK(d, 2 * 6 * 3);
  return wrong;
}
