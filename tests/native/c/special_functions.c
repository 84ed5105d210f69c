/* Functions of libm, their derivatives from tables and by closed forms; also in float. */
#define _GNU_SOURCE
#include "check.h"

#define F1(name) OWN double call_##name(double x) { return name(x); }
F1(sin) F1(cos) F1(tan) F1(asin) F1(acos) F1(atan) F1(sinh) F1(cosh) F1(tanh) F1(asinh) F1(acosh) F1(atanh)
F1(exp) F1(exp2) F1(exp10) F1(expm1) F1(log) F1(log2) F1(log10) F1(log1p) F1(logb) F1(sqrt) F1(cbrt)
F1(erf) F1(erfc) F1(tgamma) F1(lgamma) F1(gamma) F1(j0) F1(j1) F1(y0) F1(y1)
#define CHECK1(name, x, want) CHECK(__enzyme_autodiff((void *)call_##name, x), want); \
  CHECK(__enzyme_fwddiff((void *)call_##name, x, 1.0), want)

OWN double reentrant(double x) { int sign; return lgamma_r(x, &sign) * sign; }
OWN double both(double x) { double s, c; sincos(x, &s, &c); return s * c; }
OWN double two(double x, double y) { return atan2(x, y) + hypot(x, y) + fdim(x, y) + fma(x, y, x) + pow(x, y); }
OWN float single(float x) { return tgammaf(x) + exp10f(x) + lgammaf(x) + cbrtf(x) + powf(x, 2.5f); }

typedef struct { double x, y; } pair;
pair __enzyme_autodiff_pair(void *, ...);
float __enzyme_autodiff_float(void *, ...);

int main(void) {
  double x = 0.4, pi = M_PI;
  CHECK1(sin, x, cos(x)); CHECK1(cos, x, -sin(x)); CHECK1(tan, x, 1 + tan(x) * tan(x));
  CHECK1(asin, x, 1 / sqrt(1 - x * x)); CHECK1(acos, x, -1 / sqrt(1 - x * x)); CHECK1(atan, x, 1 / (1 + x * x));
  CHECK1(sinh, x, cosh(x)); CHECK1(cosh, x, sinh(x)); CHECK1(tanh, x, 1 - tanh(x) * tanh(x));
  CHECK1(asinh, x, 1 / sqrt(x * x + 1)); CHECK1(acosh, 1.5, 1 / sqrt(1.25)); CHECK1(atanh, x, 1 / (1 - x * x));
  CHECK1(exp, x, exp(x)); CHECK1(exp2, x, exp2(x) * M_LN2); CHECK1(exp10, x, pow(10, x) * M_LN10);
  CHECK1(expm1, x, exp(x)); CHECK1(log, x, 1 / x); CHECK1(log2, x, 1 / x / M_LN2); CHECK1(log10, x, 1 / x / M_LN10);
  CHECK1(log1p, x, 1 / (1 + x)); CHECK1(logb, x, 0); CHECK1(sqrt, x, 0.5 / sqrt(x)); CHECK1(cbrt, x, 1 / (3 * cbrt(x * x)));
  CHECK1(erf, x, 2 / sqrt(pi) * exp(-x * x)); CHECK1(erfc, x, -2 / sqrt(pi) * exp(-x * x));
  CHECK1(tgamma, 3.3, tgamma(3.3) * 1.0348224890596216);
  CHECK1(lgamma, 3.3, 1.0348224890596216); CHECK1(gamma, 3.3, 1.0348224890596216);
  CHECK1(j0, x, -j1(x)); CHECK1(j1, x, j0(x) - j1(x) / x); CHECK1(y0, x, -y1(x)); CHECK1(y1, x, y0(x) - y1(x) / x);
  CHECK(__enzyme_autodiff((void *)reentrant, 3.3), 1.0348224890596216);
  CHECK(__enzyme_autodiff((void *)both, x), cos(2 * x));
  double y = 0.3, r = hypot(x, y);
  pair d = __enzyme_autodiff_pair((void *)two, x, y);
  CHECK(d.x, y / r / r + x / r + 1 + y + 1 + y * pow(x, y - 1));
  CHECK(d.y, -x / r / r + y / r - 1 + x + log(x) * pow(x, y));
  double s = 1.7, want = tgamma(s) * 0.20854787487349394 + pow(10, s) * M_LN10 + 0.20854787487349394 + 1 / (3 * cbrt(s * s)) + 2.5 * pow(s, 1.5);
  CHECK_FLOAT(__enzyme_autodiff_float((void *)single, (float)s), want);
  return wrong;
}
