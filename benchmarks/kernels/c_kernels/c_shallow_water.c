/* Waves in shallow water by the scheme of Lax and Friedrichs: heights and speeds in two buffers each, which change places after each
   step; the energy at the end. */
#include <stdlib.h>
#include <string.h>

static void step(int n, double *h, double *u, double *next_h, double *next_u) {
  for (int i = 1; i < n - 1; i++) {
    double left = 0.5 * u[i - 1] * u[i - 1] + 9.81 * h[i - 1], right = 0.5 * u[i + 1] * u[i + 1] + 9.81 * h[i + 1];
    next_h[i] = 0.5 * (h[i - 1] + h[i + 1]) - 0.01 * (h[i + 1] * u[i + 1] - h[i - 1] * u[i - 1]);
    next_u[i] = 0.5 * (u[i - 1] + u[i + 1]) - 0.01 * (right - left);
  }
  next_h[0] = next_h[1], next_h[n - 1] = next_h[n - 2];
  next_u[0] = -next_u[1], next_u[n - 1] = -next_u[n - 2];
}

static double kernel(int n, int steps, double *height, double *speed) {
  double *h = malloc(n * sizeof *h), *u = malloc(n * sizeof *u), *next_h = malloc(n * sizeof *h), *next_u = malloc(n * sizeof *u);
  memcpy(h, height, n * sizeof *h), memcpy(u, speed, n * sizeof *u);
  for (int t = 0; t < steps; t++) {
    step(n, h, u, next_h, next_u);
    double *other = h;
    h = next_h, next_h = other, other = u, u = next_u, next_u = other;
  }
  double energy = 0;
  for (int i = 0; i < n; i++) energy += h[i] * h[i] + h[i] * u[i] * u[i];
  free(h), free(u), free(next_h), free(next_u);
  return energy;
}

static void by_hand(int n, int steps, double *height, double *speed, double *dheight, double *dspeed, double *kept) {
  double *h = kept, *u = kept + n;
  memcpy(h, height, n * sizeof *h), memcpy(u, speed, n * sizeof *u);
  for (int t = 0; t < steps; t++, h += 2 * n, u += 2 * n) step(n, h, u, h + 2 * n, u + 2 * n);
  double *dh = malloc(n * sizeof *h), *du = malloc(n * sizeof *u), *other_h = malloc(n * sizeof *h), *other_u = malloc(n * sizeof *u);
  for (int i = 0; i < n; i++) dh[i] = 2 * h[i] + u[i] * u[i], du[i] = 2 * h[i] * u[i];
  for (int t = 0; t < steps; t++) {
    h -= 2 * n, u -= 2 * n;
    dh[1] += dh[0], dh[n - 2] += dh[n - 1], du[1] -= du[0], du[n - 2] -= du[n - 1];
    dh[0] = dh[n - 1] = du[0] = du[n - 1] = 0;
    for (int i = 0; i < n; i++) {
      double dh_right = i < n - 1 ? dh[i + 1] : 0, dh_left = i > 0 ? dh[i - 1] : 0;
      double du_right = i < n - 1 ? du[i + 1] : 0, du_left = i > 0 ? du[i - 1] : 0;
      double flow = 0.01 * (dh_right - dh_left), push = 0.01 * (du_right - du_left);
      other_h[i] = 0.5 * (dh_left + dh_right) + flow * u[i] + 9.81 * push;
      other_u[i] = 0.5 * (du_left + du_right) + flow * h[i] + push * u[i];
    }
    double *other = dh;
    dh = other_h, other_h = other, other = du, du = other_u, other_u = other;
  }
  for (int i = 0; i < n; i++) dheight[i] += dh[i], dspeed[i] += du[i];
  free(dh), free(du), free(other_h), free(other_u);
}

#define RUN(n, x) kernel(n[0], n[1], x[0], x[1])
#define GRADIENT(n, x, dx) (void *)kernel, n[0], n[1], enzyme_dup, x[0], dx[0], enzyme_dup, x[1], dx[1]
#define HAND(n, x, dx, kept) by_hand(n[0], n[1], x[0], x[1], dx[0], dx[1], kept)
#include "c_kernel.h"
