/* The differentiated function itself takes and returns structures. */
#include "check.h"

struct point { double x, y; };

OWN double norm(const struct point *p, int n) {
  double s = 0;
  for (int i = 0; i < n; i++) s += p[i].x * p[i].x + p[i].x * p[i].y;
  return s;
}

OWN void rotate(const struct point *from, struct point *to, double angle) {
  *to = (struct point){cos(angle) * from->x - sin(angle) * from->y, sin(angle) * from->x + cos(angle) * from->y};
}

int main(void) {
  struct point p[2] = {{1, 2}, {3, 4}}, d[2] = {{0}};
  __enzyme_autodiff((void *)norm, p, d, 2);
  for (int i = 0; i < 2; i++) {
    CHECK(d[i].x, 2 * p[i].x + p[i].y);
    CHECK(d[i].y, p[i].x);
  }
  struct point q, seed = {1, 10}, back = {0};
  double t = __enzyme_autodiff((void *)rotate, enzyme_dup, p, &back, enzyme_dup, &q, &seed, enzyme_out, 0.3);
  CHECK(back.x, cos(0.3) + 10 * sin(0.3));
  CHECK(back.y, -sin(0.3) + 10 * cos(0.3));
  CHECK(t, -q.y + 10 * q.x);
  CHECK(seed.x, 0);
  return wrong;
}
