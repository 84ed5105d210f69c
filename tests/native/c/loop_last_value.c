/* A value computed in each iteration, but used only after the last. */
#include "check.h"

OWN double f(const double *x, int n) {
  double last = 0, before = 0;
  for (int i = 0; i < n; i++) {
    before = last;
    last = x[i] * x[i] * (i + 1);
  }
  return last * before;
}

int main(void) {
  double x[4] = {1, 2, 3, 4}, d[4] = {0};
  __enzyme_autodiff((void *)f, x, d, 4);
  double a = 3 * 9, b = 4 * 16;
  double want[4] = {0, 0, b * 6 * 3, a * 8 * 4};
  for (int i = 0; i < 4; i++) CHECK(d[i], want[i]);
  double e[4] = {0};
  __enzyme_autodiff((void *)f, x, e, 1);
  for (int i = 0; i < 4; i++) CHECK(e[i], 0);
  return wrong;
}
