/* Conventions: shadows are added to; an output's shadow is the seed and ends at zero; dupnoneed; a void result. */
#include "check.h"

OWN void squares(const double *x, double *y, int n) {
  for (int i = 0; i < n; i++) y[i] = x[i] * x[i];
}

OWN double sum(double *x, int n) {
  double s = 0;
  for (int i = 0; i < n; i++) s += x[i];
  return s;
}

int main(void) {
  double x[3] = {1, 2, 3}, y[3], dx[3] = {100, 200, 300}, dy[3] = {1, 10, 100};
  __enzyme_autodiff((void *)squares, enzyme_dup, x, dx, enzyme_dup, y, dy, enzyme_const, 3);
  CHECK(dx[0], 102);
  CHECK(dx[1], 240);
  CHECK(dx[2], 900);
  for (int i = 0; i < 3; i++) {
    CHECK(dy[i], 0);
    CHECK(y[i], x[i] * x[i]);
  }
  dy[0] = 1;
  __enzyme_autodiff((void *)squares, enzyme_dup, x, dx, enzyme_dupnoneed, y, dy, 3);
  CHECK(dx[0], 104);
  for (int k = 0; k < 3; k++) __enzyme_autodiff((void *)sum, x, dx, 3);
  CHECK(dx[2], 903);
  __enzyme_fwddiff((void *)squares, x, dx, y, dy, 3);
  CHECK(dy[2], 6 * 903);
  return wrong;
}
