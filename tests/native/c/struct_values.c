/* Structures by value: small ones in registers, large ones through memory (byval, sret), nested, and returned. */
#include "check.h"

struct small { double a, b; };
struct mixed { float w; int k; double v; };
struct large { double v[6]; struct small s; int n; };

OWN struct small swap(struct small s) { return (struct small){s.b, s.a * s.b}; }

OWN struct mixed scale(struct mixed m, double by) {
  m.v *= by * m.w;
  m.k++;
  return m;
}

OWN struct large rotate(struct large l, double by) {
  double first = l.v[0];
  for (int i = 0; i < 5; i++) l.v[i] = l.v[i + 1] * by;
  l.v[5] = first;
  l.s = swap(l.s);
  l.n++;
  return l;
}

OWN double total(struct large l) {
  double s = l.n * l.s.a + l.s.b;
  for (int i = 0; i < 6; i++) s += (i + 1) * l.v[i];
  return s;
}

OWN double f(const double *x) {
  struct large l = {{x[0], x[1], x[2], x[3], x[4], x[5]}, {x[0], x[1]}, 1};
  struct large m = rotate(rotate(l, x[5]), 2);
  struct mixed w = scale(scale((struct mixed){2, 0, x[2]}, x[3]), x[4]);
  return total(m) + l.v[0] + w.v * w.k;
}

int main(void) {
  double x[6] = {1.5, 0.5, 2, 3, 0.7, 1.1}, d[6] = {0};
  __enzyme_autodiff((void *)f, x, d);
  /* m.v = 2 (x2 x5, x3 x5, x4 x5, x5 x5, x0), x1 x5;  m.s = (ab, b ab), n = 3;  w.v w.k = 8 x2 x3 x4 */
  double a = x[0], b = x[1], p = x[5];
  CHECK(d[0], 10 + 3 * b + b * b + 1);
  CHECK(d[1], 6 * p + 3 * a + 2 * a * b);
  CHECK(d[2], 2 * p + 8 * x[3] * x[4]);
  CHECK(d[3], 4 * p + 8 * x[2] * x[4]);
  CHECK(d[4], 6 * p + 8 * x[2] * x[3]);
  CHECK(d[5], 2 * x[2] + 4 * x[3] + 6 * x[4] + 16 * p + 6 * b);
  return wrong;
}
