/* Globals: constant tables, a scratch array that active values pass through, counters, static variables of functions. */
#include "check.h"

static const double weights[2][3] = {{0.5, -1.25, 2}, {1, 2, 3}};
static double scratch[4], factor = 3;
static int calls;
static double *const alias = scratch + 1;

OWN double next(double x) {
  static double sum = 0;
  static int k = 0;
  sum = k++ ? sum + x * k : x;
  return sum;
}

OWN double f(const double *x, int n) {
  calls++;
  for (int i = 0; i < n; i++) scratch[i] = x[i] * weights[calls & 1][i] * factor;
  alias[0] *= scratch[0];
  double s = 0;
  for (int i = 0; i < n; i++) s += scratch[i] * x[i];
  return s;
}

OWN double g(double x) { return next(x) + next(x * x) * next(x); }

int main(void) {
  double x[3] = {1.5, 2, 0.5}, d[3] = {0};
  calls = 1; /* the call makes it 2: row 0 */
  __enzyme_autodiff((void *)f, x, d, 3);
  double w0 = 0.5 * 3, w1 = -1.25 * 3, w2 = 2 * 3; /* w0 x0^2 + w0 w1 x0 x1^2 + w2 x2^2 */
  CHECK(d[0], 2 * w0 * x[0] + w0 * w1 * x[1] * x[1]);
  CHECK(d[1], 2 * w0 * w1 * x[0] * x[1]);
  CHECK(d[2], 2 * w2 * x[2]);
  CHECK(calls, 2);
  double y = 1.5; /* y + (y + 2y^2)(y + 2y^2 + 3y) */
  CHECK(__enzyme_autodiff((void *)g, y), 1 + (1 + 4 * y) * (4 * y + 2 * y * y) + (y + 2 * y * y) * (4 + 4 * y));
  return wrong;
}
