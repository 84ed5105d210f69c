/* float: arrays, mixed with double, promotion through variable arguments, float returned. */
#include "check.h"

OWN float f(const float *x, int n, double scale) {
  float s = 0;
  for (int i = 0; i < n; i++) s += x[i] * x[i] * (float)scale;
  return s;
}
OWN double g(float x) { return (double)x * x; }
OWN float h(float x, double y) { return x * (float)y; }

typedef struct { float x; double y; } mixed;
mixed __enzyme_autodiff_mixed(void *, ...);
float __enzyme_autodiff_float(void *, ...);
float __enzyme_fwddiff_float(void *, ...);

int main(void) {
  float x[3] = {1, 2, 3}, d[3] = {0}, t[3] = {1, 1, 1};
  CHECK_FLOAT(__enzyme_autodiff((void *)f, x, d, 3, 0.5), 14);
  for (int i = 0; i < 3; i++) CHECK_FLOAT(d[i], x[i]);
  CHECK_FLOAT(__enzyme_fwddiff_float((void *)f, x, t, 3, enzyme_const, 0.5), 6);
  CHECK_FLOAT(__enzyme_autodiff_float((void *)g, 1.5f), 3);
  mixed m = __enzyme_autodiff_mixed((void *)h, 2.0f, 0.5);
  CHECK_FLOAT(m.x, 0.5);
  CHECK_FLOAT(m.y, 2);
  return wrong;
}
