/* Atomic loads, stores and additions of active doubles. */
#include "check.h"

OWN double f(double *x, double *sum) {
  double t;
  __atomic_load(&x[0], &t, __ATOMIC_SEQ_CST);
  t *= x[1];
  __atomic_store(&x[1], &t, __ATOMIC_RELEASE);
  return t * x[1] + sum[0];
}

int main(void) {
  double x[2] = {2, 3}, d[2] = {0}, sum[1] = {1}, e[1] = {0};
  __enzyme_autodiff((void *)f, x, d, sum, e);
  CHECK(d[0], 2 * 6 * 3);
  CHECK(d[1], 2 * 6 * 2);
  CHECK(e[0], 1);
  return wrong;
}
