/* volatile and atomic variables, assembly without operands, restrict, register. */
#include <stdatomic.h>
#include "check.h"

static volatile double shared;
static atomic_int counter;

OWN double f(const double *restrict x, double *restrict y, int n) {
  register double s = 0;
  for (int i = 0; i < n; i++) {
    shared = x[i] * x[i];
    y[i] = shared + shared;
    atomic_fetch_add(&counter, 1);
    __asm__ volatile("" ::: "memory");
    s += y[i] * x[i];
  }
  volatile int k = n;
  while (k--) __asm__ volatile("nop");
  return s + atomic_load(&counter);
}

int main(void) {
  double x[3] = {1, 2, 3}, y[3], d[3] = {0}, e[3] = {0};
  __enzyme_autodiff((void *)f, x, d, y, e, 3);
  for (int i = 0; i < 3; i++) CHECK(d[i], 6 * x[i] * x[i]);
  CHECK(counter, 3);
  return wrong;
}
