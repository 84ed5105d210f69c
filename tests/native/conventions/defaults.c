/* Arguments without markers, markers by address, prototypes with types, results that are left out. */
#include "near.h"

double __enzyme_autodiff(void *, ...);
void __enzyme_autodiff_nothing(void *, ...);
double __enzyme_fwddiff(void *, ...);
double __enzyme_autodiff_typed(double (*)(double, int, const double *), double, int, const double *, double *);
float __enzyme_autodiff_float(void *, ...);
typedef struct {
  float a, b, c;
} Floats;
Floats __enzyme_autodiff_floats(void *, ...);
typedef struct {
  double x, y;
} Point;
Point __enzyme_autodiff_point(void *, ...);
typedef struct {
  double m[4];
} Matrix;
typedef struct {
  float single;
  double real;
} Mixed;
Mixed __enzyme_autodiff_mixed(void *, ...);

static double f(double x, int n, const double *p) {
  double s = 0;
  for (int i = 0; i < n; i++) s += p[i] * x * x;
  return s;
}
static float single(float x) { return x * x * x; }
static float three(float a, float b, float c) { return a * b * c; }
static double length(Point p) { return p.x * p.x * p.y; }
static double mixed(float a, double b) { return a * b * b; }
static double trace(Matrix a) { return a.m[0] * a.m[3]; }
static double store(double x, double *out) {
  *out = x * x;
  return 3 * x;
}

typedef struct {
  double *a, *b;
} Views;
typedef struct {
  const double *p;
  int n;
} Slice;
static double dot(Views v, double by) { return v.a[0] * v.b[0] * by; }
static double sum(double by, Slice s) {
  double r = 0;
  for (int i = 0; i < s.n; i++) r += s.p[i] * s.p[i];
  return r * by;
}

int main(void) {
  double p[2] = {1, 2}, dp[2] = {0, 0};
  NEAR(__enzyme_autodiff((void *)f, 3.0, 2, p, dp), 18);
  NEAR(dp[1], 9);
  dp[1] = 0;
  NEAR(__enzyme_autodiff((void *)f, &enzyme_out, 3.0, &enzyme_const, 2, &enzyme_dup, p, dp), 18);
  NEAR(dp[1], 9);
  NEAR(__enzyme_autodiff_typed(f, 3.0, 2, p, dp), 18);
  NEAR(__enzyme_autodiff((void *)f, 3.0, 2, enzyme_const, p), 18);
  double tp[2] = {1, 0};
  NEAR(__enzyme_fwddiff((void *)f, 3.0, 10.0, 2, p, tp), 180 + 9);
  NEAR(__enzyme_fwddiff((void *)f, enzyme_const, 3.0, 2, p, tp), 9);

  NEAR(__enzyme_autodiff_float((void *)single, 2.0f), 12);
  Floats g = __enzyme_autodiff_floats((void *)three, 2.0f, 3.0f, 4.0f);
  NEAR(g.a, 12);
  NEAR(g.b, 8);
  NEAR(g.c, 6);
  Mixed m = __enzyme_autodiff_mixed((void *)mixed, 2.0f, 3.0);
  NEAR(m.single, 9);
  NEAR(m.real, 12);

  Point at = {3, 5}, d = __enzyme_autodiff_point((void *)length, at);
  NEAR(d.x, 30);
  NEAR(d.y, 9);
  Matrix a = {{2, 0, 0, 7}}, da = {{0, 0, 0, 1}};
  NEAR(__enzyme_fwddiff((void *)trace, a, da), 2);

  double out, dout = 1;
  NEAR(__enzyme_autodiff((void *)store, 5.0, &out, &dout), 3 + 10);
  dout = 1;
  NEAR(__enzyme_autodiff((void *)store, enzyme_const_return, 5.0, &out, &dout), 10);
  dout = 0;
  __enzyme_autodiff_nothing((void *)store, enzyme_const, 5.0, enzyme_dupnoneed, &out, &dout);
  NEAR(out, 25);

  /* structs that are passed in pieces */
  double one = 2, two = 3, done = 0, dtwo = 0;
  Views v = {&one, &two}, dv = {&done, &dtwo};
  NEAR(__enzyme_autodiff((void *)dot, v, dv, 10.0), 6);
  NEAR(done, 30);
  NEAR(dtwo, 20);
  NEAR(__enzyme_autodiff((void *)dot, enzyme_const, v, enzyme_out, 10.0), 6);
  double xs[3] = {1, 2, 3}, dxs[3] = {0, 0, 0};
  Slice s = {xs, 3}, ds = {dxs, 3};
  NEAR(__enzyme_autodiff((void *)sum, 10.0, enzyme_dup, s, ds), 14);
  NEAR(dxs[1], 40);
  NEAR(__enzyme_fwddiff((void *)sum, 10.0, 1.0, s, ds), 14 + 10 * 2 * (1 * 20 + 2 * 40 + 3 * 60));
  return 0;
}
