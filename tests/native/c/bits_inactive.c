/* Bits that are only looked at: exponents, classification, hashes; their derivative is zero. */
#include <stdint.h>
#include "check.h"

OWN double f(double x) {
  uint64_t b;
  memcpy(&b, &x, 8);
  int exponent = (int)(b >> 52 & 0x7ff) - 1023;
  double r = x;
  for (int i = 0; i <= exponent; i++) r *= x;
  if (b >> 63) r = -r;
  return r + exponent;
}

int main(void) {
  CHECK(__enzyme_autodiff((void *)f, 1.5), 2 * 1.5);
  CHECK(__enzyme_autodiff((void *)f, 5.0), 4 * 125);
  CHECK(__enzyme_autodiff((void *)f, -2.5), -3 * 6.25);
  CHECK(__enzyme_fwddiff((void *)f, 5.0, 1.0), 4 * 125);
  return wrong;
}
