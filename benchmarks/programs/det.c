/* A determinant by minors: recursion over lists of the rows and columns that are left.  Input: l, A (l l).  Results: value,
   gradient (l l). */
#include "program.h"

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

static double determinant(const double *A, int l) {
  int rows[l + 1], columns[l + 1];
  for (int i = 0; i < l; i++) rows[i] = columns[i] = i + 1;
  rows[l] = columns[l] = 0;
  return minor(A, l, l, rows, columns);
}

typedef struct { int l; double *A, *dA; } state;

void *setup(const double *input) {
  state *s = malloc(sizeof *s);
  s->l = take(&input);
  s->A = take_many(&input, s->l * s->l), s->dA = room(s->l * s->l);
  return s;
}

double primal(void *state_) {
  state *s = state_;
  return determinant(s->A, s->l);
}

double derivative(void *state_) {
  state *s = state_;
  clear(s->dA, s->l * s->l);
  __enzyme_autodiff((void *)determinant, s->A, s->dA, s->l);
  return s->dA[0];
}

long results(void *state_, double *out) {
  state *s = state_;
  double value = primal(s);
  derivative(s);
  return put(out, put(out, 0, &value, 1), s->dA, s->l * s->l);
}

MEASURED(primal, derivative)
