/* Iterations whose results nobody asks for, of loops that hand derivatives on in several ways. */
#include "check.h"

enum { N = 5, M = 4, OUT = N * M };
typedef double routine(const double *x, double *out, double *z, int n, int m);

static double plain(const double *x, double *out, double *z, int n, int m) {
  for (int i = 0; i < n; i++) {
    double norm = 0;
    for (int a = 0; a < m; a++) z[a] = x[a] * (a + i + 1);
    for (int a = 0; a < m; a++) norm += z[a] * z[m - 1 - a];
    out[i] = norm;
  }
  return x[0];
}

/* What an iteration has put into z is read behind the loop, */
static double kept(const double *x, double *out, double *z, int n, int m) {
  plain(x, out, z, n, m);
  return z[0] * z[1];
}

/* or by the next one, */
static double carried(const double *x, double *out, double *z, int n, int m) {
  for (int a = 0; a < m; a++) z[a] = x[m - 1 - a];
  for (int i = 0; i < n; i++) {
    double norm = 0;
    for (int a = 0; a < m; a++) z[a] += x[a] * (a + i + 1);
    for (int a = 0; a < m; a++) norm += z[a] * x[a];
    out[i] = norm;
  }
  return 0;
}

/* which is only partly written again. */
static double partly(const double *x, double *out, double *z, int n, int m) {
  for (int a = 0; a < m; a++) z[a] = x[m - 1 - a];
  for (int i = 0; i < n; i++) {
    double norm = 0;
    for (int a = i == 0 ? 0 : 2; a < m; a++) z[a] = x[a] * (a + i + 1);
    for (int a = 0; a < m; a++) norm += z[a] * x[a];
    out[i] = norm;
  }
  return 0;
}

/* Stored in the inner loop, */
static double inside(const double *x, double *out, double *z, int n, int m) {
  for (int i = 0; i < n; i++) {
    for (int a = 0; a < m; a++) z[a] = x[a] * (a + i + 1);
    for (int a = 0; a < m; a++) out[i * m + a] = z[a] * x[m - 1 - a];
  }
  return 0;
}

/* in two places, */
static double twice(const double *x, double *out, double *z, int n, int m) {
  for (int i = 0; i < n; i++) {
    double norm = 0;
    for (int a = 0; a < m; a++) z[a] = x[a] * (a + i + 1);
    for (int a = 0; a < m; a++) norm += z[a] * x[m - 1 - a];
    out[i] = norm + x[1];
    out[n + i] = 3 * norm - x[0];
  }
  return 0;
}

/* summed up as well, */
static double summed(const double *x, double *out, double *z, int n, int m) {
  double total = 0;
  for (int i = 0; i < n; i++) {
    double norm = 0;
    for (int a = 0; a < m; a++) z[a] = x[a] * (a + i + 1);
    for (int a = 0; a < m; a++) norm += z[a] * x[m - 1 - a];
    out[i] = norm;
    total += norm;
  }
  return total;
}

/* in one place over and over, */
static double over(const double *x, double *out, double *z, int n, int m) {
  for (int i = 0; i < n; i++) {
    double norm = out[1];
    for (int a = 0; a < m; a++) z[a] = x[a] * (a + i + 1);
    for (int a = 0; a < m; a++) norm += z[a] * x[m - 1 - a];
    out[i & 1] = norm;
  }
  return 0;
}

/* not by every iteration, */
static double sometimes(const double *x, double *out, double *z, int n, int m) {
  for (int i = 0; i < n; i++) {
    double norm = 0;
    for (int a = 0; a < m; a++) z[a] = x[a] * (a + i + 1);
    for (int a = 0; a < m; a++) norm += z[a] * x[m - 1 - a];
    if (x[i % m] > 0.6) out[i] = norm;
  }
  return 0;
}

/* and what the last one computes. */
static double last(const double *x, double *out, double *z, int n, int m) {
  double norm = 0;
  for (int i = 0; i < n; i++) {
    norm = x[0];
    for (int a = 0; a < m; a++) z[a] = x[a] * (a + i + 1);
    for (int a = 0; a < m; a++) norm += z[a] * x[m - 1 - a];
    out[i] = norm;
  }
  return norm;
}

/* A loop of unknown length, and a loop around. */
static double around(const double *x, double *out, double *z, int n, int m) {
  for (int k = 0; k < 2; k++)
    for (int i = 0; i < n && x[i % m] > -1; i++) {
      double norm = 0;
      for (int a = 0; a < m; a++) z[a] = x[a] * (a + i + k + 1);
      for (int a = 0; a < m && z[a] < 100; a++) norm += z[a] * z[m - 1 - a];
      out[k * n + i] = norm;
    }
  return 0;
}

#define EACH(f) \
  static double f##_own(const double *x, double *out, int n, int m) { \
    double *z = calloc(m, sizeof *z), v = f(x, out, z, n, m); \
    free(z); \
    return v; \
  }
#define ALL(go) \
  go(plain) go(kept) go(carried) go(partly) go(inside) go(twice) go(summed) go(over) go(sometimes) go(last) go(around)
ALL(EACH)

typedef double own(const double *x, double *out, int n, int m);

static double weighted(own *f, const double *x, const double *w, int m) {
  double out[OUT] = {0}, v = f(x, out, N, m);
  for (int i = 0; i < OUT; i++) v += w[i] * out[i];
  return v;
}

/* Quadratic functions: central differences are exact but for rounding. */
static void test(own *f, const double *x, const double *dx, const double *w, const double *dout) {
  for (int a = 0; a < M; a++) {
    double y[M], up, down;
    memcpy(y, x, sizeof y);
    y[a] = x[a] + 0.0625;
    up = weighted(f, y, w, M);
    y[a] = x[a] - 0.0625;
    down = weighted(f, y, w, M);
    compare("a derivative", dx[a], (up - down) / 0.125, 1e-10, a);
  }
  for (int i = 0; i < N; i++) compare("an adjoint that is used up", dout[i] * 1e300, 0, 0, i);
}

#define TEST(f) \
  for (int k = 0; k < 6; k++) { \
    double dx[M] = {0}, out[OUT] = {0}, dout[OUT]; \
    memcpy(dout, w[k], sizeof dout); \
    __enzyme_autodiff((void *)f##_own, enzyme_dup, x, dx, enzyme_dup, out, dout, enzyme_const, N, M); \
    if (f##_own != sometimes_own && f##_own != over_own) test(f##_own, x, dx, w[k], dout); \
    else memset(dout, 0, sizeof dout), test(f##_own, x, dx, w[k], dout); \
  }

int main(void) {
  const double x[M] = {0.5, 0.75, -0.25, 1.5};
  double w[6][OUT] = {{0}, {2}, {[N - 1] = 3}, {[1] = 1e-310, [2] = -1.5}, {[N + 2] = 4}, {0}};
  for (int i = 0; i < OUT; i++) w[5][i] = i % 3 - 0.75;
  ALL(TEST)
  return wrong;
}
