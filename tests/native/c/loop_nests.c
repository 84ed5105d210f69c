/* A loop of unknown length in one of constant length in one of unknown length; powers of x. */
#include "check.h"

OWN double f(double x, int n) {
  double r = 1;
  int k = 0;
  while (k * k < n) {
    for (int j = 0; j < 3; j++) {
      double t = r;
      for (int i = 0; i <= j + k; i++) t *= x;
      r = t;
    }
    k++;
  }
  return r;
}

int main(void) {
  for (int n = 0; n < 12; n += 5) {
    int power = 0;
    for (int k = 0; k * k < n; k++) power += 3 * (k + 1) + 3;
    double x = 1.02;
    CHECK(__enzyme_autodiff((void *)f, x, n), power ? power * pow(x, power - 1) : 0);
    CHECK(__enzyme_fwddiff((void *)f, x, 1.0, n), power ? power * pow(x, power - 1) : 0);
  }
  return wrong;
}
