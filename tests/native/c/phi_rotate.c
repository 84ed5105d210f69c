/* Three values rotate; all phis must be read before the first is written. */
#include "check.h"

OWN double f(const double *x, int n) {
  double a = x[0], b = x[1], c = x[2];
  for (int i = 0; i < n; i++) {
    double t = a;
    a = b;
    b = c;
    c = t;
  }
  return a + 10 * b + 100 * c * c;
}

int main(void) {
  for (int n = 0; n < 7; n++) {
    double x[3] = {2, 3, 5}, d[3] = {0};
    __enzyme_autodiff((void *)f, x, d, n);
    double want[3] = {0}; /* a is x[n % 3] */
    want[n % 3] += 1;
    want[(n + 1) % 3] += 10;
    want[(n + 2) % 3] += 200 * x[(n + 2) % 3];
    for (int i = 0; i < 3; i++) CHECK(d[i], want[i]);
  }
  return wrong;
}
