/* The best charge for a particle's flight, by gradient descent through a trajectory whose force is a derivative.  Input: w.
   Results: the best w with reverse or forward mode outside and inside: rr, rf, fr, ff.  The primal is one flight with the force
   written out. */
#include "descent.h"
#include "program.h"

typedef struct { double x, y; } vector;
MARKED(vector, __enzyme_autodiff_vector)

static double potential(double x, double y, double w) {
  return 1 / sqrt((x - 10) * (x - 10) + (y - 10 + w) * (y - 10 + w)) + 1 / sqrt((x - 10) * (x - 10) + y * y);
}

static vector slope_r(double x, double y, double w) {
  return __enzyme_autodiff_vector((void *)potential, enzyme_out, x, enzyme_out, y, enzyme_const, w);
}

static vector slope_f(double x, double y, double w) {
  vector out;
  out.x = __enzyme_fwddiff((void *)potential, enzyme_dup, x, 1.0, enzyme_const, y, enzyme_const, w);
  out.y = __enzyme_fwddiff((void *)potential, enzyme_const, x, enzyme_dup, y, 1.0, enzyme_const, w);
  return out;
}

static vector slope_written(double x, double y, double w) {
  double dx = x - 10, above = y - 10 + w, r = dx * dx + above * above, q = dx * dx + y * y;
  double a = 1 / (r * sqrt(r)), b = 1 / (q * sqrt(q));
  vector out = {-dx * (a + b), -above * a - y * b};
  return out;
}

#define FLIGHT(inner)                                         \
  static double flight_##inner(double w) {                    \
    double x = 0, y = 8, vx = 0.75, vy = 0, dt = 0.1;         \
    for (;;) {                                                \
      vector s = slope_##inner(x, y, w);                      \
      x += dt * vx;                                           \
      y += dt * vy;                                           \
      if (y <= 0) {                                           \
        double delta = -y / vy, hit = x + delta * vx;         \
        return hit * hit;                                     \
      }                                                       \
      vx -= dt * s.x;                                         \
      vy -= dt * s.y;                                         \
    }                                                         \
  }
FLIGHT(r)
FLIGHT(f)
FLIGHT(written)

typedef struct { double start, best[4]; } state;

void *setup(const double *input) {
  state *s = malloc(sizeof *s);
  s->start = take(&input);
  return s;
}

double primal(void *state_) {
  state *s = state_;
  return flight_written(s->start);
}

double rr(void *state_) {
  state *s = state_;
  double w[1] = {s->start};
  DESCENT(1, w, flight_r(w[0]), g[0] = __enzyme_autodiff((void *)flight_r, w[0]));
  return s->best[0] = w[0];
}

double rf(void *state_) {
  state *s = state_;
  double w[1] = {s->start};
  DESCENT(1, w, flight_f(w[0]), g[0] = __enzyme_autodiff((void *)flight_f, w[0]));
  return s->best[1] = w[0];
}

double fr(void *state_) {
  state *s = state_;
  double w[1] = {s->start};
  DESCENT(1, w, flight_r(w[0]), g[0] = __enzyme_fwddiff((void *)flight_r, w[0], 1.0));
  return s->best[2] = w[0];
}

double ff(void *state_) {
  state *s = state_;
  double w[1] = {s->start};
  DESCENT(1, w, flight_f(w[0]), g[0] = __enzyme_fwddiff((void *)flight_f, w[0], 1.0));
  return s->best[3] = w[0];
}

double derivative(void *state_) { return rr(state_); }

long results(void *state_, double *out) {
  state *s = state_;
  rr(s), rf(s), fr(s), ff(s);
  return put(out, 0, s->best, 4);
}

MEASURED(primal, rr, rf, fr, ff)
