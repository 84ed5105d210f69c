/* alloca, malloc and arrays of variable length in loops: each iteration has memory, and shadows, of its own. */
#include <alloca.h>
#include "check.h"

OWN double f(double x, int n) {
  double r = x;
  for (int i = 1; i <= n; i++) {
    double *a = alloca(i * sizeof *a), v[i + 1];
    double *m = malloc(2 * i * sizeof *m);
    for (int k = 0; k < i; k++) a[k] = r * x;
    for (int k = 0; k <= i; k++) v[k] = k < i ? a[k] : 0;
    for (int k = 0; k < 2 * i; k++) m[k] = v[k / 2];
    r = m[2 * i - 1] + v[i];
    free(m);
  }
  return r;
}

int main(void) {
  for (int n = 0; n < 6; n++) {
    CHECK(__enzyme_autodiff((void *)f, 1.2, n), (n + 1) * pow(1.2, n));
    CHECK(__enzyme_fwddiff((void *)f, 1.2, 1.0, n), (n + 1) * pow(1.2, n));
  }
  return wrong;
}
