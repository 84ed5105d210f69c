/* Long loops that compilers vectorise: sums, products, maxima, conditional and strided and reversed accesses, gathers. */
#include "check.h"

enum { N = 203 };

OWN double dot(const double *x, const double *y, int n) {
  double s = 0;
  for (int i = 0; i < n; i++) s += x[i] * y[i];
  return s;
}
OWN double positive(const double *x, const double *w, int n) {
  double s = 0;
  for (int i = 0; i < n; i++)
    if (x[i] > 0) s += x[i] * w[i];
  return s;
}
OWN double largest(const double *x, int n) {
  double m = -1e300;
  for (int i = 0; i < n; i++) m = x[i] > m ? x[i] : m;
  return m * m;
}
OWN double strided(const double *x, int n) {
  double s = 0;
  for (int i = 0; i + 2 < n; i += 3) s += x[i] * x[i + 1] - x[i + 2];
  return s;
}
OWN void reversed(const double *restrict x, double *restrict y, int n) {
  for (int i = 0; i < n; i++) y[n - 1 - i] = x[i] * x[i] + (x[i] > 0 ? y[n - 1 - i] : 0);
}
OWN double gathered(const double *x, const int *at, int n) {
  double s = 0;
  for (int i = 0; i < n; i++) s += x[at[i]] * i;
  return s;
}
OWN float single(const float *x, int n) {
  float s = 0;
  for (int i = 0; i < n; i++) s += sqrtf(x[i] * x[i] + 1);
  return s;
}
OWN double factors(const double *x, int n) {
  double p = 1;
  for (int i = 0; i < n; i++) p *= 1 + x[i] / n;
  return p;
}

int main(void) {
  double x[N], y[N], dx[N] = {0}, dy[N] = {0}, start[N], p = 1;
  float f[N], df[N] = {0};
  int at[N], best = 0;
  for (int i = 0; i < N; i++) {
    x[i] = sin(i * 1.7);
    f[i] = y[i] = cos(i);
    at[i] = i * 10 % N;
    if (x[i] > x[best]) best = i;
    p *= 1 + x[i] / N;
  }
  __enzyme_autodiff((void *)dot, x, dx, y, dy, N);
  for (int i = 0; i < N; i++) { CHECK(dx[i], y[i]); CHECK(dy[i], x[i]); }
  memset(dx, 0, sizeof dx), memset(dy, 0, sizeof dy);
  __enzyme_autodiff((void *)positive, x, dx, y, dy, N);
  for (int i = 0; i < N; i++) { CHECK(dx[i], x[i] > 0 ? y[i] : 0); CHECK(dy[i], x[i] > 0 ? x[i] : 0); }
  memset(dx, 0, sizeof dx);
  __enzyme_autodiff((void *)largest, x, dx, N);
  for (int i = 0; i < N; i++) CHECK(dx[i], i == best ? 2 * x[i] : 0);
  memset(dx, 0, sizeof dx);
  __enzyme_autodiff((void *)strided, x, dx, N);
  for (int i = 0; i < N / 3 * 3; i++) CHECK(dx[i], i % 3 == 0 ? x[i + 1] : i % 3 == 1 ? x[i - 1] : -1);
  memset(dx, 0, sizeof dx);
  for (int i = 0; i < N; i++) start[i] = dy[i] = i;
  __enzyme_autodiff((void *)reversed, x, dx, y, dy, N);
  for (int i = 0; i < N; i++) {
    CHECK(dx[i], 2 * x[i] * start[N - 1 - i]);
    CHECK(dy[N - 1 - i], x[i] > 0 ? start[N - 1 - i] : 0);
  }
  memset(dx, 0, sizeof dx);
  __enzyme_autodiff((void *)gathered, x, dx, enzyme_const, at, N);
  for (int i = 0; i < N; i++) CHECK(dx[at[i]], i);
  __enzyme_autodiff((void *)single, f, df, N);
  for (int i = 0; i < N; i++) CHECK_FLOAT(df[i], f[i] / sqrt((double)f[i] * f[i] + 1));
  memset(dx, 0, sizeof dx);
  __enzyme_autodiff((void *)factors, x, dx, N);
  for (int i = 0; i < N; i++) CHECK(dx[i], p / (1 + x[i] / N) / N);
  return wrong;
}
