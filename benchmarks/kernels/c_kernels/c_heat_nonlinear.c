/* Heat in one dimension whose conductivity grows with the temperature, two arrays in turns; the square sum. */
static void step(int n, double *u, double *v) {
  for (int i = 1; i < n - 1; i++) {
    double right = (1 + 0.5 * (u[i + 1] + u[i])) * (u[i + 1] - u[i]), left = (1 + 0.5 * (u[i] + u[i - 1])) * (u[i] - u[i - 1]);
    v[i] = u[i] + 0.1 * (right - left);
  }
}

static double kernel(int n, int steps, double *u, double *v) {
  for (int t = 0; t < steps; t++) {
    step(n, u, v);
    for (int i = 1; i < n - 1; i++) u[i] = v[i];
  }
  double s = 0;
  for (int i = 0; i < n; i++) s += u[i] * u[i];
  return s;
}

static void by_hand(int n, int steps, double *u, double *v, double *du, double *dv, double *kept) {
  for (int t = 0; t < steps; t++) {
    for (int i = 0; i < n; i++) kept[t * n + i] = u[i];
    step(n, u, v);
    for (int i = 1; i < n - 1; i++) u[i] = v[i];
  }
  for (int i = 0; i < n; i++) du[i] += 2 * u[i];
  for (int t = steps - 1; t >= 0; t--) {
    double *w = kept + t * n;
    for (int i = 1; i < n - 1; i++) dv[i] += du[i];
    /* the flux from i to i + 1 is (1 + (w1 + w0) / 2) (w1 - w0): its slopes are 1 + w1 and -(1 + w0) */
    for (int i = 1; i < n - 1; i++)
      du[i] = dv[i] + 0.1 * (1 + w[i]) * ((i > 1 ? dv[i - 1] : 0) - 2 * dv[i] + (i < n - 2 ? dv[i + 1] : 0));
    du[0] += 0.1 * (1 + w[0]) * dv[1];
    du[n - 1] += 0.1 * (1 + w[n - 1]) * dv[n - 2];
    for (int i = 1; i < n - 1; i++) dv[i] = 0;
  }
}

#define RUN(n, x) kernel(n[0], n[1], x[0], x[1])
#define GRADIENT(n, x, dx) (void *)kernel, n[0], n[1], enzyme_dup, x[0], dx[0], enzyme_dup, x[1], dx[1]
#define HAND(n, x, dx, kept) by_hand(n[0], n[1], x[0], x[1], dx[0], dx[1], kept)
#include "c_kernel.h"
