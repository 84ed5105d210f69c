/* The gradient of det by hand.  The adjoint of a minor is known before its value: it is the product of the entries chosen so far.
   So one recursion carries adjoints down and values up, and keeps nothing. */
#include "../programs/program.h"

typedef struct { int l, *rows, *columns; double *A, *dA; } state;

void *setup(const double *input) {
  state *s = malloc(sizeof *s);
  s->l = take(&input);
  s->A = take_many(&input, s->l * s->l), s->dA = room(s->l * s->l);
  s->rows = malloc((s->l + 1) * sizeof *s->rows), s->columns = malloc((s->l + 1) * sizeof *s->columns);
  return s;
}

static void start(state *s) {
  for (int i = 0; i < s->l; i++) s->rows[i] = s->columns[i] = i + 1;
  s->rows[s->l] = s->columns[s->l] = 0;
}

/* rows[i] is the row behind row i, rows[l] the first one; likewise for columns. */
static double minor(const double *restrict A, int l, int left, int *restrict rows, int *restrict columns) {
  int row = rows[l];
  if (left == 1) return A[row * l + columns[l]];
  rows[l] = rows[row];
  double sum = 0, sign = 1;
  int before = l;
  for (int j = 0; j < left; j++) {
    int column = columns[before];
    columns[before] = columns[column];
    sum += sign * A[row * l + column] * minor(A, l, left - 1, rows, columns);
    columns[before] = column;
    before = column;
    sign = -sign;
  }
  rows[l] = row;
  return sum;
}

/* The same, where `adjoint` is that of the result. */
static double minor_and_gradient(const double *restrict A, double *restrict dA, int l, int left, int *restrict rows,
                                 int *restrict columns, double adjoint) {
  int row = rows[l];
  if (left == 1) {
    dA[row * l + columns[l]] += adjoint;
    return A[row * l + columns[l]];
  }
  rows[l] = rows[row];
  double sum = 0;
  int before = l;
  for (int j = 0; j < left; j++) {
    int column = columns[before];
    double entry = A[row * l + column];
    columns[before] = columns[column];
    double value = minor_and_gradient(A, dA, l, left - 1, rows, columns, adjoint * entry);
    dA[row * l + column] += adjoint * value;
    sum += entry * value;
    sum = -sum;
    adjoint = -adjoint;
    columns[before] = column;
    before = column;
  }
  rows[l] = row;
  return left % 2 ? -sum : sum;
}

double primal(void *state_) {
  state *s = state_;
  start(s);
  return minor(s->A, s->l, s->l, s->rows, s->columns);
}

double derivative(void *state_) {
  state *s = state_;
  clear(s->dA, s->l * s->l);
  start(s);
  return minor_and_gradient(s->A, s->dA, s->l, s->l, s->rows, s->columns, 1);
}

long results(void *state_, double *out) {
  state *s = state_;
  double value = primal(s);
  derivative(s);
  return put(out, put(out, 0, &value, 1), s->dA, s->l * s->l);
}

MEASURED(primal, derivative)
