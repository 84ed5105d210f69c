/* The best charge for a particle's flight, by gradient descent through a trajectory whose force is a derivative.  Input: w.
   Output: the result with reverse or forward mode outside and inside: rr, rf, fr, ff. */
#include "benchmark.h"
#include "descent.h"

typedef struct { double x, y; } vector;
vector __enzyme_autodiff_vector(void *function, ...);

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

int main(void) {
  double start = number(), w[1] = {start};
  DESCENT(1, w, flight_r(w[0]), g[0] = __enzyme_autodiff((void *)flight_r, w[0]));
  print(w, 1);
  w[0] = start;
  DESCENT(1, w, flight_f(w[0]), g[0] = __enzyme_autodiff((void *)flight_f, w[0]));
  print(w, 1);
  w[0] = start;
  DESCENT(1, w, flight_r(w[0]), g[0] = __enzyme_fwddiff((void *)flight_r, w[0], 1.0));
  print(w, 1);
  w[0] = start;
  DESCENT(1, w, flight_f(w[0]), g[0] = __enzyme_fwddiff((void *)flight_f, w[0], 1.0));
  print(w, 1);
}
