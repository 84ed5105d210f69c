/* Two restrict pointers through which nobody writes may be one: their shadows are then written through both. */
#include "check.h"
OWN double dot(const double *restrict a, const double *restrict b, int n) {
  double s = 0;
  for (int i = 0; i < n; i++) s += a[i] * b[i] * (i + 1);
  return s * s;
}
OWN double f(const double *x, int n) { return dot(x, x, n) + dot(x, x + 1, n - 1); }
static inline double dot2(const double *restrict a, const double *restrict b, int n) {
  double s = 0;
  for (int i = 0; i < n; i++) s += a[i] * b[i] * (i + 1);
  return s * s;
}
OWN double g(const double *x, int n) { return dot2(x, x, n) + dot2(x, x + 1, n - 1); }
int main(void) {
  double x[40], d[40], e[40]; int n = 40;
  for (int i = 0; i < n; i++) x[i] = 0.3 + 0.01 * i, d[i] = e[i] = 0;
  __enzyme_autodiff((void *)f, x, d, n);
  __enzyme_autodiff((void *)g, x, e, n);
  double s1 = 0, s2 = 0;
  for (int i = 0; i < n; i++) s1 += x[i] * x[i] * (i + 1);
  for (int i = 0; i + 1 < n; i++) s2 += x[i] * x[i + 1] * (i + 1);
  for (int i = 0; i < n; i++) {
    double want = 2 * s1 * 2 * x[i] * (i + 1);
    if (i + 1 < n) want += 2 * s2 * x[i + 1] * (i + 1);
    if (i) want += 2 * s2 * x[i - 1] * i;
    CHECK(d[i], want);
    CHECK(e[i], want);
  }
  return wrong;
}
