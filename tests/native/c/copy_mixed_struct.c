/* memcpy and assignment of structs of integers, floats and pointers. */
#include "check.h"

struct item { int count; double value; double *data; float weight; char name[3]; long last; };

OWN double f(double *x, float w) {
  struct item a = {3, x[0] * x[1], x, w, "ab", 2}, b, c[3];
  memcpy(&b, &a, sizeof a);
  for (int i = 0; i < 3; i++) {
    c[i] = b;
    b.value *= x[i];
    b.count--;
  }
  double s = 0;
  for (int i = 0; i < 3; i++) s += c[i].count * c[i].value * c[i].data[c[i].last] * c[i].weight;
  return s;
}

int main(void) {
  double x[3] = {1.5, 2, 0.5}, d[3] = {0};
  double a = 1.5, b = 2, c = 0.5, w = 3; /* w c (3ab + 2 a^2 b + a^2 b^2) */
  CHECK_FLOAT(__enzyme_autodiff((void *)f, x, d, 3.0f), c * (3 * a * b + 2 * a * a * b + a * a * b * b));
  CHECK(d[0], w * c * (3 * b + 4 * a * b + 2 * a * b * b));
  CHECK(d[1], w * c * (3 * a + 2 * a * a + 2 * a * a * b));
  CHECK(d[2], w * (3 * a * b + 2 * a * a * b + a * a * b * b));
  return wrong;
}
