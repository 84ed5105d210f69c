/* saddle with derivatives by hand.  The inner descent takes the same steps in y whatever x is, as long as its comparisons come out
   the same: the derivative of the highest point's height is that of height in x alone. */
#include "../programs/descent.h"
#include "../programs/program.h"

static double height(double a, double b, double c, double d) { return a * a + b * b - c * c - d * d; }

static void top(const double *restrict x, const double *restrict start, double *restrict y) {
  y[0] = start[0];
  y[1] = start[1];
  DESCENT(2, y, -height(x[0], x[1], y[0], y[1]), (g[0] = 2 * y[0], g[1] = 2 * y[1]));
}

static double highest(const double *restrict x, const double *restrict start) {
  double y[2];
  top(x, start, y);
  return height(x[0], x[1], y[0], y[1]);
}

typedef struct { double start[2], best[4]; } state;

void *setup(const double *input) {
  state *s = malloc(sizeof *s);
  s->start[0] = take(&input), s->start[1] = take(&input);
  return s;
}

double primal(void *state_) {
  state *s = state_;
  return highest(s->start, s->start);
}

double derivative(void *state_) {
  state *s = state_;
  double x[2] = {s->start[0], s->start[1]};
  DESCENT(2, x, highest(x, s->start), (g[0] = 2 * x[0], g[1] = 2 * x[1]));
  s->best[0] = x[0];
  s->best[1] = x[1];
  top(x, s->start, s->best + 2);
  return x[0];
}

long results(void *state_, double *out) {
  state *s = state_;
  derivative(s);
  for (int i = 0; i < 4; i++) put(out, 4 * i, s->best, 4);
  return 16;
}

MEASURED(primal, derivative, derivative, derivative, derivative)
