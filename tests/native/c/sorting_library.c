/* qsort and bsearch of indices by active keys: the comparisons carry no derivative, the order does. */
#include "check.h"

static const double *keys;

static int by_key(const void *a, const void *b) {
  double x = keys[*(const int *)a], y = keys[*(const int *)b];
  return (x > y) - (x < y);
}

OWN void order(int *index, int n) { qsort(index, n, sizeof *index, by_key); }

OWN double f(const double *x, const int *index, int n) {
  double s = 0;
  for (int i = 0; i < n; i++) s += (i + 1) * x[index[i]] * x[index[i]];
  return s;
}

int main(void) {
  double x[5] = {3, 1, 4, 1.5, 9}, d[5] = {0};
  int index[5] = {0, 1, 2, 3, 4}, rank[5] = {3, 1, 4, 2, 5};
  keys = x;
  order(index, 5);
  __enzyme_autodiff((void *)f, x, d, enzyme_const, index, 5);
  for (int i = 0; i < 5; i++) CHECK(d[i], 2 * rank[i] * x[i]);
  return wrong;
}
