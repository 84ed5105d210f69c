/* An adaptive integrator that repeats steps with half the size where the error is large, against dual numbers by hand. */
#include "check.h"

typedef struct { double v, d; } dual;
static dual mul(dual a, dual b) { return (dual){a.v * b.v, a.d * b.v + a.v * b.d}; }
static dual add(dual a, dual b) { return (dual){a.v + b.v, a.d + b.d}; }
static dual times(double c, dual a) { return (dual){c * a.v, c * a.d}; }

OWN double integrate(double k, double tolerance) {
  double y = 1, t = 0, h = 0.5;
  while (t < 2) {
    if (t + h > 2) h = 2 - t;
    double s1 = -k * y * y, middle = y + h / 2 * s1, s2 = -k * middle * middle;
    double euler = y + h * s1, better = y + h * s2, error = fabs(better - euler);
    if (error > tolerance) {
      h /= 2;
      continue;
    }
    y = better;
    t += h;
    if (error < tolerance / 10) h *= 2;
  }
  return y;
}

static dual by_hand(dual k, double tolerance) {
  dual y = {1, 0};
  double t = 0, h = 0.5;
  while (t < 2) {
    if (t + h > 2) h = 2 - t;
    dual s1 = times(-1, mul(k, mul(y, y))), middle = add(y, times(h / 2, s1)), s2 = times(-1, mul(k, mul(middle, middle)));
    dual euler = add(y, times(h, s1)), better = add(y, times(h, s2));
    double error = fabs(better.v - euler.v);
    if (error > tolerance) {
      h /= 2;
      continue;
    }
    y = better;
    t += h;
    if (error < tolerance / 10) h *= 2;
  }
  return y;
}

int main(void) {
  for (double k = 0.3; k < 5; k *= 1.8) {
    dual want = by_hand((dual){k, 1}, 1e-3);
    CHECK(integrate(k, 1e-3), want.v);
    CHECK(__enzyme_autodiff((void *)integrate, k, enzyme_const, 1e-3), want.d);
    CHECK(__enzyme_fwddiff((void *)integrate, k, 1.0, enzyme_const, 1e-3), want.d);
  }
  return wrong;
}
