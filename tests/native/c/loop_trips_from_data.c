/* The number of iterations depends on the data: halving until a value is below one. */
#include "check.h"

OWN double f(double x) {
  double s = 0;
  while (x > 1) {
    s += x * x;
    x /= 2;
  }
  return s + x;
}

int main(void) {
  for (double x = 0.5; x < 50; x *= 1.7) {
    double want = 0, scale = 1;
    for (; x * scale > 1; scale /= 2) want += 2 * x * scale * scale;
    CHECK(__enzyme_autodiff((void *)f, x), want + scale);
    CHECK(__enzyme_fwddiff((void *)f, x, 1.0), want + scale);
  }
  return wrong;
}
