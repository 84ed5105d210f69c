/* LU factors with partial pivoting, solve, determinant; against the inverse. */
#include "check.h"

enum { N = 5 };

OWN int factor(double *a, int *pivot) {
  int sign = 1;
  for (int k = 0; k < N; k++) {
    int p = k;
    for (int i = k + 1; i < N; i++)
      if (fabs(a[i * N + k]) > fabs(a[p * N + k])) p = i;
    pivot[k] = p;
    if (a[p * N + k] == 0) return 0;
    if (p != k) {
      sign = -sign;
      for (int j = 0; j < N; j++) {
        double t = a[k * N + j];
        a[k * N + j] = a[p * N + j];
        a[p * N + j] = t;
      }
    }
    for (int i = k + 1; i < N; i++) {
      double m = a[i * N + k] /= a[k * N + k];
      for (int j = k + 1; j < N; j++) a[i * N + j] -= m * a[k * N + j];
    }
  }
  return sign;
}

OWN double solve(const double *matrix, const double *b, const double *c) {
  double a[N * N], x[N];
  int pivot[N];
  memcpy(a, matrix, sizeof a);
  memcpy(x, b, sizeof x);
  if (!factor(a, pivot)) return NAN;
  for (int k = 0; k < N; k++) {
    double t = x[k];
    x[k] = x[pivot[k]];
    x[pivot[k]] = t;
  }
  for (int i = 0; i < N; i++)
    for (int j = 0; j < i; j++) x[i] -= a[i * N + j] * x[j];
  for (int i = N - 1; i >= 0; i--) {
    for (int j = i + 1; j < N; j++) x[i] -= a[i * N + j] * x[j];
    x[i] /= a[i * N + i];
  }
  double s = 0;
  for (int i = 0; i < N; i++) s += c[i] * x[i];
  return s;
}

int main(void) {
  double a[N * N], da[N * N] = {0}, b[N], db[N] = {0}, c[N], x[N] = {0}, y[N] = {0};
  for (int i = 0; i < N; i++) {
    b[i] = 1 + i;
    c[i] = cos(i);
    for (int j = 0; j < N; j++) a[i * N + j] = sin(1 + 3 * i + 7 * j) + (i == (j + 1) % N) * 3;
  }
  /* x = inverse(A) b and y = inverse(A)^T c, by unit vectors through the primal */
  for (int i = 0; i < N; i++) {
    double unit[N] = {0};
    unit[i] = 1;
    x[i] = solve(a, b, unit);
    y[i] = solve(a, unit, c);
  }
  __enzyme_autodiff((void *)solve, a, da, b, db, enzyme_const, c);
  for (int i = 0; i < N; i++) {
    CHECK(db[i], y[i]);
    for (int j = 0; j < N; j++) CHECK(da[i * N + j], -y[i] * x[j]);
  }
  return wrong;
}
