/* Calls of which only some results depend on what is active, and ways in which they depend after all. */
#include "check.h"

/* One output of each input. */
OWN void apart(const double *x, const double *c, double *a, double *b) {
  a[0] = x[0] * x[1];
  b[0] = c[0] * c[0];
}
OWN double both(const double *x, const double *c) {
  double a[1], b[1];
  apart(x, c, a, b);
  return a[0] * b[0] + b[0];
}

/* Nothing of the output depends on x, but the way there does. */
OWN void search(const double *x, double *y) {
  double t = 1;
  while (t * t < x[0] * x[0]) t += 0.25;
  y[0] = t;
}
OWN double searched(const double *x, const double *c) {
  double y[1];
  search(x, y);
  return y[0] * x[0];
}

/* What one call has kept comes out of the next. */
OWN double kept(const double *x, double v) {
  static double last;
  double out = last;
  last = x ? x[0] * v : 0;
  return out;
}
OWN double two_calls(const double *x, const double *c) {
  kept(x, 3);
  return kept(NULL, 1) * x[1];
}

/* A pointer to x is stored in one call and followed in the next. */
typedef struct { const double *at; double *to; } ways;
OWN void lead(ways *w, const double *x, double *y) {
  w->at = x;
  w->to = y;
}
OWN void follow(const ways *w, const double *c) { w->to[0] = w->at[1] * c[0]; }
OWN double led(const double *x, const double *c) {
  ways w;
  double y[1] = {0};
  lead(&w, x, y);
  follow(&w, c);
  return y[0];
}

/* The same callee with other things active. */
OWN double product(const double *x, const double *c) {
  double a[1], b[1], d[1], e[1];
  apart(x, c, a, b);
  apart(c, x, d, e);
  return a[0] * b[0] + d[0] * e[0];
}

/* Active memory is overwritten with something that depends on nothing. */
OWN void clear(double *y, const double *c, int n) {
  for (int i = 0; i < n; i++) y[i] = c[i & 1];
}
OWN double cleared(const double *x, const double *c) {
  double y[2] = {x[0] * x[0], x[1]};
  double s = y[0] * y[1];
  clear(y, c, 1);
  return s + y[0] * y[1];
}

/* Below: a call in the callee, one that only the second parameter takes part in, recursion, a table. */
OWN void below(const double *x, const double *c, double *y) { apart(c, x, y, y + 1); }
OWN double deep(const double *x, const double *c) {
  double y[2];
  below(x, c, y);
  return y[0] + y[1];
}
OWN void turns(const double *x, const double *c, double *y, int n) {
  if (n == 0) return;
  y[0] += x[0] * c[1];
  turns(x, c, y, n - 1);
}
OWN double turned(const double *x, const double *c) {
  double y[1] = {0};
  turns(x, c, y, 3);
  return y[0] * y[0];
}
static void (*table[2])(const double *, const double *, double *, double *) = {apart, NULL};
OWN double through_table(const double *x, const double *c) {
  double a[1], b[1];
  table[0](c, x, a, b);
  return a[0] * b[0];
}

/* Memory that a callee allocates, fills and hands out, or uses and gives back. */
OWN double *made(const double *x, const double *c, int which) {
  double *p = malloc(2 * sizeof *p);
  p[0] = which ? x[0] : c[0];
  p[1] = c[1];
  return p;
}
OWN double *copied(const double *c) {
  double *p = malloc(sizeof *p);
  p[0] = c[0] * c[1];
  return p;
}
OWN double handed_out(const double *x, const double *c) {
  double *p = made(x, c, 1), *q = copied(c), s = p[0] * p[1] * q[0];
  free(p);
  free(q);
  return s;
}

#define GRADIENT(f) d[0] = d[1] = 0, __enzyme_autodiff((void *)f, enzyme_dup, x, d, enzyme_const, c)
#define FORWARD(f) __enzyme_fwddiff((void *)f, enzyme_dup, x, t, enzyme_const, c)
#define WANT(f, first, second) \
  GRADIENT(f); \
  CHECK(d[0], first); \
  CHECK(d[1], second); \
  CHECK(FORWARD(f), 2 * (first)-3 * (second))

int main(void) {
  double x[2] = {1.5, 0.7}, c[2] = {2, 0.25}, d[2], t[2] = {2, -3};
  WANT(both, x[1] * 4, x[0] * 4);
  WANT(searched, 1.5, 0);
  WANT(two_calls, 3 * x[1], 3 * x[0]);
  WANT(led, 0, 2);
  WANT(product, 4 * x[1] + c[0] * c[1] * 2 * x[0], 4 * x[0]);
  WANT(cleared, 2 * x[0] * x[1], x[0] * x[0] + 2);
  WANT(deep, 2 * x[0], 0);
  WANT(turned, 18 * x[0] * c[1] * c[1], 0);
  WANT(through_table, c[0] * c[1] * 2 * x[0], 0);
  WANT(handed_out, c[1] * c[0] * c[1], 0);
  return wrong;
}
