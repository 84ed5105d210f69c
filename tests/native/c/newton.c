/* Iterations until a tolerance: a square root, and conjugate gradients; the trip count depends on the data. */
#include "check.h"

OWN double root(double a) {
  double x = a > 1 ? a : 1, change;
  do {
    double next = 0.5 * (x + a / x);
    change = fabs(next - x);
    x = next;
  } while (change > 1e-9 * x);
  return x;
}

enum { N = 4 };

OWN double solve(const double *A, const double *b) {
  double x[N] = {0}, r[N], p[N], q[N], rr = 0;
  for (int i = 0; i < N; i++) p[i] = r[i] = b[i], rr += b[i] * b[i];
  while (rr > 1e-24) {
    double pq = 0, old = rr;
    for (int i = 0; i < N; i++) {
      q[i] = 0;
      for (int j = 0; j < N; j++) q[i] += A[i * N + j] * p[j];
      pq += p[i] * q[i];
    }
    rr = 0;
    for (int i = 0; i < N; i++) {
      x[i] += old / pq * p[i];
      r[i] -= old / pq * q[i];
      rr += r[i] * r[i];
    }
    for (int i = 0; i < N; i++) p[i] = r[i] + rr / old * p[i];
  }
  return x[0];
}

int main(void) {
  for (double a = 0.3; a < 1000; a *= 5) {
    compare("root", __enzyme_autodiff((void *)root, a), 0.5 / sqrt(a), 1e-11, __LINE__);
    compare("root", __enzyme_fwddiff((void *)root, a, 1.0), 0.5 / sqrt(a), 1e-11, __LINE__);
  }
  /* A = 2 I + v v^T: inverse 1/2 (I - v v^T / (2 + v.v)); d x0 / d b is its first row */
  double v[N] = {1, -0.5, 2, 0.25}, A[N * N], dA[N * N] = {0}, b[N] = {1, 2, 3, 4}, db[N] = {0}, vv = 0;
  for (int i = 0; i < N; i++) vv += v[i] * v[i];
  for (int i = 0; i < N; i++)
    for (int j = 0; j < N; j++) A[i * N + j] = (i == j) * 2 + v[i] * v[j];
  __enzyme_autodiff((void *)solve, A, dA, b, db);
  for (int i = 0; i < N; i++) compare("db", db[i], 0.5 * ((i == 0) - v[0] * v[i] / (2 + vv)), 1e-7, __LINE__);
  return wrong;
}
