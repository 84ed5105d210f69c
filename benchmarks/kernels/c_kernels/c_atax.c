/* y = a' (a x), by way of t; the square sum. */
static void forward(int n, int m, double *a, double *x, double *y, double *t) {
  for (int j = 0; j < m; j++) y[j] = 0;
  for (int i = 0; i < n; i++) {
    t[i] = 0;
    for (int j = 0; j < m; j++) t[i] += a[i * m + j] * x[j];
    for (int j = 0; j < m; j++) y[j] += a[i * m + j] * t[i];
  }
}

static double kernel(int n, int m, double *a, double *x, double *y, double *t) {
  forward(n, m, a, x, y, t);
  double s = 0;
  for (int j = 0; j < m; j++) s += y[j] * y[j];
  return s;
}

static void by_hand(int n, int m, double *a, double *x, double *y, double *t, double *da, double *dx, double *dy, double *dt) {
  forward(n, m, a, x, y, t);
  for (int j = 0; j < m; j++) dy[j] += 2 * y[j];
  for (int i = 0; i < n; i++) {
    double f = t[i], g = dt[i];
    dt[i] = 0;
    for (int j = 0; j < m; j++) g += dy[j] * a[i * m + j];
    for (int j = 0; j < m; j++) {
      da[i * m + j] += dy[j] * f + g * x[j];
      dx[j] += g * a[i * m + j];
    }
  }
  for (int j = 0; j < m; j++) dy[j] = 0;
}

#define RUN(n, x) kernel(n[0], n[1], x[0], x[1], x[2], x[3])
#define GRADIENT(n, x, dx)                                                                                                 \
  (void *)kernel, n[0], n[1], enzyme_dup, x[0], dx[0], enzyme_dup, x[1], dx[1], enzyme_dup, x[2], dx[2], enzyme_dup, x[3], \
      dx[3]
#define HAND(n, x, dx, kept) by_hand(n[0], n[1], x[0], x[1], x[2], x[3], dx[0], dx[1], dx[2], dx[3])
#include "c_kernel.h"
