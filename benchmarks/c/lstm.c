/* The loss of a diagonal LSTM.  Input: l, c, b, main (2 l * 4 b), extra (3 b), state (2 l b), sequence (c b).  Output: value,
   gradients of main and extra. */
#include "benchmark.h"

static double sigmoid(double t) { return 1 / (1 + exp(-t)); }

static void layer(const double *weights, const double *biases, double *hidden, double *cell, double *x, int b) {
  for (int j = 0; j < b; j++) {
    double forget = sigmoid(x[j] * weights[j] + biases[j]), in = sigmoid(hidden[j] * weights[b + j] + biases[b + j]);
    double out = sigmoid(x[j] * weights[2 * b + j] + biases[2 * b + j]);
    double change = tanh(hidden[j] * weights[3 * b + j] + biases[3 * b + j]);
    cell[j] = cell[j] * forget + in * change;
    x[j] = hidden[j] = out * tanh(cell[j]);
  }
}

static double loss(const double *main, const double *extra, const double *start, const double *sequence, int l, int c, int b) {
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
    for (int j = 0; j < b; j++) total += sequence[(t + 1) * b + j] * (y[j] - log(sum));
  }
  free(state);
  free(x);
  free(y);
  return -total / ((c - 1) * b);
}

int main(void) {
  int l = number(), c = number(), b = number();
  double *parameters = numbers(8 * l * b), *extra = numbers(3 * b), *state = numbers(2 * l * b), *sequence = numbers(c * b);
  double *dparameters = zeros(8 * l * b), *dextra = zeros(3 * b), value = loss(parameters, extra, state, sequence, l, c, b);
  __enzyme_autodiff((void *)loss, parameters, dparameters, extra, dextra, enzyme_const, state, enzyme_const, sequence, l, c, b);
  print(&value, 1);
  print(dparameters, 8 * l * b);
  print(dextra, 3 * b);
}
