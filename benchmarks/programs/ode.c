/* y0' = x0, yi' = xi y(i-1), by Runge and Kutta's method.  Input: n, s, x (n).  Results: y (n), gradient of the last y (n). */
#include "program.h"

static void right_side(const double *restrict x, const double *restrict y, double *restrict out, int n) {
  out[0] = x[0];
  for (int i = 1; i < n; i++) out[i] = x[i] * y[i - 1];
}

static void integrate(const double *restrict x, double *restrict y, int n, int s) {
  double *k1 = malloc(n * sizeof *k1), *k2 = malloc(n * sizeof *k2), *k3 = malloc(n * sizeof *k3);
  double *k4 = malloc(n * sizeof *k4), *at = malloc(n * sizeof *at), h = 2.0 / s;
  for (int i = 0; i < n; i++) y[i] = 0;
  for (int step = 0; step < s; step++) {
    right_side(x, y, k1, n);
    for (int i = 0; i < n; i++) at[i] = y[i] + h / 2 * k1[i];
    right_side(x, at, k2, n);
    for (int i = 0; i < n; i++) at[i] = y[i] + h / 2 * k2[i];
    right_side(x, at, k3, n);
    for (int i = 0; i < n; i++) at[i] = y[i] + h * k3[i];
    right_side(x, at, k4, n);
    for (int i = 0; i < n; i++) y[i] += h / 6 * (k1[i] + 2 * k2[i] + 2 * k3[i] + k4[i]);
  }
  free(k1);
  free(k2);
  free(k3);
  free(k4);
  free(at);
}

typedef struct { int n, steps; double *x, *dx, *y, *dy; } state;

void *setup(const double *input) {
  state *s = malloc(sizeof *s);
  s->n = take(&input), s->steps = take(&input);
  s->x = take_many(&input, s->n), s->dx = room(s->n), s->y = room(s->n), s->dy = room(s->n);
  return s;
}

double primal(void *state_) {
  state *s = state_;
  integrate(s->x, s->y, s->n, s->steps);
  return s->y[s->n - 1];
}

double derivative(void *state_) {
  state *s = state_;
  clear(s->dx, s->n);
  clear(s->dy, s->n);
  s->dy[s->n - 1] = 1;
  __enzyme_autodiff((void *)integrate, enzyme_dup, s->x, s->dx, enzyme_dupnoneed, s->y, s->dy, enzyme_const, s->n, enzyme_const,
                    s->steps);
  return s->dx[0];
}

long results(void *state_, double *out) {
  state *s = state_;
  primal(s);
  long n = put(out, 0, s->y, s->n);
  derivative(s);
  return put(out, n, s->dx, s->n);
}

MEASURED(primal, derivative)
