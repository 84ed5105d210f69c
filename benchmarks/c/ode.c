/* y0' = x0, yi' = xi y(i-1), by Runge and Kutta's method.  Input: n, s, x (n).  Output: y (n), gradient of the last y (n). */
#include "benchmark.h"

static void right_side(const double *x, const double *y, double *out, int n) {
  out[0] = x[0];
  for (int i = 1; i < n; i++) out[i] = x[i] * y[i - 1];
}

static void integrate(const double *x, double *y, int n, int s) {
  double *k1 = malloc(n * sizeof *k1), *k2 = malloc(n * sizeof *k2), *k3 = malloc(n * sizeof *k3);
  double *k4 = malloc(n * sizeof *k4), *at = malloc(n * sizeof *at), h = 2.0 / s;
  for (int i = 0; i < n; i++) y[i] = 0;
  for (int step = 0; step < s; step++) {
    right_side(x, y, k1, n);
    for (int i = 0; i < n; i++) at[i] = y[i] + h * k1[i] / 2;
    right_side(x, at, k2, n);
    for (int i = 0; i < n; i++) at[i] = y[i] + h * k2[i] / 2;
    right_side(x, at, k3, n);
    for (int i = 0; i < n; i++) at[i] = y[i] + h * k3[i];
    right_side(x, at, k4, n);
    for (int i = 0; i < n; i++) y[i] += h * (k1[i] + 2 * k2[i] + 2 * k3[i] + k4[i]) / 6;
  }
  free(k1);
  free(k2);
  free(k3);
  free(k4);
  free(at);
}

int main(void) {
  int n = number(), s = number();
  double *x = numbers(n), *dx = zeros(n), *y = zeros(n), *dy = zeros(n);
  dy[n - 1] = 1;
  __enzyme_autodiff((void *)integrate, enzyme_dup, x, dx, enzyme_dup, y, dy, enzyme_const, n, enzyme_const, s);
  print(y, n);
  print(dx, n);
}
