/* Recursion: single, double, mutual, and with memory of each call that is needed later. */
#include "check.h"

OWN double power(double x, int n) { return n == 0 ? 1 : n % 2 ? x * power(x, n - 1) : power(x * x, n / 2); }

OWN double fibonacci(double x, double y, int n) { return n == 0 ? x : n == 1 ? y : fibonacci(x, y, n - 1) * fibonacci(x, y, n - 2); }

OWN double odd(double *x, int n);
OWN double even(double *x, int n) {
  if (n == 0) return 1;
  double t[2] = {x[n - 1], x[n - 1]};
  double r = odd(x, n - 1);
  x[n - 1] = 0;
  return t[0] * t[1] * r;
}
OWN double odd(double *x, int n) {
  if (n == 0) return 2;
  double r = x[n - 1] * even(x, n - 1);
  x[n - 1] = 0;
  return r;
}

typedef struct { double x, y; } pair;
pair __enzyme_autodiff_pair(void *, ...);

int main(void) {
  for (int n = 0; n < 12; n++) CHECK(__enzyme_autodiff((void *)power, 1.1, n), n ? n * pow(1.1, n - 1) : 0);
  /* x^F(n-1) y^F(n): n = 7: x^8 y^13 */
  pair d = __enzyme_autodiff_pair((void *)fibonacci, 1.1, 0.9, 7);
  CHECK(d.x, 8 * pow(1.1, 7) * pow(0.9, 13));
  CHECK(d.y, 13 * pow(1.1, 8) * pow(0.9, 12));
  CHECK(__enzyme_fwddiff((void *)fibonacci, 1.1, 1.0, 0.9, 1.0, 7), d.x + d.y);
  double x[4] = {2, 3, 5, 7}, e[4] = {0}; /* even(4) = x3^2 x2 x1^2 x0 */
  __enzyme_autodiff((void *)even, x, e, 4);
  CHECK(e[0], 49 * 5 * 9);
  CHECK(e[1], 49 * 5 * 6 * 2);
  CHECK(e[2], 49 * 9 * 2);
  CHECK(e[3], 14 * 5 * 9 * 2);
  return wrong;
}
