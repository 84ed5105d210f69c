/* A program that ends by exit() in the middle of the differentiated function, with what it has printed. */
#include "check.h"

OWN double f(double x, int n) {
  for (int i = 0; i < n; i++) {
    x = x * x;
    if (x > 1e6) exit(wrong);
  }
  return x;
}

int main(void) {
  CHECK(__enzyme_autodiff((void *)f, 1.5, 2), 4 * 1.5 * 1.5 * 1.5);
  __enzyme_autodiff((void *)f, 10.0, 9);
  return 5; /* never */
}
