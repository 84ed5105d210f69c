/* A small stack buffer that is filled anew in each iteration, and a stack array of a callee. */
#include "check.h"

OWN double callee(const double *x, double s) {
  double t[3];
  for (int i = 0; i < 3; i++) t[i] = x[i] * s;
  t[1] *= t[0];
  t[2] *= t[1];
  return t[2]; /* x0 x1 x2 s^3 */
}

OWN double f(const double *x, int n) {
  double buffer[3], r = 0;
  for (int k = 0; k < n; k++) {
    for (int i = 0; i < 3; i++) buffer[i] = x[i] * (k + 1);
    buffer[0] *= buffer[1];
    r += buffer[0] * buffer[2] + callee(buffer, 1 + k);
  }
  return r;
}

int main(void) {
  double x[3] = {1.1, 0.7, 1.3}, d[3] = {0};
  __enzyme_autodiff((void *)f, x, d, 4);
  /* buffer = (k^2 xy, ky, kz): k^3 xyz + k^4 k^3 x y^2 z */
  double X = x[0], y = x[1], z = x[2], a = 0, b = 0;
  for (int k = 1; k <= 4; k++) a += pow(k, 3), b += pow(k, 7);
  CHECK(d[0], a * y * z + b * y * y * z);
  CHECK(d[1], a * X * z + 2 * b * X * y * z);
  CHECK(d[2], a * X * y + b * X * y * y);
  return wrong;
}
