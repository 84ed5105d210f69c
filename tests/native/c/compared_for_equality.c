/* Where x == 3 holds, x is still what is differentiated by: LLVM would put the constant 3 in its place. */
#include "check.h"

OWN double branch(double x) {
  if (x == 3.0) return 7 * x;
  return 5 * x;
}

static double chosen(double x, double c) { return x == c ? x * x : c; }
OWN double inlined(double x) { return chosen(x, 3.0); }
OWN double decided(double x) { return x * chosen(3.0, 3.0); }

OWN double unequal(double x) {
  double y = x * x;
  if (y != 9.0) return x;
  return y * x;
}

OWN float of_floats(float x) { return x == 3.0f ? x * x : 1.0f; }

OWN double of_long_doubles(double x) {
  long double y = x;
  return y == 3.0L ? (double)(y * y) : 1.0;
}

OWN double until(double x) {
  double s = 0;
  for (double t = x; t != 5.0; t += 0.5) s += t * x;
  return s;
}

OWN double both(double x, double y) { return x == y ? x * x * y : 0.0; }

float __enzyme_autodiff_float(void *, ...);

int main(void) {
  CHECK(__enzyme_autodiff((void *)branch, 3.0), 7);
  CHECK(__enzyme_autodiff((void *)branch, 4.0), 5);
  CHECK(__enzyme_fwddiff((void *)branch, 3.0, 2.0), 14);
  CHECK(__enzyme_autodiff((void *)inlined, 3.0), 6);
  CHECK(__enzyme_autodiff((void *)inlined, 4.0), 0);
  CHECK(__enzyme_autodiff((void *)decided, 2.0), 9);
  CHECK(__enzyme_autodiff((void *)unequal, 3.0), 27);
  CHECK(__enzyme_autodiff((void *)unequal, 4.0), 1);
  CHECK_FLOAT(__enzyme_autodiff_float((void *)of_floats, 3.0f), 6);
  CHECK(__enzyme_autodiff((void *)of_long_doubles, 3.0), 6);
  CHECK(__enzyme_autodiff((void *)until, 3.0), 27); /* the sum of 2 x + k / 2 for k = 0 ... 3 */
  CHECK(__enzyme_fwddiff((void *)both, enzyme_dup, 3.0, 1.0, enzyme_const, 3.0), 18);
  CHECK(__enzyme_fwddiff((void *)both, enzyme_const, 3.0, enzyme_dup, 3.0, 1.0), 9);
  return wrong;
}
