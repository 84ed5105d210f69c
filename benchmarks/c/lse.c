/* The logarithm of a sum of exponentials.  Input: n, x (n).  Output: value, gradient (n). */
#include "benchmark.h"

static double objective(const double *x, int n) {
  double largest = x[0], sum = 0;
  for (int i = 1; i < n; i++)
    if (x[i] > largest) largest = x[i];
  for (int i = 0; i < n; i++) sum += exp(x[i] - largest);
  return largest + log(sum);
}

int main(void) {
  int n = number();
  double *x = numbers(n), *dx = zeros(n), value = objective(x, n);
  __enzyme_autodiff((void *)objective, x, dx, n);
  print(&value, 1);
  print(dx, n);
}
