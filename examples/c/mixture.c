/* The gradient of log sum exp with a work array that every call overwrites: softmax. */

#include <irad/irad.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

enum { N = 5 };

static double log_sum_exp(const double *x, double *work, int n) {
  double largest = x[0];
  for (int i = 1; i < n; i++)
    if (x[i] > largest) largest = x[i];
  double sum = 0;
  for (int i = 0; i < n; i++) {
    work[i] = exp(x[i] - largest);
    sum += work[i];
  }
  return largest + log(sum);
}

int main(void) {
  double x[N] = {0.5, -1, 2, 0, 1.25}, dx[N] = {0}, work[N], dwork[N] = {0}, sum = 0;
  __irad_autodiff((void *)log_sum_exp, irad_dup, x, dx, irad_dupnoneed, work, dwork, irad_const, N);
  for (int i = 0; i < N; i++) sum += exp(x[i]);
  for (int i = 0; i < N; i++) {
    double exact = exp(x[i]) / sum;
    printf("dx[%d] = %.15f, softmax %.15f\n", i, dx[i], exact);
    if (fabs(dx[i] - exact) > 1e-14 || dwork[i] != 0) return EXIT_FAILURE;
  }
  return EXIT_SUCCESS;
}
