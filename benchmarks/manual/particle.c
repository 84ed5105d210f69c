/* particle with derivatives by hand: the force is written out, and the slope of a flight is its tangent in w. */
#include "../programs/descent.h"
#include "../programs/program.h"

typedef struct { double x, y; } vector;

static vector slope(double x, double y, double w) {
  double dx = x - 10, above = y - 10 + w, r = dx * dx + above * above, q = dx * dx + y * y;
  double a = 1 / (r * sqrt(r)), b = 1 / (q * sqrt(q));
  vector out = {-dx * (a + b), -above * a - y * b};
  return out;
}

static double flight(double w) {
  double x = 0, y = 8, vx = 0.75, vy = 0, dt = 0.1;
  for (;;) {
    vector s = slope(x, y, w);
    x += dt * vx;
    y += dt * vy;
    if (y <= 0) {
      double delta = -y / vy, hit = x + delta * vx;
      return hit * hit;
    }
    vx -= dt * s.x;
    vy -= dt * s.y;
  }
}

/* The derivative of flight; names with t are tangents. */
static double flight_slope(double w) {
  double x = 0, y = 8, vx = 0.75, vy = 0, dt = 0.1, tx = 0, ty = 0, tvx = 0, tvy = 0;
  for (;;) {
    double dx = x - 10, above = y - 10 + w, r = dx * dx + above * above, q = dx * dx + y * y;
    double a = 1 / (r * sqrt(r)), b = 1 / (q * sqrt(q)), tabove = ty + 1;
    double ta = -3 * a / r * (dx * tx + above * tabove), tb = -3 * b / q * (dx * tx + y * ty);
    double sx = -dx * (a + b), sy = -above * a - y * b;
    double tsx = -tx * (a + b) - dx * (ta + tb), tsy = -tabove * a - above * ta - ty * b - y * tb;
    x += dt * vx;
    y += dt * vy;
    tx += dt * tvx;
    ty += dt * tvy;
    if (y <= 0) {
      double delta = -y / vy, tdelta = (-ty - delta * tvy) / vy;
      return 2 * (x + delta * vx) * (tx + tdelta * vx + delta * tvx);
    }
    vx -= dt * sx;
    vy -= dt * sy;
    tvx -= dt * tsx;
    tvy -= dt * tsy;
  }
}

typedef struct { double start, best; } state;

void *setup(const double *input) {
  state *s = malloc(sizeof *s);
  s->start = take(&input);
  return s;
}

double primal(void *state_) {
  state *s = state_;
  return flight(s->start);
}

double derivative(void *state_) {
  state *s = state_;
  double w[1] = {s->start};
  DESCENT(1, w, flight(w[0]), g[0] = flight_slope(w[0]));
  return s->best = w[0];
}

long results(void *state_, double *out) {
  state *s = state_;
  derivative(s);
  for (int i = 0; i < 4; i++) put(out, i, &s->best, 1);
  return 4;
}

MEASURED(primal, derivative, derivative, derivative, derivative)
