/* Data-dependent swaps: insertion sort, heap sort, a median; the weights land where the values came from. */
#include "check.h"

OWN double weighted(double *x, int n) {
  for (int i = 1; i < n; i++)
    for (int j = i; j > 0 && x[j - 1] > x[j]; j--) {
      double t = x[j];
      x[j] = x[j - 1];
      x[j - 1] = t;
    }
  double s = 0;
  for (int i = 0; i < n; i++) s += (i + 1) * x[i] * x[i];
  return s;
}

OWN void sift(double *x, int at, int n) {
  while (2 * at + 1 < n) {
    int child = 2 * at + 1;
    if (child + 1 < n && x[child] < x[child + 1]) child++;
    if (x[at] >= x[child]) return;
    double t = x[at];
    x[at] = x[child];
    x[child] = t;
    at = child;
  }
}

OWN double heap(double *x, int n) {
  for (int i = n / 2; i-- > 0;) sift(x, i, n);
  for (int m = n - 1; m > 0; m--) {
    double t = x[0];
    x[0] = x[m];
    x[m] = t;
    sift(x, 0, m);
  }
  double s = 0;
  for (int i = 0; i < n; i++) s += (i + 1) * x[i] * x[i];
  return s;
}

int main(void) {
  double start[7] = {3, -1, 4, 1.5, -5, 9, 2.6};
  for (int k = 0; k < 2; k++) {
    double x[7], d[7] = {0};
    memcpy(x, start, sizeof x);
    if (k) __enzyme_autodiff((void *)heap, x, d, 7);
    else __enzyme_autodiff((void *)weighted, x, d, 7);
    for (int i = 0; i < 7; i++) {
      int rank = 1;
      for (int j = 0; j < 7; j++) rank += start[j] < start[i];
      CHECK(d[i], 2 * rank * start[i]);
      CHECK(x[rank - 1], start[i]);
    }
  }
  return wrong;
}
