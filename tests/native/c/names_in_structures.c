/* Characters that are copied one by one, in structures that also hold active numbers. */
#include "check.h"

struct item { char name[16]; double v; int n; };

OWN void start(struct item *s, const char *name, double v) {
  int i = 0;
  for (; name[i] && i < 15; i++) s->name[i] = name[i];
  s->name[i] = 0;
  s->v = v * v;
  s->n = i;
}
OWN void copy(struct item *a, const struct item *b) {
  for (int i = 0; i < 16; i++) a->name[i] = b->name[i];
  a->v = b->v;
  a->n = b->n;
}
OWN double f(double x) {
  struct item s, t;
  start(&s, "hello", x);
  copy(&t, &s);
  return t.v * t.n + t.name[0];
}

int main(void) {
  CHECK(__enzyme_autodiff((void *)f, 3.0), 2 * 3 * 5);
  CHECK(__enzyme_fwddiff((void *)f, 3.0, 1.0), 2 * 3 * 5);
  return wrong;
}
