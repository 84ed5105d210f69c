/* A loop with four ways out; each leaves another value behind. */
#include "check.h"

OWN double f(double x, int n, int m) {
  double r = x;
  for (int i = 0; i < n; i++) {
    r *= x;
    if (r > 100) return r + 1;
    if (i == m) break;
    if (r < 1e-3) goto small;
    r *= 2;
  }
  return 3 * r;
small:
  return r * r;
}

int main(void) {
  double x = 1.1; /* runs to the end: 3 * 8 x^4 */
  CHECK(__enzyme_autodiff((void *)f, x, 3, 9), 96 * pow(x, 3));
  CHECK(__enzyme_autodiff((void *)f, x, 9, 2), 3 * 4 * 4 * pow(x, 3)); /* break: 3 * 4 x^4 */
  x = 3; /* r = 9, 54, 324: returns 4 x^4 + 1 */
  CHECK(__enzyme_autodiff((void *)f, x, 9, 9), 16 * pow(x, 3));
  x = 0.02; /* r = 4e-4: its square is x^4 */
  CHECK(__enzyme_autodiff((void *)f, x, 9, 9), 4 * pow(x, 3));
  CHECK(__enzyme_fwddiff((void *)f, x, 1.0, 9, 9), 4 * pow(x, 3));
  CHECK(__enzyme_autodiff((void *)f, x, 0, 9), 3);
  return wrong;
}
