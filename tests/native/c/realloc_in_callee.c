/* A function that another one gives an array to grow by realloc; in the end freed where it was made. */
#include "check.h"

OWN void grow(double **p, int n) {
  *p = realloc(*p, n * sizeof **p);
  for (int i = n / 2; i < n; i++) (*p)[i] = (*p)[i - n / 2] * 2;
}
OWN double f(double x) {
  double *p = malloc(2 * sizeof *p), s = 0;
  p[0] = x;
  p[1] = x * x;
  for (int n = 4; n < 5000; n *= 2) grow(&p, n);
  for (int i = 0; i < 4096; i++) s += p[i];
  free(p);
  return s;
}
int main(void) {
  double scale = pow(3, 11);
  CHECK(__enzyme_autodiff((void *)f, 1.5), scale * (1 + 3));
  CHECK(__enzyme_fwddiff((void *)f, 1.5, 1.0), scale * (1 + 3));
  return wrong;
}
