/* A saddle point by gradient descent inside gradient descent.  Input: start (2).  Output: the point (4) with reverse or forward
   mode outside and inside: rr, rf, fr, ff. */
#include "benchmark.h"
#include "descent.h"

typedef struct { double a, b; } pair;
pair __enzyme_autodiff_pair(void *function, ...);

static double height(double a, double b, double c, double d) { return a * a + b * b - c * c - d * d; }

/* The slope of -height in its last two arguments. */
static void slope_r(const double *x, const double *y, double *g) {
  pair s = __enzyme_autodiff_pair((void *)height, enzyme_const, x[0], enzyme_const, x[1], enzyme_out, y[0], enzyme_out, y[1]);
  g[0] = -s.a;
  g[1] = -s.b;
}

static void slope_f(const double *x, const double *y, double *g) {
  for (int i = 0; i < 2; i++)
    g[i] = -__enzyme_fwddiff((void *)height, enzyme_const, x[0], enzyme_const, x[1], enzyme_dup, y[0], i ? 0.0 : 1.0,
                             enzyme_dup, y[1], i ? 1.0 : 0.0);
}

#define TOP(inner)                                                                                  \
  static void top_##inner(const double *x, const double *start, double *y) {                        \
    y[0] = start[0];                                                                                \
    y[1] = start[1];                                                                                \
    DESCENT(2, y, -height(x[0], x[1], y[0], y[1]), slope_##inner(x, y, g));                         \
  }                                                                                                 \
  static double highest_##inner(const double *x, const double *start) {                             \
    double y[2];                                                                                    \
    top_##inner(x, start, y);                                                                       \
    return height(x[0], x[1], y[0], y[1]);                                                          \
  }                                                                                                 \
  static void reverse_##inner(const double *x, const double *start, double *g) {                    \
    g[0] = g[1] = 0;                                                                                \
    __enzyme_autodiff((void *)highest_##inner, enzyme_dup, x, g, enzyme_const, start);              \
  }                                                                                                 \
  static void forward_##inner(const double *x, const double *start, double *g) {                    \
    for (int i = 0; i < 2; i++) {                                                                   \
      double direction[2] = {i == 0, i == 1};                                                       \
      g[i] = __enzyme_fwddiff((void *)highest_##inner, enzyme_dup, x, direction, enzyme_const, start); \
    }                                                                                               \
  }
TOP(r)
TOP(f)

#define SOLVE(outer, inner)                                             \
  do {                                                                  \
    double x[2] = {start[0], start[1]}, y[2];                           \
    DESCENT(2, x, highest_##inner(x, start), outer##_##inner(x, start, g)); \
    top_##inner(x, start, y);                                           \
    print(x, 2);                                                        \
    print(y, 2);                                                        \
  } while (0)

int main(void) {
  double *start = numbers(2);
  SOLVE(reverse, r);
  SOLVE(reverse, f);
  SOLVE(forward, r);
  SOLVE(forward, f);
}
