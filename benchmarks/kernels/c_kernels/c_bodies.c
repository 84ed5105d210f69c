/* The potential energy of all pairs, and its slope along velocities: what attracts. */
#include <math.h>

static double kernel(int n, double *x, double *v, double *m) {
  double e = 0;
  for (int i = 0; i < n; i++)
    for (int j = i + 1; j < n; j++) {
      double r2 = 0.01, rv = 0;
      for (int c = 0; c < 3; c++) {
        double d = x[3 * j + c] - x[3 * i + c];
        r2 += d * d;
        rv += d * (v[3 * j + c] - v[3 * i + c]);
      }
      e += m[i] * m[j] * (0.1 * rv / r2 - 1) / sqrt(r2);
    }
  return e;
}

static void by_hand(int n, double *x, double *v, double *m, double *dx, double *dv, double *dm) {
  for (int i = 0; i < n; i++)
    for (int j = i + 1; j < n; j++) {
      double d[3], w[3], r2 = 0.01, rv = 0;
      for (int c = 0; c < 3; c++) {
        d[c] = x[3 * j + c] - x[3 * i + c];
        w[c] = v[3 * j + c] - v[3 * i + c];
        r2 += d[c] * d[c];
        rv += d[c] * w[c];
      }
      double u = 1 / r2, s = sqrt(u), h = 0.1 * rv * u - 1;
      dm[i] += m[j] * h * s;
      dm[j] += m[i] * h * s;
      double f = m[i] * m[j] * s, grv = 0.1 * f * u, gr2 = -f * u * (0.1 * rv * u + 0.5 * h);
      for (int c = 0; c < 3; c++) {
        double g = 2 * gr2 * d[c] + grv * w[c], k = grv * d[c];
        dx[3 * j + c] += g;
        dx[3 * i + c] -= g;
        dv[3 * j + c] += k;
        dv[3 * i + c] -= k;
      }
    }
}

#define RUN(n, x) kernel(n[0], x[0], x[1], x[2])
#define GRADIENT(n, x, dx) (void *)kernel, n[0], enzyme_dup, x[0], dx[0], enzyme_dup, x[1], dx[1], enzyme_dup, x[2], dx[2]
#define HAND(n, x, dx, kept) by_hand(n[0], x[0], x[1], x[2], dx[0], dx[1], dx[2])
#include "c_kernel.h"
