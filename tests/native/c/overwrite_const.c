/* Memory declared constant that the function writes to: numbers that are not differentiated but used. */
#include "check.h"

OWN double f(double *x, int *index, double *table, int n) {
  double s = 0;
  for (int i = 0; i < n; i++) {
    s += x[index[i]] * table[i];
    index[i] = 0;
    table[i] = i;
    s *= x[index[i]] + table[i];
  }
  return s;
}

int main(void) {
  double x[3] = {2, 3, 5}, d[3] = {0}, table[3] = {10, 20, 30};
  int index[3] = {2, 1, 2};
  __enzyme_autodiff((void *)f, x, d, enzyme_const, index, enzyme_const, table, 3);
  /* s1 = 10 z x;  s2 = (s1 + 20 y)(x + 1);  s3 = (s2 + 30 z)(x + 2) */
  double a = 2, y = 3, z = 5, s1 = 10 * z * a, s2 = (s1 + 20 * y) * (a + 1);
  CHECK(d[0], (10 * z * (a + 1) + s1 + 20 * y) * (a + 2) + s2 + 30 * z);
  CHECK(d[1], 20 * (a + 1) * (a + 2));
  CHECK(d[2], 10 * a * (a + 1) * (a + 2) + 30 * (a + 2));
  CHECK(index[0], 0);
  CHECK(table[2], 2);
  return wrong;
}
