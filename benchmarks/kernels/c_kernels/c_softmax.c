/* The softmax of each row in place, weighted. */
#include <math.h>

static void forward(int n, int m, double *x) {
  for (int i = 0; i < n; i++) {
    double *row = x + i * m, largest = row[0], s = 0;
    for (int j = 1; j < m; j++)
      if (row[j] > largest) largest = row[j];
    for (int j = 0; j < m; j++) s += row[j] = exp(row[j] - largest);
    for (int j = 0; j < m; j++) row[j] /= s;
  }
}

static double kernel(int n, int m, double *x, double *w) {
  forward(n, m, x);
  double s = 0;
  for (int i = 0; i < n * m; i++) s += w[i] * x[i];
  return s;
}

static void by_hand(int n, int m, double *x, double *w, double *dx, double *dw) {
  forward(n, m, x);
  for (int i = 0; i < n; i++) {
    double *y = x + i * m, *g = dx + i * m, mean = 0;
    for (int j = 0; j < m; j++) {
      g[j] += w[i * m + j];
      dw[i * m + j] += y[j];
      mean += g[j] * y[j];
    }
    for (int j = 0; j < m; j++) g[j] = (g[j] - mean) * y[j];
  }
}

#define RUN(n, x) kernel(n[0], n[1], x[0], x[1])
#define GRADIENT(n, x, dx) (void *)kernel, n[0], n[1], enzyme_dup, x[0], dx[0], enzyme_dup, x[1], dx[1]
#define HAND(n, x, dx, kept) by_hand(n[0], n[1], x[0], x[1], dx[0], dx[1])
#include "c_kernel.h"
