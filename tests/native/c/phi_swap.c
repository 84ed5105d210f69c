/* Two values change places in each iteration. */
#include "check.h"

OWN double f(double a, double b, int n) {
  for (int i = 0; i < n; i++) {
    double t = a;
    a = b;
    b = t * 2;
  }
  return a * a + 3 * b;
}

typedef struct { double a, b; } pair;
pair __enzyme_autodiff_pair(void *, ...);

int main(void) {
  /* n = 3: (a, b) -> (b, 2a) -> (2a, 2b) -> (2b, 4a) */
  pair d = __enzyme_autodiff_pair((void *)f, 1.5, -0.5, 3);
  CHECK(d.a, 12);
  CHECK(d.b, 8 * -0.5);
  CHECK(__enzyme_fwddiff((void *)f, 1.5, 1.0, -0.5, 2.0, 3), 12 + 2 * 8 * -0.5);
  return wrong;
}
