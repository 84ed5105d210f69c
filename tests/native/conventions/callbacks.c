/* Functions passed as constant arguments: callbacks with data, in recursion, with rules, in both modes and in two halves. */
#include "near.h"

double __enzyme_autodiff(void *, ...);
double __enzyme_fwddiff(void *, ...);
void *__enzyme_augmentfwd(void *, ...);
double __enzyme_reverse(void *, ...);

typedef double (*Function)(double, const double *);

static double scaled(double x, const double *p) { return *p * x * x; }
static double cubed(double x, const double *p) { return *p * x * x * x; }
__attribute__((noinline)) static double integral(Function f, double a, double b, const double *p, int n) {
  double s = 0, h = (b - a) / n;
  for (int i = 0; i < n; i++) s += h / 6 * (f(a + i * h, p) + 4 * f(a + (i + 0.5) * h, p) + f(a + (i + 1) * h, p));
  return s; /* exact for these */
}
__attribute__((noinline)) static double repeated(double (*f)(double), double x, int n) { return n ? f(repeated(f, x, n - 1)) : x; }
static double twice(double x) { return 2 * x; }
static double either(double (*f)(double), double (*g)(double), double x) { return f(x) * g(x); }

int main(void) {
  double p = 3, dp = 0;
  NEAR(__enzyme_autodiff((void *)integral, enzyme_const, scaled, enzyme_const, 0.0, 2.0, &p, &dp, 10), 3 * 4);
  NEAR(dp, 8. / 3);
  NEAR(__enzyme_autodiff((void *)integral, enzyme_const, cubed, enzyme_const, 0.0, 2.0, &p, &dp, 10), 3 * 8);
  NEAR(dp, 8. / 3 + 4);
  double tp = 1;
  NEAR(__enzyme_fwddiff((void *)integral, enzyme_const, scaled, enzyme_const, 0.0, enzyme_const, 2.0, &p, &tp, 10), 8. / 3);
  NEAR(__enzyme_autodiff((void *)repeated, enzyme_const, twice, 3.0, 5), 32);
  NEAR(__enzyme_autodiff((void *)repeated, enzyme_const, sin, 3.0, 2), cos(sin(3)) * cos(3));
  NEAR(__enzyme_autodiff((void *)either, enzyme_const, exp, enzyme_const, sin, 2.0), exp(2) * (sin(2) + cos(2)));
  dp = 0;
  void *tape = __enzyme_augmentfwd((void *)integral, enzyme_const, scaled, enzyme_const, 0.0, 2.0, &p, &dp, 10);
  NEAR(__enzyme_reverse((void *)integral, enzyme_const, scaled, enzyme_const, 0.0, 2.0, &p, &dp, 10, 1.0, tape), 12);
  NEAR(dp, 8. / 3);
  return 0;
}
