/* Sign bit tricks: fabs by a mask, negation by xor, copysign by or, in double and float. */
#include <stdint.h>
#include "check.h"

static uint64_t bits(double x) {
  uint64_t b;
  memcpy(&b, &x, 8);
  return b;
}

static double value(uint64_t b) {
  double x;
  memcpy(&x, &b, 8);
  return x;
}

OWN double magnitude(double x) { return 3 * value(bits(x) & INT64_MAX); }
OWN double negated(double x) { return x * value(bits(x) ^ 1ull << 63); }
OWN double negative(double x) { return value(bits(x) | 1ull << 63); }

OWN float magnitude_float(float x) {
  uint32_t b;
  memcpy(&b, &x, 4);
  b &= 0x7fffffff;
  memcpy(&x, &b, 4);
  return x * x * x;
}

float __enzyme_autodiff_float(void *, ...);

int main(void) {
  for (double x = -2; x < 3; x += 1.5) {
    CHECK(__enzyme_autodiff((void *)magnitude, x), x < 0 ? -3 : 3);
    CHECK(__enzyme_fwddiff((void *)magnitude, x, 2.0), x < 0 ? -6 : 6);
    CHECK(__enzyme_autodiff((void *)negated, x), -2 * x);
    CHECK(__enzyme_autodiff((void *)negative, x), x < 0 ? 1 : -1);
    CHECK_FLOAT(__enzyme_autodiff_float((void *)magnitude_float, (float)x), 3 * x * fabs(x));
  }
  return wrong;
}
