/* What programs say of values and memory: constants, types; and calls without derivative where nothing is differentiated. */
#include "near.h"

double __enzyme_autodiff(void *, ...);
double __enzyme_fwddiff(void *, ...);
double __enzyme_call_inactive(void *, ...);
double __enzyme_ignore_derivatives(double);
float __enzyme_ignore_derivatives_f(float);
int __enzyme_ignore_derivatives_n(int);
void __enzyme_double(void *, long);
void __enzyme_pointer(void *, long);

static double square(double x) { return x * x; }
static double partly(double x, double *p, int n) {
  __enzyme_double(p, 8);
  return __enzyme_ignore_derivatives(x * x) * x + __enzyme_ignore_derivatives_f((float)x) * x * __enzyme_ignore_derivatives_n(n) + *p;
}

int main(void) {
  double p = 1, d = 0;
  __enzyme_pointer(&p, 8);
  NEAR(__enzyme_autodiff((void *)partly, 3.0, &p, &d, 2), 9 + 3 * 2);
  NEAR(d, 1);
  NEAR(__enzyme_fwddiff((void *)partly, 3.0, 10.0, &p, &d, 2), 150 + 1);
  NEAR(__enzyme_call_inactive((void *)square, p + 2), 9);
  return 0;
}
