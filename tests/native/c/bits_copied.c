/* Doubles moved as integers: by memcpy, by a loop over bytes-sized words, through a struct of integers, swapped. */
#include <stdint.h>
#include "check.h"

struct words { uint64_t w[2]; };

OWN double f(double *x) {
  uint64_t a, b;
  memcpy(&a, &x[0], 8);
  memcpy(&b, &x[1], 8);
  uint64_t t = a;
  a = b;
  b = t;
  struct words s = {{a, b}}, copy[2];
  copy[1] = s;
  double y[2];
  memcpy(y, copy[1].w, sizeof y);
  uint32_t half[2];
  memcpy(half, &y[0], 8);
  double z;
  memcpy(&z, half, 8);
  return z * z * y[1];
}

int main(void) {
  double x[2] = {3, 5}, d[2] = {0}, t[2] = {1, 10};
  __enzyme_autodiff((void *)f, x, d);
  CHECK(d[0], 25);
  CHECK(d[1], 2 * 5 * 3);
  CHECK(__enzyme_fwddiff((void *)f, x, t), 25 + 10 * 30);
  return wrong;
}
