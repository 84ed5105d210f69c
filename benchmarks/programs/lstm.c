/* The loss of a diagonal LSTM.  Input: l, c, b, main (2 l 4 b), extra (3 b), state (2 l b), sequence (c b).  Results: value,
   gradients of main and extra. */
#include "program.h"

static double sigmoid(double t) { return 1 / (1 + exp(-t)); }

static void layer(const double *restrict weights, const double *restrict biases, double *restrict hidden, double *restrict cell,
                  double *restrict x, int b) {
  for (int j = 0; j < b; j++) {
    double forget = sigmoid(x[j] * weights[j] + biases[j]), in = sigmoid(hidden[j] * weights[b + j] + biases[b + j]);
    double out = sigmoid(x[j] * weights[2 * b + j] + biases[2 * b + j]);
    double change = tanh(hidden[j] * weights[3 * b + j] + biases[3 * b + j]);
    cell[j] = cell[j] * forget + in * change;
    x[j] = hidden[j] = out * tanh(cell[j]);
  }
}

static double loss(const double *restrict main, const double *restrict extra, const double *restrict start,
                   const double *restrict sequence, int l, int c, int b) {
  double *state = malloc(2 * l * b * sizeof *state), *x = malloc(b * sizeof *x), *y = malloc(b * sizeof *y), total = 0;
  memcpy(state, start, 2 * l * b * sizeof *state);
  for (int t = 0; t + 1 < c; t++) {
    double sum = 2;
    for (int j = 0; j < b; j++) x[j] = sequence[t * b + j] * extra[j];
    for (int i = 0; i < l; i++)
      layer(main + 8 * i * b, main + (8 * i + 4) * b, state + 2 * i * b, state + (2 * i + 1) * b, x, b);
    for (int j = 0; j < b; j++) {
      y[j] = x[j] * extra[b + j] + extra[2 * b + j];
      sum += exp(y[j]);
    }
    double log_sum = log(sum);
    for (int j = 0; j < b; j++) total += sequence[(t + 1) * b + j] * (y[j] - log_sum);
  }
  free(state);
  free(x);
  free(y);
  return -total / ((c - 1) * b);
}

typedef struct { int l, c, b; double *main, *extra, *start, *sequence, *dmain, *dextra; } state;

void *setup(const double *input) {
  state *s = malloc(sizeof *s);
  s->l = take(&input), s->c = take(&input), s->b = take(&input);
  s->main = take_many(&input, 8 * s->l * s->b), s->extra = take_many(&input, 3 * s->b);
  s->start = take_many(&input, 2 * s->l * s->b), s->sequence = take_many(&input, s->c * s->b);
  s->dmain = room(8 * s->l * s->b), s->dextra = room(3 * s->b);
  return s;
}

double primal(void *state_) {
  state *s = state_;
  return loss(s->main, s->extra, s->start, s->sequence, s->l, s->c, s->b);
}

double derivative(void *state_) {
  state *s = state_;
  clear(s->dmain, 8 * s->l * s->b);
  clear(s->dextra, 3 * s->b);
  __enzyme_autodiff((void *)loss, s->main, s->dmain, s->extra, s->dextra, enzyme_const, s->start, enzyme_const, s->sequence, s->l,
                    s->c, s->b);
  return s->dextra[0];
}

long results(void *state_, double *out) {
  state *s = state_;
  double value = primal(s);
  derivative(s);
  long n = put(out, 0, &value, 1);
  n = put(out, n, s->dmain, 8 * s->l * s->b);
  return put(out, n, s->dextra, 3 * s->b);
}

MEASURED(primal, derivative)
