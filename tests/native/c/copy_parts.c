/* Copies of a size known only at run time, of parts of structures, and in pieces that are no multiple of an element. */
#include "check.h"

struct block { double head[2]; float small[3]; double tail; };

OWN double f(const double *x, size_t bytes, float w) {
  double t[8] = {0};
  memcpy(t + 1, x, bytes);
  struct block a = {{t[1], t[2]}, {w, w * w, 3}, t[3]}, b = {{0}, {0}, 0};
  memcpy((char *)&b + 8, (char *)&a + 8, 8 + 8);      /* head[1], small[0..1] */
  memcpy(&b.tail, &a.tail, sizeof b.tail);
  char *from = (char *)&a.head[0], *to = (char *)&b.head[0];
  for (int i = 0; i < 2; i++) memcpy(to + 4 * i, from + 4 * i, 4); /* two halves of a double */
  return b.head[0] * b.head[1] * b.tail * b.small[0] + b.small[1] + b.small[2];
}

int main(void) {
  double x[4] = {2, 3, 5, 7}, d[4] = {0};
  double w = __enzyme_autodiff((void *)f, x, d, (size_t)24, 0.5f);
  CHECK_FLOAT(w, 2 * 3 * 5 + 2 * 0.5);
  double want[4] = {7.5, 5, 3, 0};
  for (int i = 0; i < 4; i++) CHECK(d[i], want[i]);
  return wrong;
}
