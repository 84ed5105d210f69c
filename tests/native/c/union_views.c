/* Unions: one that always holds a double, one with a tag, and one read as bytes without effect on the result. */
#include <stdint.h>
#include "check.h"

union any { double d; int64_t i; unsigned char c[8]; };
struct tagged { enum { NUMBER, TWO } kind; union { double x; float p[2]; } u; };

OWN double f(double x) {
  union any a, b;
  a.d = x * x;
  b = a;
  return b.d * b.d + (b.c[7] > 255);
}

OWN double g(double x, float y) {
  struct tagged t[2] = {{NUMBER, {.x = x}}, {TWO, {.p = {y, 2}}}};
  double s = 0;
  for (int i = 0; i < 2; i++) s += t[i].kind == NUMBER ? t[i].u.x * t[i].u.x : (double)t[i].u.p[0] * t[i].u.p[1] * x;
  return s;
}

typedef struct { double x; float y; } answer;
answer __enzyme_autodiff_two(void *, ...);

int main(void) {
  CHECK(__enzyme_autodiff((void *)f, 1.5), 4 * 1.5 * 1.5 * 1.5);
  CHECK(__enzyme_fwddiff((void *)f, 1.5, 1.0), 4 * 1.5 * 1.5 * 1.5);
  answer d = __enzyme_autodiff_two((void *)g, 3.0, 0.5f);
  CHECK(d.x, 6 + 1);
  CHECK(d.y, 6);
  return wrong;
}
