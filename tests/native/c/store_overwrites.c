/* In place: a[:] = a * a, then partly constants; b *= a, a /= b; arr[i] = arr[i] + 1. */
#include "check.h"

OWN double squares(double *a, double *b, int n) {
  double s = 0;
  for (int i = 0; i < n; i++) {
    b[i] = a[i] * a[i];
    a[i] = 1;
  }
  for (int i = 0; i < n; i++) s += b[i] * a[i];
  return s;
}

OWN double quotients(double *a, double *b, int n) {
  double s = 0;
  for (int i = 0; i < n; i++) b[i] *= a[i];
  for (int i = 0; i < n; i++) a[i] /= b[i]; /* 1 / b as it came */
  for (int i = 0; i < n; i++) a[i] = a[i] + 1;
  for (int i = 0; i < n; i++) s += a[i] * b[i]; /* (1 / b + 1) a b = a + a b */
  return s;
}

int main(void) {
  double a[3] = {2, 3, -4}, b[3] = {5, 6, 7}, da[3] = {0}, db[3] = {0};
  __enzyme_autodiff((void *)squares, a, da, b, db, 3);
  CHECK(da[0], 4);
  CHECK(da[1], 6);
  CHECK(da[2], -8);
  for (int i = 0; i < 3; i++) CHECK(db[i], 0);

  double c[3] = {2, 3, -4}, d[3] = {5, 6, 7}, dc[3] = {0}, dd[3] = {0};
  __enzyme_autodiff((void *)quotients, c, dc, d, dd, 3);
  double c0[3] = {2, 3, -4}, d0[3] = {5, 6, 7};
  for (int i = 0; i < 3; i++) {
    CHECK(dc[i], 1 + d0[i]);
    CHECK(dd[i], c0[i]);
  }
  return wrong;
}
