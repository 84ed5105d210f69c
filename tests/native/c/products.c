/* prod *= x[i] with zeros and repetitions: no division by what was multiplied. */
#include "check.h"

OWN double product(const double *x, int n) {
  double p = 1;
  for (int i = 0; i < n; i++) p *= x[i];
  return p;
}

int main(void) {
  double x[3] = {2, 2, 2}, d[3] = {0};
  __enzyme_autodiff((void *)product, x, d, 3);
  for (int i = 0; i < 3; i++) CHECK(d[i], 4);
  double y[4] = {3, 0, 5, 7}, e[4] = {0};
  __enzyme_autodiff((void *)product, y, e, 4);
  double want[4] = {0, 105, 0, 0};
  for (int i = 0; i < 4; i++) CHECK(e[i], want[i]);
  return wrong;
}
