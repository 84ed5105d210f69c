/* The derivative of x^n, written as a loop: n x^(n-1). */

#include <irad/irad.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

static double power(double x, int n) {
  double r = 1;
  while (n-- > 0) r *= x;
  return r;
}

int main(void) {
  for (int n = 0; n < 10; n++) {
    double x = 1.5;
    double reverse = __irad_autodiff((void *)power, x, n);
    double forward = __irad_fwddiff((void *)power, irad_dup, x, 1.0, n);
    double exact = n == 0 ? 0 : n * pow(x, n - 1);
    printf("n = %d: reverse %.15g, forward %.15g, exact %.15g\n", n, reverse, forward, exact);
    if (fabs(reverse - exact) > 1e-12 * (1 + exact) || fabs(forward - exact) > 1e-12 * (1 + exact)) return EXIT_FAILURE;
  }
  return EXIT_SUCCESS;
}
