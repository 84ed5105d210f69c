/* A cycle with two entries, made with goto. */
#include "check.h"

OWN double f(double x, int n, int enter) {
  double r = x;
  int i = 0;
  if (enter) goto second;
first:
  r = r * x;
  i++;
second:
  r = r + x;
  i++;
  if (i < n) goto first;
  return r;
}

int main(void) {
  double x = 1.3;
  /* enter = 0, n = 4: r = x^2 + x, then (x^2 + x) x + x */
  CHECK(__enzyme_autodiff((void *)f, x, 4, 0), 3 * x * x + 2 * x + 1);
  /* enter = 1, n = 4: 2x; 2x^2 + x; (2x^2 + x) x + x */
  CHECK(__enzyme_autodiff((void *)f, x, 4, 1), 6 * x * x + 2 * x + 1);
  CHECK(__enzyme_autodiff((void *)f, x, 1, 1), 2);
  CHECK(__enzyme_fwddiff((void *)f, x, 1.0, 4, 1), 6 * x * x + 2 * x + 1);
  return wrong;
}
