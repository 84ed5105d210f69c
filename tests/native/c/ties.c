/* min, max and abs at ties: one of the one-sided derivatives, both arguments together get exactly one share. */
#include "check.h"

OWN double largest(double x, double y) { return fmax(x, y); }
OWN double smallest(double x, double y) { return x < y ? x : y; }
OWN double positive(double x) { return x > 0 ? x : 0; }
OWN double maximum(const double *x, int n) {
  double m = x[0];
  for (int i = 1; i < n; i++)
    if (x[i] > m) m = x[i];
  return m;
}

typedef struct { double x, y; } pair;
pair __enzyme_autodiff_pair(void *, ...);

int main(void) {
  pair d = __enzyme_autodiff_pair((void *)largest, 2.0, 2.0);
  CHECK(d.x + d.y, 1);
  d = __enzyme_autodiff_pair((void *)largest, 2.0, 3.0);
  CHECK(d.y, 1);
  d = __enzyme_autodiff_pair((void *)smallest, 2.0, 2.0);
  CHECK(d.x + d.y, 1);
  d = __enzyme_autodiff_pair((void *)largest, 2.0, NAN); /* fmax ignores nan */
  CHECK(d.x, 1);
  CHECK(d.y, 0);
  CHECK(__enzyme_autodiff((void *)positive, 0.0), 0);
  CHECK(__enzyme_autodiff((void *)positive, 1.0), 1);
  double x[4] = {1, 4, 4, 2}, e[4] = {0};
  __enzyme_autodiff((void *)maximum, x, e, 4);
  CHECK(e[1], 1);
  CHECK(e[0] + e[2] + e[3], 0);
  return wrong;
}
