/* LU in place, right-looking, without pivots; the sum of all. */
static void factor(int n, double *a) {
  for (int k = 0; k < n; k++)
    for (int i = k + 1; i < n; i++) {
      a[i * n + k] /= a[k * n + k];
      for (int j = k + 1; j < n; j++) a[i * n + j] -= a[i * n + k] * a[k * n + j];
    }
}

static double kernel(int n, double *a) {
  factor(n, a);
  double s = 0;
  for (int i = 0; i < n * n; i++) s += a[i];
  return s;
}

static void by_hand(int n, double *a, double *da) {
  factor(n, a);
  for (int i = 0; i < n * n; i++) da[i] += 1;
  for (int k = n - 1; k >= 0; k--)
    for (int i = n - 1; i > k; i--) {
      double f = a[i * n + k], df = da[i * n + k];
      for (int j = k + 1; j < n; j++) {
        df -= da[i * n + j] * a[k * n + j];
        da[k * n + j] -= f * da[i * n + j];
      }
      df /= a[k * n + k];
      da[k * n + k] -= df * f;
      da[i * n + k] = df;
    }
}

#define RUN(n, x) kernel(n[0], x[0])
#define GRADIENT(n, x, dx) (void *)kernel, n[0], enzyme_dup, x[0], dx[0]
#define HAND(n, x, dx, kept) by_hand(n[0], x[0], dx[0])
#include "c_kernel.h"
