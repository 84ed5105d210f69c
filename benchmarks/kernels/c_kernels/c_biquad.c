/* A recursive filter of order two; the square sum. */
static double kernel(int n, double *x, double *c, double *y) {
  for (int i = 2; i < n; i++) y[i] = c[0] * x[i] + c[1] * x[i - 1] + c[2] * x[i - 2] - c[3] * y[i - 1] - c[4] * y[i - 2];
  double s = 0;
  for (int i = 0; i < n; i++) s += y[i] * y[i];
  return s;
}

static void by_hand(int n, double *x, double *c, double *y, double *dx, double *dc, double *dy) {
  double b0 = c[0], b1 = c[1], b2 = c[2], a1 = c[3], a2 = c[4];
  for (int i = 2; i < n; i++) y[i] = b0 * x[i] + b1 * x[i - 1] + b2 * x[i - 2] - a1 * y[i - 1] - a2 * y[i - 2];
  for (int i = 0; i < n; i++) dy[i] += 2 * y[i];
  double d0 = 0, d1 = 0, d2 = 0, d3 = 0, d4 = 0;
  for (int i = n - 1; i >= 2; i--) {
    double g = dy[i];
    dy[i] = 0;
    d0 += g * x[i], d1 += g * x[i - 1], d2 += g * x[i - 2], d3 -= g * y[i - 1], d4 -= g * y[i - 2];
    dx[i] += g * b0, dx[i - 1] += g * b1, dx[i - 2] += g * b2;
    dy[i - 1] -= g * a1, dy[i - 2] -= g * a2;
  }
  dc[0] += d0, dc[1] += d1, dc[2] += d2, dc[3] += d3, dc[4] += d4;
}

#define RUN(n, x) kernel(n[0], x[0], x[1], x[2])
#define GRADIENT(n, x, dx) (void *)kernel, n[0], enzyme_dup, x[0], dx[0], enzyme_dup, x[1], dx[1], enzyme_dup, x[2], dx[2]
#define HAND(n, x, dx, kept) by_hand(n[0], x[0], x[1], x[2], dx[0], dx[1], dx[2])
#include "c_kernel.h"
