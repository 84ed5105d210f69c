/* What the reverse sweep needs is overwritten by a callee, and by the caller after the call. */
#include "check.h"

OWN void scale(double *p, double v) {
  p[0] = p[0] * p[1] + v;
  p[1] = v * v;
}

OWN double product(const double *p) { return p[0] * p[1]; }

OWN double f(double *p) {
  double r = product(p);
  scale(p, r);
  r += product(p);
  p[0] = p[1] = 0;
  return r;
}

int main(void) {
  /* u = a b; p = (2u, u^2); r = u + 2 u^3 */
  double p[2] = {1.5, 0.8}, d[2] = {0};
  __enzyme_autodiff((void *)f, p, d);
  double u = 1.5 * 0.8, du = 1 + 6 * u * u;
  CHECK(d[0], du * 0.8);
  CHECK(d[1], du * 1.5);
  CHECK(p[1], 0);
  return wrong;
}
