/* Calls whose derivative could be run in the forward sweep, and calls that only look like it. */
#include "check.h"

/* x0 x1 ... xn by halves: each half's adjoint needs the other half's value. */
OWN double product(const double *x, int from, int to) {
  if (to - from == 1) return x[from];
  int middle = (from + to) / 2;
  return product(x, from, middle) * product(x, middle, to);
}

/* Sum over all subsets of the product of their members, (1 + x0) (1 + x1) ...: linear in each call's result. */
OWN double subsets(const double *x, int n) {
  if (n == 0) return 1;
  return subsets(x, n - 1) + x[n - 1] * subsets(x, n - 1);
}

/* What the callee reads changes after the call. */
OWN double sum(double *x, int n) {
  double s = 0;
  for (int i = 0; i < n; i++) s += x[i] * x[i];
  return s;
}
OWN double overwritten(double *x, int n) {
  double s = sum(x, n);
  x[0] = 2 * x[1];
  return s + x[0];
}

/* Added up in a loop that is left early, and signs that change. */
OWN double power(double v, int n) { return n == 0 ? 1 : v * power(v, n - 1); }
OWN double alternating(double v, int n, int stop) {
  double s = 0, sign = 1;
  for (int i = 0; i < n; i++) {
    if (i == stop) break;
    s -= sign * 0.5 * power(v, i + 1);
    sign = -sign;
  }
  return 3 - s;
}

/* The result counts only on one of two ways. */
OWN double one_way(double v, int way) {
  double p = power(v, 3), q = power(v, 2);
  return way ? p : q * 2;
}

int main(void) {
  double x[6] = {1.5, 0.5, 2, 1.25, 0.75, 3}, d[6] = {0}, all = 1, some = 1;
  for (int i = 0; i < 6; i++) all *= x[i], some *= 1 + x[i];
  __enzyme_autodiff((void *)product, x, d, 0, 6);
  for (int i = 0; i < 6; i++) CHECK(d[i], all / x[i]);
  for (int i = 0; i < 6; i++) d[i] = 0;
  __enzyme_autodiff((void *)subsets, x, d, 6);
  for (int i = 0; i < 6; i++) CHECK(d[i], some / (1 + x[i]));
  for (int i = 0; i < 6; i++) d[i] = 0;
  d[0] = 10; /* of what x[0] holds afterwards */
  __enzyme_autodiff((void *)overwritten, x, d, 6);
  CHECK(d[0], 2 * 1.5);
  CHECK(d[1], 2 * 0.5 + 2 * (1 + 10));
  CHECK(d[2], 2 * 2.0);
  CHECK(x[0], 1);
  for (int stop = -1; stop < 5; stop++) {
    double want = 0, v = 1.1;
    int n = stop < 0 || stop > 4 ? 4 : stop;
    for (int i = 0; i < n; i++) want += (i % 2 ? -1 : 1) * 0.5 * (i + 1) * pow(v, i);
    CHECK(__enzyme_autodiff((void *)alternating, v, 4, stop) + 1, want + 1);
  }
  CHECK(__enzyme_autodiff((void *)one_way, 1.3, 1), 3 * 1.3 * 1.3);
  CHECK(__enzyme_autodiff((void *)one_way, 1.3, 0), 4 * 1.3);
  return wrong;
}
