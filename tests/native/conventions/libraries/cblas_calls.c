/* Calls of the C interface of BLAS, linked with a library that has nothing else (cblas_only.c). */
#include <stddef.h>
#include "../near.h"
double __enzyme_autodiff(void *, ...);
double __enzyme_fwddiff(void *, ...);
double cblas_ddot(int, const double *, int, const double *, int);
double cblas_dnrm2(int, const double *, int);
double cblas_dasum(int, const double *, int);
size_t cblas_idamax(int, const double *, int);
void cblas_dgemv(int, int, int, int, double, const double *, int, const double *, int, double, double *, int);
void cblas_dgemm(int, int, int, int, int, int, double, const double *, int, const double *, int, double, double *, int);

static double dot(const double *x, const double *y, int n) { return cblas_ddot(n, x, 1, y, -1); }
static double norms(const double *x, int n) {
  return cblas_dnrm2(n, x, 1) * cblas_dasum(n, x, 1) + x[cblas_idamax(n, x, 1)];
}
static double form(const double *a, const double *x, double scale) { /* scale x' a x, rows */
  double y[2] = {1, 1};
  cblas_dgemv(101, 111, 2, 2, scale, a, 2, x, 1, 0.0, y, 1);
  return cblas_ddot(2, x, 1, y, 1);
}
static double square(const double *a) { /* the sum of a a' */
  double c[4] = {0};
  cblas_dgemm(101, 111, 112, 2, 2, 2, 1.0, a, 2, a, 2, 0.0, c, 2);
  return c[0] + c[1] + c[2] + c[3];
}

int main(void) {
  double x[3] = {3, -4, 1}, y[3] = {1, 2, 3}, dx[3] = {0}, dy[3] = {0};
  __enzyme_autodiff((void *)dot, x, dx, y, dy, 3);
  NEAR(dx[0], 3);
  NEAR(dy[2], 3);
  NEAR(dy[0], 1);
  double v[2] = {3, -4}, dv[2] = {0};
  __enzyme_autodiff((void *)norms, v, dv, 2);
  NEAR(dv[0], 3. / 5 * 7 + 5);
  NEAR(dv[1], -4. / 5 * 7 - 5 + 1);
  double a[4] = {1, 2, 3, 4}, da[4] = {0}, dw[2] = {0};
  NEAR(__enzyme_autodiff((void *)form, a, da, v, dw, 2.0), 9 - 24 - 36 + 64);
  NEAR(da[1], 2 * 3 * -4);
  NEAR(dw[0], 2 * (2 * 3 + 5 * -4));
  NEAR(dw[1], 2 * (5 * 3 + 8 * -4));
  double db[4] = {0};
  __enzyme_autodiff((void *)square, a, db); /* the sum over columns of the squares of their sums */
  NEAR(db[0], 2 * 4);
  NEAR(db[3], 2 * 6);
  double ta[4] = {1, 0, 0, 0};
  NEAR(__enzyme_fwddiff((void *)square, a, ta), 8);
  return 0;
}
