/* Polynomial least squares against the sign function.  Input: m, n, x (m).  Results: value, gradient (m). */
#include "program.h"

static double objective(const double *x, int m, int n) {
  double y = 0;
  for (int i = 0; i < n; i++) {
    double t = -1 + 2.0 * i / (n - 1), r = (t > 0) - (t < 0), power = 1;
    for (int j = 0; j < m; j++) {
      r -= x[j] * power;
      power *= t;
    }
    y += r * r;
  }
  return y / 2;
}

typedef struct { int m, n; double *x, *dx; } state;

void *setup(const double *input) {
  state *s = malloc(sizeof *s);
  s->m = take(&input), s->n = take(&input);
  s->x = take_many(&input, s->m), s->dx = room(s->m);
  return s;
}

double primal(void *state_) {
  state *s = state_;
  return objective(s->x, s->m, s->n);
}

double derivative(void *state_) {
  state *s = state_;
  clear(s->dx, s->m);
  __enzyme_autodiff((void *)objective, enzyme_dup, s->x, s->dx, enzyme_const, s->m, enzyme_const, s->n);
  return s->dx[0];
}

long results(void *state_, double *out) {
  state *s = state_;
  double value = primal(s);
  derivative(s);
  return put(out, put(out, 0, &value, 1), s->dx, s->m);
}

MEASURED(primal, derivative)
