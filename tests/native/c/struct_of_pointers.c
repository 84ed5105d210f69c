/* A structure of pointers, with a shadow structure that the caller makes; pointers that move inside. */
#include "check.h"

struct vectors { double *x, *y; int n; };

OWN double f(struct vectors *v) {
  double *t = v->x;
  v->x = v->y;
  v->y = t;
  double s = 0;
  for (int i = 0; i < v->n; i++) s += v->x[i] * v->x[i] * v->y[i];
  return s;
}

int main(void) {
  double x[3] = {1, 2, 3}, y[3] = {4, 5, 6}, dx[3] = {0}, dy[3] = {0};
  struct vectors v = {x, y, 3}, d = {dx, dy, 0};
  __enzyme_autodiff((void *)f, &v, &d);
  for (int i = 0; i < 3; i++) {
    CHECK(dx[i], y[i] * y[i]);
    CHECK(dy[i], 2 * y[i] * x[i]);
  }
  if (v.x != y || v.n != 3) wrong = 1;
  return wrong;
}
