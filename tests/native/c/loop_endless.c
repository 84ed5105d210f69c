/* Loops without a condition of their own. */
#include "check.h"

OWN double f(double x, double limit) {
  double s = x;
  for (;;) {
    s = s * x + 1;
    if (s > limit) break;
  }
  while (1) {
    s /= 3;
    if (s < 1) return s;
  }
}

int main(void) {
  double x = 2; /* s = x^2+1 = 5, 11, 23: x^4 + x^2 + x + 1; divided by 27 */
  CHECK(__enzyme_autodiff((void *)f, x, enzyme_const, 20.0), (4 * 8 + 2 * x + 1) / 27);
  CHECK(__enzyme_fwddiff((void *)f, x, 1.0, enzyme_const, 20.0), (4 * 8 + 2 * x + 1) / 27);
  return wrong;
}
