/* Triangular nests: forward substitution with a lower triangular matrix, in place. */
#include "check.h"

enum { N = 5 };

OWN double solve(const double *L, double *b) {
  for (int i = 0; i < N; i++) {
    for (int j = 0; j < i; j++) b[i] -= L[i * N + j] * b[j];
    b[i] /= L[i * N + i];
  }
  return b[N - 1];
}

int main(void) {
  double L[N * N] = {0}, dL[N * N] = {0}, b[N], db[N] = {0};
  for (int i = 0; i < N; i++)
    for (int j = 0; j <= i; j++) L[i * N + j] = i == j ? 2 + i : 0.3 * (i - 2 * j) + 0.1;
  for (int i = 0; i < N; i++) b[i] = 1 + 0.5 * i;
  /* y = inverse(L) b; with w the last row of the inverse: dy/db = w, dy/dL[i][j] = -w[i] y[j] */
  double y[N], w[N];
  for (int i = 0; i < N; i++) {
    y[i] = b[i];
    for (int j = 0; j < i; j++) y[i] -= L[i * N + j] * y[j];
    y[i] /= L[i * N + i];
  }
  for (int i = N - 1; i >= 0; i--) {
    w[i] = i == N - 1;
    for (int j = i + 1; j < N; j++) w[i] -= L[j * N + i] * w[j];
    w[i] /= L[i * N + i];
  }
  __enzyme_autodiff((void *)solve, L, dL, b, db);
  for (int i = 0; i < N; i++) {
    CHECK(b[i], y[i]);
    CHECK(db[i], w[i]);
    for (int j = 0; j < N; j++) CHECK(dL[i * N + j], j <= i ? -w[i] * y[j] : 0);
  }
  return wrong;
}
