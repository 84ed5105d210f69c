/* Jumps to addresses of labels, from a table and from a variable. */
#include "check.h"

OWN double jumps(const char *code, double x) {
  static void *labels[] = {&&add, &&square, &&stop};
  double a = x;
  goto *labels[*code - '0'];
add:
  a += x;
  goto *labels[*++code - '0'];
square:
  a *= a;
  goto *labels[*++code - '0'];
stop:
  return a;
}

int main(void) {
  CHECK(__enzyme_autodiff((void *)jumps, enzyme_const, "0102", 0.4), 2 * (2 * 0.4) * 2 + 1);
  CHECK(__enzyme_autodiff((void *)jumps, enzyme_const, "112", 0.4), 4 * pow(0.4, 3));
  CHECK(__enzyme_fwddiff((void *)jumps, enzyme_const, "0102", 0.4, 1.0), 2 * (2 * 0.4) * 2 + 1);
  CHECK(jumps("2", 5), 5);
  return wrong;
}
