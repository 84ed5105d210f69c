/* Gauss and Seidel's sweeps over five points, in place. */
static void sweeps(int n, int steps, double *u) {
  for (int t = 0; t < steps; t++)
    for (int i = 1; i < n - 1; i++)
      for (int j = 1; j < n - 1; j++)
        u[i * n + j] = 0.2 * (u[i * n + j] + u[i * n + j - 1] + u[i * n + j + 1] + u[(i - 1) * n + j] + u[(i + 1) * n + j]);
}

static double kernel(int n, int steps, double *u) {
  sweeps(n, steps, u);
  double s = 0;
  for (int i = 0; i < n * n; i++) s += u[i] * u[i];
  return s;
}

static void by_hand(int n, int steps, double *u, double *du) {
  sweeps(n, steps, u);
  for (int i = 0; i < n * n; i++) du[i] += 2 * u[i];
  for (int t = 0; t < steps; t++)
    for (int i = n - 2; i > 0; i--)
      for (int j = n - 2; j > 0; j--) {
        double g = 0.2 * du[i * n + j];
        du[i * n + j] = g;
        du[i * n + j - 1] += g;
        du[i * n + j + 1] += g;
        du[(i - 1) * n + j] += g;
        du[(i + 1) * n + j] += g;
      }
}

#define RUN(n, x) kernel(n[0], n[1], x[0])
#define GRADIENT(n, x, dx) (void *)kernel, n[0], n[1], enzyme_dup, x[0], dx[0]
#define HAND(n, x, dx, kept) by_hand(n[0], n[1], x[0], dx[0])
#include "c_kernel.h"
