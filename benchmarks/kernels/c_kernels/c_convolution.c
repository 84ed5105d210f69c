/* A convolution in two dimensions, with the positive part of the result; the square sum. */
static void forward(int n, int k, double *x, double *w, double *y) {
  int m = n - k + 1;
  for (int i = 0; i < m; i++)
    for (int j = 0; j < m; j++) {
      double s = 0;
      for (int p = 0; p < k; p++)
        for (int q = 0; q < k; q++) s += x[(i + p) * n + j + q] * w[p * k + q];
      y[i * m + j] = s > 0 ? s : 0;
    }
}

static double kernel(int n, int k, double *x, double *w, double *y) {
  int m = n - k + 1;
  forward(n, k, x, w, y);
  double s = 0;
  for (int i = 0; i < m * m; i++) s += y[i] * y[i];
  return s;
}

static void by_hand(int n, int k, double *x, double *w, double *y, double *dx, double *dw, double *dy) {
  int m = n - k + 1;
  forward(n, k, x, w, y);
  for (int i = 0; i < m; i++)
    for (int j = 0; j < m; j++) {
      double g = y[i * m + j] > 0 ? dy[i * m + j] + 2 * y[i * m + j] : 0;
      dy[i * m + j] = 0;
      for (int p = 0; p < k; p++)
        for (int q = 0; q < k; q++) {
          dw[p * k + q] += g * x[(i + p) * n + j + q];
          dx[(i + p) * n + j + q] += g * w[p * k + q];
        }
    }
}

#define RUN(n, x) kernel(n[0], n[1], x[0], x[1], x[2])
#define GRADIENT(n, x, dx) (void *)kernel, n[0], n[1], enzyme_dup, x[0], dx[0], enzyme_dup, x[1], dx[1], enzyme_dup, x[2], dx[2]
#define HAND(n, x, dx, kept) by_hand(n[0], n[1], x[0], x[1], x[2], dx[0], dx[1], dx[2])
#include "c_kernel.h"
