/* A constant stored over active data cuts the derivative off; the shadow is zeroed. */
#include "check.h"

OWN void f(double *x, double *y, double c) {
  y[0] = x[0] * x[0];
  y[1] = x[1] * y[0];
  x[0] = c;
  x[1] = 2;
  y[2] = x[0] * 3 + x[1];
}

int main(void) {
  double x[2] = {3, 5}, y[3] = {0}, dx[2] = {10, 20}, dy[3] = {1, 10, 100};
  __enzyme_autodiff((void *)f, x, dx, y, dy, enzyme_const, 7.0);
  /* what came in for x[0], x[1] ends at the constants; y was overwritten: its shadows are zero */
  CHECK(dx[0], 2 * 3 + 10 * 5 * 2 * 3);
  CHECK(dx[1], 10 * 9);
  for (int i = 0; i < 3; i++) CHECK(dy[i], 0);
  CHECK(y[2], 23);
  double tx[2] = {1, 2}, ty[3] = {9, 9, 9};
  x[0] = 3, x[1] = 5;
  __enzyme_fwddiff((void *)f, x, tx, y, ty, enzyme_const, 7.0);
  CHECK(ty[0], 6);
  CHECK(ty[1], 2 * 9 + 5 * 6);
  CHECK(ty[2], 0);
  CHECK(tx[0], 0);
  return wrong;
}
