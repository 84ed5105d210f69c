/* The logarithm of a sum of exponentials.  Input: n, x (n).  Results: value, gradient (n). */
#include "program.h"

static double objective(const double *x, int n) {
  double largest = x[0], sum = 0;
  for (int i = 1; i < n; i++)
    if (x[i] > largest) largest = x[i];
  for (int i = 0; i < n; i++) sum += exp(x[i] - largest);
  return largest + log(sum);
}

typedef struct { int n; double *x, *dx; } state;

void *setup(const double *input) {
  state *s = malloc(sizeof *s);
  s->n = take(&input);
  s->x = take_many(&input, s->n), s->dx = room(s->n);
  return s;
}

double primal(void *state_) {
  state *s = state_;
  return objective(s->x, s->n);
}

double derivative(void *state_) {
  state *s = state_;
  clear(s->dx, s->n);
  __enzyme_autodiff((void *)objective, s->x, s->dx, s->n);
  return s->dx[0];
}

long results(void *state_, double *out) {
  state *s = state_;
  double value = primal(s);
  derivative(s);
  return put(out, put(out, 0, &value, 1), s->dx, s->n);
}

MEASURED(primal, derivative)
