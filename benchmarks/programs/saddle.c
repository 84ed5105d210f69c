/* A saddle point by gradient descent inside gradient descent.  Input: start (2).  Results: the point (4) with reverse or forward
   mode outside and inside: rr, rf, fr, ff.  The primal is one inner descent with its slope written out. */
#include "descent.h"
#include "program.h"

typedef struct { double a, b; } pair;
MARKED(pair, __enzyme_autodiff_pair)

static double height(double a, double b, double c, double d) { return a * a + b * b - c * c - d * d; }

/* The slope of -height in its last two arguments. */
static void slope_r(const double *restrict x, const double *restrict y, double *restrict g) {
  pair s = __enzyme_autodiff_pair((void *)height, enzyme_const, x[0], enzyme_const, x[1], enzyme_out, y[0], enzyme_out, y[1]);
  g[0] = -s.a;
  g[1] = -s.b;
}

static void slope_f(const double *restrict x, const double *restrict y, double *restrict g) {
  for (int i = 0; i < 2; i++)
    g[i] = -__enzyme_fwddiff((void *)height, enzyme_const, x[0], enzyme_const, x[1], enzyme_dup, y[0], i ? 0.0 : 1.0,
                             enzyme_dup, y[1], i ? 1.0 : 0.0);
}

static void slope_written(const double *restrict x, const double *restrict y, double *restrict g) {
  (void)x;
  g[0] = 2 * y[0];
  g[1] = 2 * y[1];
}

#define TOP(inner)                                                                                                    \
  static void top_##inner(const double *restrict x, const double *restrict start, double *restrict y) {               \
    y[0] = start[0];                                                                                                  \
    y[1] = start[1];                                                                                                  \
    DESCENT(2, y, -height(x[0], x[1], y[0], y[1]), slope_##inner(x, y, g));                                           \
  }                                                                                                                   \
  static double highest_##inner(const double *restrict x, const double *restrict start) {                             \
    double y[2];                                                                                                      \
    top_##inner(x, start, y);                                                                                         \
    return height(x[0], x[1], y[0], y[1]);                                                                            \
  }                                                                                                                   \
  static inline void reverse_##inner(const double *restrict x, const double *restrict start, double *restrict g) {    \
    g[0] = g[1] = 0;                                                                                                  \
    __enzyme_autodiff((void *)highest_##inner, enzyme_dup, x, g, enzyme_const, start);                                \
  }                                                                                                                   \
  static inline void forward_##inner(const double *restrict x, const double *restrict start, double *restrict g) {    \
    for (int i = 0; i < 2; i++) {                                                                                     \
      double direction[2] = {i == 0, i == 1};                                                                         \
      g[i] = __enzyme_fwddiff((void *)highest_##inner, enzyme_dup, x, direction, enzyme_const, start);                \
    }                                                                                                                 \
  }
TOP(r)
TOP(f)
TOP(written)

typedef struct { double start[2], best[4][4]; } state;

void *setup(const double *input) {
  state *s = malloc(sizeof *s);
  s->start[0] = take(&input), s->start[1] = take(&input);
  return s;
}

double primal(void *state_) {
  state *s = state_;
  return highest_written(s->start, s->start);
}

#define SOLVE(name, outer, inner, at)                                                                    \
  double name(void *state_) {                                                                            \
    state *s = state_;                                                                                   \
    const double *start = s->start;                                                                      \
    double x[2] = {start[0], start[1]};                                                                  \
    DESCENT(2, x, highest_##inner(x, start), outer##_##inner(x, start, g));                              \
    s->best[at][0] = x[0];                                                                               \
    s->best[at][1] = x[1];                                                                               \
    top_##inner(x, start, s->best[at] + 2);                                                              \
    return x[0];                                                                                         \
  }
SOLVE(rr, reverse, r, 0)
SOLVE(rf, reverse, f, 1)
SOLVE(fr, forward, r, 2)
SOLVE(ff, forward, f, 3)

double derivative(void *state_) { return rr(state_); }

long results(void *state_, double *out) {
  state *s = state_;
  rr(s), rf(s), fr(s), ff(s);
  return put(out, 0, s->best[0], 16);
}

MEASURED(primal, rr, rf, fr, ff)
