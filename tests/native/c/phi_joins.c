/* Joins of several branches, nested, with one value that comes over two edges. */
#include "check.h"

OWN double f(double x, double y, int k) {
  double r;
  if (k & 1) r = x * y;
  else if (k & 2) r = x + (k & 4 ? y * y : x);
  else r = k & 4 ? y : x;
  switch (k) {
  case 0: r *= 2; break;
  case 1:
  case 2: r *= r; break;
  case 5: r += x; /* falls through */
  default: r *= y;
  }
  return r;
}

typedef struct { double x, y; } pair;
pair __enzyme_autodiff_pair(void *, ...);

int main(void) {
  double x = 1.5, y = 0.7;
  double wx[8] = {2, 2 * x * y * y, 8 * x, y * y, 0, y * (y + 1), y, y * y};
  double wy[8] = {0, 2 * x * x * y, 0, 2 * x * y, 2 * y, 2 * x * y + x, x + 3 * y * y, 2 * x * y};
  for (int k = 0; k < 8; k++) {
    pair d = __enzyme_autodiff_pair((void *)f, x, y, k);
    CHECK(d.x, wx[k]);
    CHECK(d.y, wy[k]);
    CHECK(__enzyme_fwddiff((void *)f, x, 0.5, y, 2.0, k), 0.5 * wx[k] + 2 * wy[k]);
  }
  return wrong;
}
