/* Values that are undefined when a loop begins: some go around for nothing, some are handed from one iteration to the next. */
#include "check.h"

/* Sizes that might be 0: LLVM keeps the first elements of both arrays from one iteration to the next. */
OWN double norms(const double *x, int n, int k, int d) {
  double *z = malloc(d * sizeof *z), *term = malloc(k * sizeof *term), total = 0;
  for (int i = 0; i < n; i++) {
    for (int c = 0; c < k; c++) {
      for (int a = 0; a < d; a++) z[a] = x[a] * (i + c + 1);
      double norm = z[0] * z[0];
      for (int a = 1; a < d; a++) norm += z[a] * z[a];
      term[c] = norm;
    }
    double most = term[0], sum = 0;
    for (int c = 1; c < k; c++)
      if (term[c] > most) most = term[c];
    for (int c = 0; c < k; c++) sum += term[c] / most;
    total += most + sum;
  }
  free(z);
  free(term);
  return total;
}

/* The value of the iteration before, under a condition that stays and one that changes. */
OWN double before(const double *x, int n, int wanted) {
  double last, s = 0;
  for (int i = 0; i < n; i++) {
    if (wanted) {
      if (i > 0) s += last * x[i];
      last = x[i] * x[i];
    }
  }
  return s;
}

/* Kept while one condition holds, looked at while another does. */
OWN double two_conditions(const double *x, int n, int keep, int look) {
  double last = 0, s = 0, other;
  for (int i = 0; i < n; i++) {
    if (look && i > 1) s += last * x[i] + (keep ? other : 1);
    if (keep) last = x[i] * 2, other = x[i] * x[i];
  }
  return s;
}

/* Looked at behind the loop. */
OWN double afterwards(const double *x, int n, int some) {
  double last;
  for (int i = 0; i < n; i++)
    if (some) last = x[i] * x[i];
  return some ? last * x[0] : x[0];
}

enum { N = 4 };

int main(void) {
  double x[N] = {1.5, -0.5, 2, 0.75}, d[N];
#define GRADIENT(f, ...) (memset(d, 0, sizeof d), __enzyme_autodiff((void *)f, x, d, __VA_ARGS__))
  GRADIENT(norms, 3, 2, N); /* most = (i + 2)^2 x.x; the terms divided by it do not depend on x */
  for (int a = 0; a < N; a++) CHECK(d[a], 2 * x[a] * (4 + 9 + 16));
  GRADIENT(norms, 3, 1, 1);
  CHECK(d[0], 2 * x[0] * (1 + 4 + 9));
  GRADIENT(before, N, 1);
  for (int a = 0; a < N; a++) CHECK(d[a], (a + 1 < N ? 2 * x[a] * x[a + 1] : 0) + (a > 0 ? x[a - 1] * x[a - 1] : 0));
  GRADIENT(before, N, 0);
  for (int a = 0; a < N; a++) CHECK(d[a] + 1, 1);
  GRADIENT(two_conditions, N, 1, 1);
  CHECK(d[0] + 1, 1);
  CHECK(d[1], 2 * x[2] + 2 * x[1]);
  CHECK(d[2], 2 * x[1] + 2 * x[3] + 2 * x[2]);
  CHECK(d[3], 2 * x[2]);
  GRADIENT(two_conditions, N, 0, 1);
  for (int a = 0; a < N; a++) CHECK(d[a] + 1, 1);
  GRADIENT(afterwards, N, 1);
  CHECK(d[0], x[3] * x[3]);
  CHECK(d[3], 2 * x[3] * x[0]);
  GRADIENT(afterwards, N, 0);
  CHECK(d[0], 1);
  return wrong;
}
