/* long double: arithmetic, arrays, conversions, functions of libm. */
#include "check.h"

OWN long double f(const long double *x, int n) {
  long double s = 1;
  for (int i = 0; i < n; i++) s *= x[i] + sinl(x[i]);
  return s;
}
OWN double g(double x) { long double y = x; y = sqrtl(y * y * y) + expl(y) * powl(y, 2); return (double)y; }

long double __enzyme_fwddiff_long(void *, ...);

int main(void) {
  long double x[3] = {0.5L, 1.5L, 2}, d[3] = {0}, t[3] = {1, 0, 0}, p = 1;
  for (int i = 0; i < 3; i++) p *= x[i] + sinl(x[i]);
  __enzyme_autodiff((void *)f, x, d, 3);
  for (int i = 0; i < 3; i++) CHECK((double)d[i], (double)(p / (x[i] + sinl(x[i])) * (1 + cosl(x[i]))));
  CHECK((double)__enzyme_fwddiff_long((void *)f, x, t, 3), (double)d[0]);
  double y = 1.3;
  CHECK(__enzyme_autodiff((void *)g, y), 1.5 * sqrt(y) + exp(y) * (y * y + 2 * y));
  return wrong;
}
