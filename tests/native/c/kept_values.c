/* __irad_cache: the number itself, in every mode; the reverse sweep never asks twice for it. */
#include "check.h"

__attribute__((const, nothrow)) double __irad_cache(double x);
__attribute__((const, nothrow)) float __irad_cachef(float x);

/* exp, which counts how often it runs. */
static int runs;
double counted(double x) {
  runs++;
  return exp(x);
}
__attribute__((used)) static void *__irad_function_like_counted[] = {(void *)counted, (void *)"exp"};

/* Without the mark this loop runs again: what it leaves behind is of no interest, and its work is cheaper than its tape. */
static double kept(const double *restrict x, int n) {
  double z[4], s = 0;
  for (int i = 0; i < n; i++) {
    for (int a = 0; a < 4; a++) z[a] = __irad_cache(x[4 * i + a] * x[4 * i + (a + 1) % 4]);
    for (int a = 0; a < 4; a++) s += z[a] * z[3 - a];
  }
  return s;
}

/* One exp per iteration: its own derivative takes the value as well. */
static double one(const double *x, int n) {
  double s = 0;
  for (int i = 0; i < n; i++) {
    double y = __irad_cache(counted(x[i]));
    s += y * y * y;
  }
  return s;
}

/* In a branch, in a function that is called, of a float, of something constant. */
OWN double inner(double v) { return __irad_cache(v * v) * v; }
static double branches(double v, int n) {
  double s = __irad_cache(2.0) * v;
  for (int i = 0; i < n; i++) {
    double t = inner(v + i);
    if (i % 2) t = __irad_cache(sin(t)) * t;
    s += t * __irad_cachef((float)v);
  }
  return s;
}
static double branches_slope(double v, int n) {
  double d = 2, f = (float)v;
  for (int i = 0; i < n; i++) {
    double t = pow(v + i, 3), dt = 3 * pow(v + i, 2);
    d += (i % 2 ? (cos(t) * t + sin(t)) * dt * f + sin(t) * t : dt * f + t);
  }
  return d;
}

static double cube(double v) { return __irad_cache(v * v) * v; }
static double slope(double v) { return __enzyme_autodiff((void *)cube, v); }
static double tangent(double v) { return __enzyme_fwddiff((void *)cube, v, 1.0); }

int main(void) {
  double x[8], d[8] = {0};
  for (int i = 0; i < 8; i++) x[i] = 0.1 * i - 0.3;
  __enzyme_autodiff((void *)kept, enzyme_dup, x, d, enzyme_const, 2);
  for (int i = 0; i < 8; i++) {
    int a = i % 4, before = i - a + (a + 3) % 4, after = i - a + (a + 1) % 4;
    /* z[a] and z[a - 1] hold x[i]; z[k]'s adjoint is 2 z[3 - k] */
    double up = 2 * x[i - a + 3 - a] * x[i - a + (4 - a) % 4];
    int k = (a + 3) % 4;
    double down = 2 * x[i - a + 3 - k] * x[i - a + (4 - k) % 4];
    CHECK(d[i], up * x[after] + down * x[before]);
  }
  memset(d, 0, sizeof d);
  runs = 0;
  __enzyme_autodiff((void *)one, enzyme_dup, x, d, enzyme_const, 8);
  CHECK(runs, 8);
  for (int i = 0; i < 8; i++) CHECK(d[i], 3 * exp(3 * x[i]));
  CHECK_FLOAT(__enzyme_autodiff((void *)branches, enzyme_out, 0.75, enzyme_const, 5), branches_slope(0.75, 5));
  CHECK_FLOAT(__enzyme_fwddiff((void *)branches, enzyme_dup, 0.75, 1.0, enzyme_const, 5), branches_slope(0.75, 5));
  CHECK(__enzyme_fwddiff((void *)slope, 0.7, 1.0), 6 * 0.7);
  CHECK(__enzyme_autodiff((void *)slope, 0.7), 6 * 0.7);
  CHECK(__enzyme_autodiff((void *)tangent, 0.7), 6 * 0.7);
  CHECK(__irad_cache(0.25), 0.25);
  return wrong;
}
