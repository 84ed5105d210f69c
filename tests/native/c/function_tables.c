/* Calls through pointers: a constant table, a structure of functions, a pointer as argument, chosen by data. */
#include "check.h"

typedef double (*unary)(double);

OWN double square(double x) { return x * x; }
OWN double third(double x) { return x / 3; }
OWN double constant(double x) { return 7; }

static const unary table[] = {square, third, constant, sin};

struct shape {
  double (*area)(const struct shape *);
  double a, b;
};
OWN double rectangle(const struct shape *s) { return s->a * s->b; }
OWN double circle(const struct shape *s) { return 3 * s->a * s->a; }

OWN double apply(unary g, double x) { return g(g(x)); }

OWN double f(double x, int k) { return table[k](x) * x + apply(x > 1 ? square : third, x); }

OWN double areas(const struct shape *s, int n) {
  double t = 0;
  for (int i = 0; i < n; i++) t += s[i].area(&s[i]) * (i + 1);
  return t;
}

OWN double g(const double *x) {
  struct shape s[3] = {{rectangle, x[0], x[1]}, {circle, x[1], x[0]}, {rectangle, x[2], x[2]}};
  return areas(s, 3);
}

int main(void) {
  double x = 1.5, want[3] = {3 * x * x, 2 * x / 3, 7};
  for (int k = 0; k < 3; k++) {
    CHECK(__enzyme_autodiff((void *)f, x, k), want[k] + 4 * x * x * x);
    CHECK(__enzyme_fwddiff((void *)f, x, 1.0, k), want[k] + 4 * x * x * x);
  }
  CHECK(__enzyme_autodiff((void *)f, x, 3), sin(x) + x * cos(x) + 4 * x * x * x);
  CHECK(__enzyme_autodiff((void *)f, 0.5, 0), 3 * 0.25 + 1 / 9.0);
  double y[3] = {2, 3, 5}, d[3] = {0};
  __enzyme_autodiff((void *)g, y, d);
  CHECK(d[0], 3);
  CHECK(d[1], 2 + 2 * 6 * 3);
  CHECK(d[2], 3 * 2 * 5);
  return wrong;
}
