/* A mass on a spring: one force buffer that is used again in each time step, positions updated in place. */
#include "check.h"

OWN double energy(const double *start, double k, int steps) {
  double x[2] = {start[0], start[1]}, v[2] = {0}, force[2], h = 0.1;
  for (int t = 0; t < steps; t++) {
    force[0] = force[1] = 0;
    double stretch = x[1] - x[0];
    force[0] += k * stretch;
    force[1] -= k * stretch;
    for (int i = 0; i < 2; i++) {
      v[i] += h * force[i];
      x[i] += h * v[i];
    }
  }
  return x[1] - x[0];
}

int main(void) {
  /* stretch s and its speed w: w -= 2 h k s; s += h w. Derivative after k by hand; linear in the start. */
  double s = 1.5, w = 0, ds = 0, dw = 0, h = 0.1, k = 3, start[2] = {0.5, 2}, d[2] = {0};
  for (int t = 0; t < 25; t++) {
    dw -= 2 * h * (s + k * ds);
    w -= 2 * h * k * s;
    ds += h * dw;
    s += h * w;
  }
  CHECK(__enzyme_autodiff((void *)energy, start, d, k, 25), ds);
  CHECK(d[1], s / 1.5);
  CHECK(d[0], -s / 1.5);
  CHECK(__enzyme_fwddiff((void *)energy, enzyme_const, start, enzyme_dup, k, 1.0, 25), ds);
  return wrong;
}
