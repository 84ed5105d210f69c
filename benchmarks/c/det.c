/* A determinant by minors: recursion over lists of the rows and columns that are left.  Input: l, A (l * l).  Output: value,
   gradient (l * l). */
#include "benchmark.h"

/* rows[i] is the row behind row i, rows[l] the first one; likewise for columns. */
static double minor(const double *A, int l, int left, int *rows, int *columns) {
  int row = rows[l];
  if (left == 1) return A[row * l + columns[l]];
  rows[l] = rows[row];
  double sum = 0, sign = 1;
  int before = l;
  for (int j = 0; j < left; j++) {
    int column = columns[before];
    columns[before] = columns[column];
    sum += sign * A[row * l + column] * minor(A, l, left - 1, rows, columns);
    columns[before] = column;
    before = column;
    sign = -sign;
  }
  rows[l] = row;
  return sum;
}

static double determinant(const double *A, int l) {
  int rows[l + 1], columns[l + 1];
  for (int i = 0; i < l; i++) rows[i] = columns[i] = i + 1;
  rows[l] = columns[l] = 0;
  return minor(A, l, l, rows, columns);
}

int main(void) {
  int l = number();
  double *A = numbers(l * l), *dA = zeros(l * l), value = determinant(A, l);
  __enzyme_autodiff((void *)determinant, A, dA, l);
  print(&value, 1);
  print(dA, l * l);
}
