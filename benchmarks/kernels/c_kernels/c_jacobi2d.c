/* Five points, two arrays in turns; the square sum. */
static void sweep(int n, double *a, double *b) {
  for (int i = 1; i < n - 1; i++)
    for (int j = 1; j < n - 1; j++)
      b[i * n + j] = 0.2 * (a[i * n + j] + a[i * n + j - 1] + a[i * n + j + 1] + a[(i - 1) * n + j] + a[(i + 1) * n + j]);
}

static double kernel(int n, int steps, double *a, double *b) {
  for (int t = 0; t < steps; t++) {
    sweep(n, a, b);
    sweep(n, b, a);
  }
  double s = 0;
  for (int i = 0; i < n * n; i++) s += a[i] * a[i];
  return s;
}

static void back(int n, double *da, double *db) {
  for (int i = 1; i < n - 1; i++) {
    for (int j = 1; j < n - 1; j++) {
      double g = 0.2 * db[i * n + j];
      da[(i - 1) * n + j] += g;
      da[(i + 1) * n + j] += g;
      da[i * n + j - 1] += g;
    }
    for (int j = 1; j < n - 1; j++) da[i * n + j] += 0.2 * db[i * n + j];
    for (int j = 1; j < n - 1; j++) {
      da[i * n + j + 1] += 0.2 * db[i * n + j];
      db[i * n + j] = 0;
    }
  }
}

static void by_hand(int n, int steps, double *a, double *b, double *da, double *db) {
  kernel(n, steps, a, b);
  for (int i = 0; i < n * n; i++) da[i] += 2 * a[i];
  for (int t = 0; t < steps; t++) {
    back(n, db, da);
    back(n, da, db);
  }
}

#define RUN(n, x) kernel(n[0], n[1], x[0], x[1])
#define GRADIENT(n, x, dx) (void *)kernel, n[0], n[1], enzyme_dup, x[0], dx[0], enzyme_dup, x[1], dx[1]
#define HAND(n, x, dx, kept) by_hand(n[0], n[1], x[0], x[1], dx[0], dx[1])
#include "c_kernel.h"
