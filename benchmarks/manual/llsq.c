/* The gradient of llsq by hand: -sum of r_i t_i^j.  The powers of a few t_i are kept at a time. */
#include "../programs/program.h"

enum { BLOCK = 4 };

typedef struct { int m, n; double *x, *dx, *powers; } state;

void *setup(const double *input) {
  state *s = malloc(sizeof *s);
  s->m = take(&input), s->n = take(&input);
  s->x = take_many(&input, s->m), s->dx = room(s->m), s->powers = room(BLOCK * s->m);
  clear(s->powers, BLOCK * s->m);
  return s;
}

/* The residual of point i. */
static double residual(const state *s, int i, double *restrict powers) {
  double t = -1 + 2.0 * i / (s->n - 1), r = (t > 0) - (t < 0), power = 1;
  for (int j = 0; j < s->m; j++) {
    powers[j] = power;
    r -= s->x[j] * power;
    power *= t;
  }
  return r;
}

double primal(void *state_) {
  state *s = state_;
  double y = 0;
  for (int i = 0; i < s->n; i++) {
    double r = residual(s, i, s->powers);
    y += r * r;
  }
  return y / 2;
}

/* Takes r[b] times the powers of point b from dx, for BLOCK points. */
static void gather(int m, const double *restrict r, const double *restrict powers, double *restrict dx) {
  for (int j = 0; j < m; j++) {
    double sum = 0;
    for (int b = 0; b < BLOCK; b++) sum += r[b] * powers[b * m + j];
    dx[j] -= sum;
  }
}

double derivative(void *state_) {
  state *s = state_;
  double r[BLOCK];
  clear(s->dx, s->m);
  for (int i = 0; i < s->n; i += BLOCK) {
    for (int b = 0; b < BLOCK; b++) r[b] = i + b < s->n ? residual(s, i + b, s->powers + b * s->m) : 0;
    gather(s->m, r, s->powers, s->dx);
  }
  return s->dx[0];
}

long results(void *state_, double *out) {
  state *s = state_;
  double value = primal(s);
  derivative(s);
  return put(out, put(out, 0, &value, 1), s->dx, s->m);
}

MEASURED(primal, derivative)
