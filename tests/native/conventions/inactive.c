/* Attributes for functions that have no derivative. */
#include "near.h"

double __enzyme_autodiff(void *, ...);
double __enzyme_fwddiff(void *, ...);

__attribute__((enzyme_inactive, noinline)) static double weight(double x) { return 1 + x; }
__attribute__((enzyme_inactive_noblock, noinline)) static double scale(double x) { return 3 * x; }

static double f(double x) { return x * x * weight(x) + scale(x); }

int main(void) {
  NEAR(__enzyme_autodiff((void *)f, 2.0), 2 * 2 * 3); /* the weight, 3, is a constant; so is the scale */
  NEAR(__enzyme_fwddiff((void *)f, 2.0, 1.0), 12);
  return 0;
}
