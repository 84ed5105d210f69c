/* Counters that run down, wrap around, have a step, or are not integers. */
#include <stdint.h>
#include "check.h"

OWN double f(const double *x) {
  double r = 1;
  for (int i = 4; i >= 0; i -= 2) r *= x[i];
  for (uint8_t i = 254; i != 2; i++) r *= x[i & 3];         /* 254, 255, 0, 1 */
  for (uint32_t i = 3; i; i--) r *= x[i];                    /* 3, 2, 1 */
  for (const double *p = x + 1; p < x + 6; p += 3) r *= *p;  /* 1, 4 */
  for (double t = 0; t < 1; t += 0.25) r *= x[0];            /* four times */
  return r;
}

int main(void) {
  double x[6] = {1.1, 0.9, 1.3, 0.8, 1.2, 7}, d[6] = {0};
  int powers[6] = {1 + 1 + 4, 1 + 1 + 1, 1 + 1 + 1, 1 + 1, 1 + 1, 0};
  double r = 1;
  for (int i = 0; i < 6; i++) r *= pow(x[i], powers[i]);
  __enzyme_autodiff((void *)f, x, d);
  for (int i = 0; i < 6; i++) CHECK(d[i], powers[i] * r / x[i]);
  return wrong;
}
