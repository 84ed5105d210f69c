/* Polynomial least squares against the sign function.  Input: m, n, x (m).  Output: value, gradient (m). */
#include "benchmark.h"

static double objective(const double *x, int m, int n) {
  double y = 0;
  for (int i = 0; i < n; i++) {
    double t = -1 + 2.0 * i / (n - 1), r = (t > 0) - (t < 0), power = 1;
    for (int j = 0; j < m; j++) {
      r -= x[j] * power;
      power *= t;
    }
    y += r * r;
  }
  return y / 2;
}

int main(void) {
  int m = number(), n = number();
  double *x = numbers(m), *dx = zeros(m), value = objective(x, m, n);
  __enzyme_autodiff((void *)objective, enzyme_dup, x, dx, enzyme_const, m, enzyme_const, n);
  print(&value, 1);
  print(dx, m);
}
