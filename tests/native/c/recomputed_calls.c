/* irad_recompute: calls that run again in the reverse sweep, and keep nothing until then. */
#include "check.h"

extern int enzyme_width, enzyme_primal_return;
#define AGAIN static __attribute__((noinline, annotate("irad_recompute")))

/* exp, which counts how often it runs. */
static int runs;
double counted(double x) {
  runs++;
  return exp(x);
}
__attribute__((used)) static void *__irad_function_like_counted[] = {(void *)counted, (void *)"exp"};

/* Sum over i of exp(a x_i)^2. */
AGAIN double work(const double *x, int n, double a) {
  double s = 0;
  for (int i = 0; i < n; i++) {
    double y = counted(a * x[i]);
    s += y * y;
  }
  return s;
}
static double steps(const double *x, int n, double a) {
  double s = 0;
  for (int k = 0; k < 4; k++) s += work(x, n, a + k) * k;
  return s;
}
static double steps_slope(const double *x, int n, double a, double *d) {
  double da = 0;
  for (int k = 0; k < 4; k++)
    for (int i = 0; i < n; i++) {
      double y = exp(2 * (a + k) * x[i]) * k;
      d[i] += 2 * (a + k) * y;
      da += 2 * x[i] * y;
    }
  return da;
}

/* The result goes through a variable; it is needed afterwards; the call stands in a branch. */
AGAIN void both(double v, double *square, double *cube) {
  *square = v * v;
  *cube = sin(v) * v * v * v;
}
static double branches(const double *x, int n) {
  double s = 1;
  for (int i = 0; i < n; i++) {
    double q = x[i], c = 1;
    if (i % 2) both(x[i] * s, &q, &c);
    s = s * q + c * c;
  }
  return s;
}
static double branches_plain(const double *x, int n) {
  double s = 1;
  for (int i = 0; i < n; i++) {
    double q = x[i], c = 1, v = x[i] * s;
    if (i % 2) q = v * v, c = sin(v) * v * v * v;
    s = s * q + c * c;
  }
  return s;
}

/* Writes an array once, with memory of its own; what it writes is read afterwards. */
AGAIN void squares(const double *restrict x, double *restrict y, int n) {
  double *t = malloc(n * sizeof *t);
  for (int i = 0; i < n; i++) t[i] = x[i] * x[i];
  for (int i = 0; i < n; i++) y[i] = t[i] * t[n - 1 - i];
  free(t);
}
static double outputs(const double *restrict x, double *restrict y, int n) {
  squares(x, y, n);
  double s = 0;
  for (int i = 0; i < n; i++) s += y[i] * y[i] * x[i];
  return s;
}
static double outputs_plain(const double *x, int n) {
  double s = 0;
  for (int i = 0; i < n; i++) s += pow(x[i] * x[n - 1 - i], 4) * x[i];
  return s;
}

/* Calls in such calls, and a recursion of them. */
AGAIN double half(double v, int n) { return n ? sin(half(v, n - 1)) * v : v * v; }
AGAIN double outer(double v) { return half(v, 3) * half(v, 2); }
static double nested(double v) { return outer(v) * outer(v + 1); }

/* In a function that is differentiated in two halves: by value. */
OWN double halves(double *x, double v, int n) {
  if (n == 0) return v;
  double h = half(v * x[0], 1);
  x[0] = h * x[0];
  return halves(x, h + v, n - 1) + h * h;
}
static double recursion(double v) {
  double x[1] = {v};
  return halves(x, v, 4) * x[0];
}

/* Global variables that are only read. */
static double factor = 3;
AGAIN double scaled(double v) { return factor * v * v; }
static double with_global(double v) { return scaled(v) + scaled(2 * v); }

/* Two numbers are returned at once. */
typedef struct { double a, b; } Two;
AGAIN Two pair(double v) { return (Two){v * v, sin(v)}; }
static double with_pair(double v) {
  double s = v;
  for (int i = 0; i < 3; i++) {
    Two t = pair(s);
    s = t.a * t.b;
  }
  return s;
}

static double slope(double v) { return __enzyme_autodiff((void *)nested, v); }
static void gradient(const double *x, double *d, int n, double a) {
  __enzyme_autodiff((void *)steps, enzyme_dup, x, d, enzyme_const, n, enzyme_const, a);
}

Two __enzyme_autodiff_two(void *, ...);

#define H 1e-6
#define NUMERIC(f, v) ((f(v + H) - f(v - H)) / (2 * H))
#define NEAR(got, want) compare(#got, got, want, 2e-8, __LINE__)

static double steps_along(const double *x, const double *t, double h) {
  double y[3], d[3] = {0}, s = 0;
  for (int i = 0; i < 3; i++) y[i] = x[i] + h * t[i];
  steps_slope(y, 3, 0.5, d);
  for (int i = 0; i < 3; i++) s += d[i] * (i + 1);
  return s;
}

int main(void) {
  double x[3] = {0.1, -0.2, 0.3}, d[3] = {0}, want[3] = {0};
  double a = __enzyme_autodiff((void *)steps, enzyme_dup, x, d, enzyme_const, 3, enzyme_out, 0.5);
  CHECK(a, steps_slope(x, 3, 0.5, want));
  CHECK(runs, 2 * 4 * 3); /* once in each sweep, and nothing was kept of the first */
  for (int i = 0; i < 3; i++) CHECK(d[i], want[i]);
  double t[3] = {1, 2, 3};
  CHECK(__enzyme_fwddiff((void *)steps, enzyme_dup, x, t, enzyme_const, 3, enzyme_const, 0.5), want[0] + 2 * want[1] + 3 * want[2]);

  memset(d, 0, sizeof d);
  __enzyme_autodiff((void *)branches, enzyme_dup, x, d, enzyme_const, 3);
  for (int i = 0; i < 3; i++) {
    double keep = x[i], up, down;
    x[i] = keep + H, up = branches_plain(x, 3);
    x[i] = keep - H, down = branches_plain(x, 3);
    x[i] = keep;
    NEAR(d[i], (up - down) / (2 * H));
  }
  double y[3], dy[3] = {0};
  memset(d, 0, sizeof d);
  __enzyme_autodiff((void *)outputs, enzyme_dup, x, d, enzyme_dup, y, dy, enzyme_const, 3);
  for (int i = 0; i < 3; i++) {
    double keep = x[i], up, down;
    CHECK(y[i], pow(x[i] * x[2 - i], 2));
    CHECK(dy[i], 0);
    x[i] = keep + H, up = outputs_plain(x, 3);
    x[i] = keep - H, down = outputs_plain(x, 3);
    x[i] = keep;
    NEAR(d[i], (up - down) / (2 * H));
  }
  NEAR(__enzyme_autodiff((void *)nested, 0.7), NUMERIC(nested, 0.7));
  NEAR(__enzyme_autodiff((void *)recursion, 0.7), NUMERIC(recursion, 0.7));
  NEAR(__enzyme_autodiff((void *)with_pair, 1.1), NUMERIC(with_pair, 1.1));
  CHECK(__enzyme_autodiff((void *)with_global, 0.7), 2 * 3 * 5 * 0.7);

  /* two directions at once: each with shadows of its own */
  double e[3] = {0};
  memset(d, 0, sizeof d);
  Two two = __enzyme_autodiff_two((void *)steps, enzyme_width, 2, enzyme_dup, x, d, e, enzyme_const, 3, enzyme_out, 0.5);
  CHECK(two.a, a);
  CHECK(two.b, a);
  for (int i = 0; i < 3; i++) CHECK(d[i], want[i]);
  for (int i = 0; i < 3; i++) CHECK(e[i], want[i]);

  /* derivatives of derivatives */
  NEAR(__enzyme_fwddiff((void *)slope, 0.7, 1.0), NUMERIC(slope, 0.7));
  NEAR(__enzyme_autodiff((void *)slope, 0.7), NUMERIC(slope, 0.7));
  double g[3] = {0}, dg[3] = {0}, weights[3] = {1, 2, 3}, hessian[3] = {0};
  __enzyme_fwddiff((void *)gradient, enzyme_dup, x, t, enzyme_dup, g, dg, enzyme_const, 3, enzyme_const, 0.5);
  double along = 0;
  for (int i = 0; i < 3; i++) along += dg[i] * (i + 1);
  NEAR(along, (steps_along(x, t, H) - steps_along(x, t, -H)) / (2 * H));
  memset(g, 0, sizeof g);
  __enzyme_autodiff((void *)gradient, enzyme_dup, x, hessian, enzyme_dup, g, weights, enzyme_const, 3, enzyme_const, 0.5);
  along = 0;
  for (int i = 0; i < 3; i++) along += hessian[i] * t[i];
  NEAR(along, (steps_along(x, t, H) - steps_along(x, t, -H)) / (2 * H));
  return wrong;
}
