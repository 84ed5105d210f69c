/* The part of a library that has the C interface of BLAS only.  Loops, as the definitions say. */
#include <stddef.h>
#include <math.h>
enum { ROWS = 101, PLAIN = 111, UPPER = 121, LEFT = 141 };
static int start(int n, int inc) { return inc < 0 ? (1 - n) * inc : 0; }
double cblas_ddot(int n, const double *x, int incx, const double *y, int incy) {
  double s = 0;
  for (int i = 0; i < n; i++) s += x[start(n, incx) + i * incx] * y[start(n, incy) + i * incy];
  return s;
}
double cblas_dnrm2(int n, const double *x, int incx) { return sqrt(cblas_ddot(n, x, incx, x, incx)); }
double cblas_dasum(int n, const double *x, int incx) {
  double s = 0;
  for (int i = 0; i < n; i++) s += fabs(x[i * incx]);
  return s;
}
size_t cblas_idamax(int n, const double *x, int incx) {
  size_t at = 0;
  for (int i = 1; i < n; i++) if (fabs(x[i * incx]) > fabs(x[at * incx])) at = i;
  return at;
}
void cblas_daxpy(int n, double a, const double *x, int incx, double *y, int incy) {
  for (int i = 0; i < n; i++) y[start(n, incy) + i * incy] += a * x[start(n, incx) + i * incx];
}
void cblas_dscal(int n, double a, double *x, int incx) {
  for (int i = 0; i < n; i++) x[i * incx] *= a;
}
void cblas_dcopy(int n, const double *x, int incx, double *y, int incy) {
  for (int i = 0; i < n; i++) y[start(n, incy) + i * incy] = x[start(n, incx) + i * incx];
}
static double at(int layout, const double *a, int lda, int i, int j) { return layout == ROWS ? a[i * lda + j] : a[i + j * lda]; }
static double *place(int layout, double *a, int lda, int i, int j) { return layout == ROWS ? a + i * lda + j : a + i + j * lda; }
void cblas_dgemv(int layout, int trans, int m, int n, double alpha, const double *a, int lda, const double *x, int incx, double beta,
                 double *y, int incy) {
  int rows = trans == PLAIN ? m : n, columns = trans == PLAIN ? n : m;
  for (int i = 0; i < rows; i++) {
    double s = 0;
    for (int j = 0; j < columns; j++)
      s += (trans == PLAIN ? at(layout, a, lda, i, j) : at(layout, a, lda, j, i)) * x[start(columns, incx) + j * incx];
    double *to = y + start(rows, incy) + i * incy;
    *to = alpha * s + (beta == 0 ? 0 : beta * *to);
  }
}
void cblas_dger(int layout, int m, int n, double alpha, const double *x, int incx, const double *y, int incy, double *a, int lda) {
  for (int i = 0; i < m; i++)
    for (int j = 0; j < n; j++) *place(layout, a, lda, i, j) += alpha * x[start(m, incx) + i * incx] * y[start(n, incy) + j * incy];
}
void cblas_dgemm(int layout, int ta, int tb, int m, int n, int k, double alpha, const double *a, int lda, const double *b, int ldb,
                 double beta, double *c, int ldc) {
  for (int i = 0; i < m; i++)
    for (int j = 0; j < n; j++) {
      double s = 0;
      for (int l = 0; l < k; l++)
        s += (ta == PLAIN ? at(layout, a, lda, i, l) : at(layout, a, lda, l, i)) *
             (tb == PLAIN ? at(layout, b, ldb, l, j) : at(layout, b, ldb, j, l));
      double *to = place(layout, c, ldc, i, j);
      *to = alpha * s + (beta == 0 ? 0 : beta * *to);
    }
}
