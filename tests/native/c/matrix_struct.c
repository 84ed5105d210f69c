/* A matrix type with allocated rows, functions that return new matrices, and an error path that frees them. */
#include "check.h"

typedef struct { int rows, columns; double **at; } matrix;

OWN matrix *make(int rows, int columns) {
  matrix *m = malloc(sizeof *m);
  m->rows = rows;
  m->columns = columns;
  m->at = malloc(rows * sizeof *m->at);
  for (int i = 0; i < rows; i++) m->at[i] = calloc(columns, sizeof **m->at);
  return m;
}

OWN void drop(matrix *m) {
  if (!m) return;
  for (int i = 0; i < m->rows; i++) free(m->at[i]);
  free(m->at);
  free(m);
}

OWN matrix *multiply(const matrix *a, const matrix *b) {
  if (a->columns != b->rows) return NULL;
  matrix *c = make(a->rows, b->columns);
  for (int i = 0; i < a->rows; i++)
    for (int j = 0; j < b->columns; j++)
      for (int k = 0; k < a->columns; k++) c->at[i][j] += a->at[i][k] * b->at[k][j];
  return c;
}

OWN double f(const double *x, int n, int power) {
  matrix *a = make(n, n), *p = make(n, n), *bad = multiply(a, a), *none = NULL;
  for (int i = 0; i < n; i++) {
    p->at[i][i] = 1;
    for (int j = 0; j < n; j++) a->at[i][j] = x[i * n + j];
  }
  for (int k = 0; k < power; k++) {
    matrix *q = multiply(p, a);
    drop(p);
    p = q;
  }
  double trace = 0;
  for (int i = 0; i < n; i++) trace += p->at[i][i];
  drop(bad);
  drop(none);
  drop(a);
  drop(p);
  return trace;
}

int main(void) {
  double x[4] = {0.5, 1.5, -1, 2}, d[4] = {0}, s[4]; /* d trace(A^3) / dA = 3 (A^2)^T */
  s[0] = x[0] * x[0] + x[1] * x[2], s[1] = x[0] * x[1] + x[1] * x[3];
  s[2] = x[2] * x[0] + x[3] * x[2], s[3] = x[2] * x[1] + x[3] * x[3];
  __enzyme_autodiff((void *)f, x, d, 2, 3);
  CHECK(d[0], 3 * s[0]);
  CHECK(d[1], 3 * s[2]);
  CHECK(d[2], 3 * s[1]);
  CHECK(d[3], 3 * s[3]);
  return wrong;
}
