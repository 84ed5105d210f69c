/* Solves low x = b in place of b; the square sum. */
static void solve(int n, double *low, double *b) {
  for (int i = 0; i < n; i++) {
    for (int j = 0; j < i; j++) b[i] -= low[i * n + j] * b[j];
    b[i] /= low[i * n + i];
  }
}

static double kernel(int n, double *low, double *b) {
  solve(n, low, b);
  double s = 0;
  for (int i = 0; i < n; i++) s += b[i] * b[i];
  return s;
}

static void by_hand(int n, double *low, double *b, double *dlow, double *db) {
  solve(n, low, b);
  for (int i = 0; i < n; i++) db[i] += 2 * b[i];
  for (int i = n - 1; i >= 0; i--) {
    double g = db[i] / low[i * n + i];
    db[i] = g;
    dlow[i * n + i] -= g * b[i];
    for (int j = 0; j < i; j++) {
      dlow[i * n + j] -= g * b[j];
      db[j] -= g * low[i * n + j];
    }
  }
}

#define RUN(n, x) kernel(n[0], x[0], x[1])
#define GRADIENT(n, x, dx) (void *)kernel, n[0], enzyme_dup, x[0], dx[0], enzyme_dup, x[1], dx[1]
#define HAND(n, x, dx, kept) by_hand(n[0], x[0], x[1], dx[0], dx[1])
#include "c_kernel.h"
