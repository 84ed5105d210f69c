/* The gradient of lse by hand: exp(x - max) over its sum. */
#include "../programs/program.h"

typedef struct { int n; double *x, *dx; } state;

void *setup(const double *input) {
  state *s = malloc(sizeof *s);
  s->n = take(&input);
  s->x = take_many(&input, s->n), s->dx = room(s->n);
  return s;
}

static double maximum(const double *x, int n) {
  double largest = x[0];
  for (int i = 1; i < n; i++) largest = x[i] > largest ? x[i] : largest;
  return largest;
}

double primal(void *state_) {
  state *s = state_;
  double largest = maximum(s->x, s->n), sum = 0;
  for (int i = 0; i < s->n; i++) sum += exp(s->x[i] - largest);
  return largest + log(sum);
}

double derivative(void *state_) {
  state *s = state_;
  double *restrict dx = s->dx, largest = maximum(s->x, s->n), sum = 0;
  for (int i = 0; i < s->n; i++) sum += dx[i] = exp(s->x[i] - largest);
  double scale = 1 / sum;
  for (int i = 0; i < s->n; i++) dx[i] *= scale;
  return dx[0];
}

long results(void *state_, double *out) {
  state *s = state_;
  double value = primal(s);
  derivative(s);
  return put(out, put(out, 0, &value, 1), s->dx, s->n);
}

MEASURED(primal, derivative)
