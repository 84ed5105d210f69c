/* Floats that become integers and indices: the derivative passes around them, not through. */
#include "check.h"

OWN double f(double x, const double *table) {
  long k = (long)floor(x);
  double part = x - k, whole = (double)k;
  return table[k] * (1 - part) + table[k + 1] * part + whole * x + rint(x) + (int)(x * 10);
}

int main(void) {
  double table[5] = {1, 4, 9, 16, 25}, d[5] = {0};
  CHECK(__enzyme_autodiff((void *)f, 2.25, table, d), 16 - 9 + 2);
  double want[5] = {0, 0, 0.75, 0.25, 0};
  for (int i = 0; i < 5; i++) CHECK(d[i], want[i]);
  CHECK(__enzyme_fwddiff((void *)f, enzyme_dup, 3.5, 2.0, enzyme_const, table), 2 * (25 - 16 + 3));
  return wrong;
}
