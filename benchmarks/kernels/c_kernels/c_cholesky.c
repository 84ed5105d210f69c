/* Cholesky's factor in place, row by row; the sum of it. */
#include <math.h>

static void factor(int n, double *a) {
  for (int i = 0; i < n; i++) {
    for (int j = 0; j < i; j++) {
      double s = a[i * n + j];
      for (int k = 0; k < j; k++) s -= a[i * n + k] * a[j * n + k];
      a[i * n + j] = s / a[j * n + j];
    }
    double s = a[i * n + i];
    for (int k = 0; k < i; k++) s -= a[i * n + k] * a[i * n + k];
    a[i * n + i] = sqrt(s);
  }
}

static double kernel(int n, double *a) {
  factor(n, a);
  double s = 0;
  for (int i = 0; i < n; i++)
    for (int j = 0; j <= i; j++) s += a[i * n + j];
  return s;
}

static void by_hand(int n, double *a, double *da) {
  factor(n, a);
  for (int i = 0; i < n; i++)
    for (int j = 0; j <= i; j++) da[i * n + j] += 1;
  for (int i = n - 1; i >= 0; i--) {
    double ds = da[i * n + i] / a[i * n + i];
    da[i * n + i] = ds / 2;
    for (int k = 0; k < i; k++) da[i * n + k] -= ds * a[i * n + k];
    for (int j = i - 1; j >= 0; j--) {
      ds = da[i * n + j] / a[j * n + j];
      da[i * n + j] = ds;
      da[j * n + j] -= ds * a[i * n + j];
      for (int k = 0; k < j; k++) {
        da[i * n + k] -= ds * a[j * n + k];
        da[j * n + k] -= ds * a[i * n + k];
      }
    }
  }
}

#define RUN(n, x) kernel(n[0], x[0])
#define GRADIENT(n, x, dx) (void *)kernel, n[0], enzyme_dup, x[0], dx[0]
#define HAND(n, x, dx, kept) by_hand(n[0], x[0], dx[0])
#include "c_kernel.h"
