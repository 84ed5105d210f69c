/* Loops that may be reversed first to last, and loops that may not. */
#include "check.h"

/* One value stored over and over, one place read: few iterations, folded into one vector. */
OWN double few(const double *x, int n) {
  double t[4], v = tanh(x[0]);
  for (int i = 0; i < (n & 1) + 2; i++) t[i] = v;
  return 3 * t[n & 1];
}

/* What the last iteration alone has computed goes on. */
OWN double last(const double *x, int n) {
  double v = 0, s = 0;
  for (int i = 0; i < n; i++) {
    v = x[i] * x[i];
    s += x[i];
  }
  return v * s;
}

/* The sum without the last iteration's part goes on as well. */
OWN double before_last(const double *x, int n) {
  double s = 0, before = 0;
  for (int i = 0; i < n; i++) {
    before = s;
    s += x[i] * x[i];
  }
  return s + 10 * before;
}

/* Each place is read before the iteration that writes it. */
OWN double shifted(double *x, int n) {
  for (int i = 0; i + 1 < n; i++) x[i] = x[i] * x[i + 1];
  return x[0] + x[n - 2];
}

/* Two arrays that may be one. */
OWN double same(double *a, double *b, int n) {
  double s = 0;
  for (int i = 1; i < n; i++) {
    s += b[i - 1] * b[i - 1];
    a[i] = 3 * s;
  }
  return s + a[n - 1];
}

/* Every second place of an array, and those between. */
OWN double strided(const double *x, double *t, int n) {
  double s = 0;
  for (int i = 0; i < n; i++) {
    t[2 * i] = x[i] * x[i];
    t[2 * i + 1] = 3 * x[i];
  }
  for (int i = 0; i < n; i++) s += t[2 * i] * t[2 * i + 1];
  return s;
}

enum { N = 7 };

int main(void) {
  double x[N], d[N], t[2 * N], dt[2 * N], s = 0;
  for (int i = 0; i < N; i++) x[i] = 0.4 + 0.1 * i, d[i] = 0, s += x[i];
  for (int n = 0; n < 2; n++) {
    d[0] = 0;
    __enzyme_autodiff((void *)few, x, d, n);
    CHECK(d[0], 3 * (1 - tanh(x[0]) * tanh(x[0])));
  }
  d[0] = 0;
  __enzyme_autodiff((void *)last, x, d, N);
  for (int i = 0; i < N; i++) CHECK(d[i], x[N - 1] * x[N - 1] + (i == N - 1 ? 2 * x[i] * s : 0));
  for (int i = 0; i < N; i++) d[i] = 0;
  __enzyme_autodiff((void *)before_last, x, d, N);
  for (int i = 0; i < N; i++) CHECK(d[i], 2 * x[i] * (i == N - 1 ? 1 : 11));
  for (int i = 0; i < N; i++) d[i] = 0;
  double y[N];
  for (int i = 0; i < N; i++) y[i] = x[i];
  __enzyme_autodiff((void *)shifted, y, d, N);
  CHECK(d[0], x[1]);
  CHECK(d[1], x[0]);
  CHECK(d[N - 2], x[N - 1]);
  CHECK(d[N - 1], x[N - 2]);
  CHECK(d[2] + 1, 1);
  for (int i = 0; i < N; i++) y[i] = x[i], d[i] = 0;
  __enzyme_autodiff((void *)same, y, d, y, d, 3); /* s = y0^2 + (3 y0^2)^2, y2 = 3 s */
  CHECK(d[0], 4 * (2 * x[0] + 36 * x[0] * x[0] * x[0]));
  CHECK(d[1] + 1, 1);
  for (int i = 0; i < N; i++) d[i] = 0;
  for (int i = 0; i < 2 * N; i++) t[i] = dt[i] = 0;
  __enzyme_autodiff((void *)strided, x, d, enzyme_dupnoneed, t, dt, N);
  for (int i = 0; i < N; i++) CHECK(d[i], 9 * x[i] * x[i]);
  return wrong;
}
