/* The square sum of c = a b + c / 2. */
#ifndef REAL
#define REAL double
#endif

static double kernel(int n, int m, int p, REAL *a, REAL *b, REAL *c) {
  for (int i = 0; i < n; i++) {
    for (int j = 0; j < m; j++) c[i * m + j] *= (REAL)0.5;
    for (int k = 0; k < p; k++)
      for (int j = 0; j < m; j++) c[i * m + j] += a[i * p + k] * b[k * m + j];
  }
  double s = 0;
  for (int i = 0; i < n * m; i++) s += c[i] * c[i];
  return s;
}

static void by_hand(int n, int m, int p, REAL *a, REAL *b, REAL *c, REAL *da, REAL *db, REAL *dc) {
  for (int i = 0; i < n; i++) {
    for (int j = 0; j < m; j++) c[i * m + j] *= (REAL)0.5;
    for (int k = 0; k < p; k++) {
      REAL f = a[i * p + k];
      for (int j = 0; j < m; j++) c[i * m + j] += f * b[k * m + j];
    }
  }
  for (int i = 0; i < n * m; i++) dc[i] += 2 * c[i];
  for (int i = 0; i < n; i++) {
    for (int k = 0; k < p; k++) {
      REAL f = a[i * p + k], s = 0;
      for (int j = 0; j < m; j++) {
        s += dc[i * m + j] * b[k * m + j];
        db[k * m + j] += f * dc[i * m + j];
      }
      da[i * p + k] += s;
    }
    for (int j = 0; j < m; j++) dc[i * m + j] *= (REAL)0.5;
  }
}

#define RUN(n, x) kernel(n[0], n[1], n[2], x[0], x[1], x[2])
#define GRADIENT(n, x, dx) \
  (void *)kernel, n[0], n[1], n[2], enzyme_dup, x[0], dx[0], enzyme_dup, x[1], dx[1], enzyme_dup, x[2], dx[2]
#define HAND(n, x, dx, kept) by_hand(n[0], n[1], n[2], x[0], x[1], x[2], dx[0], dx[1], dx[2])
#include "c_kernel.h"
