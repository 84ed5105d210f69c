/* Each row of a times w in place, by way of one row that is used again; the square sum. */
#include <string.h>

static void forward(int rows, int n, double *a, double *w, double *row) {
  for (int r = 0; r < rows; r++) {
    for (int p = 0; p < n; p++) {
      row[p] = 0;
      for (int s = 0; s < n; s++) row[p] += a[r * n + s] * w[s * n + p];
    }
    for (int p = 0; p < n; p++) a[r * n + p] = row[p];
  }
}

static double kernel(int rows, int n, double *a, double *w, double *row) {
  forward(rows, n, a, w, row);
  double s = 0;
  for (int i = 0; i < rows * n; i++) s += a[i] * a[i];
  return s;
}

static void by_hand(int rows, int n, double *a, double *w, double *row, double *da, double *dw, double *drow, double *kept) {
  memcpy(kept, a, (size_t)rows * n * sizeof *kept);
  forward(rows, n, a, w, row);
  for (int r = 0; r < rows; r++) {
    for (int p = 0; p < n; p++) drow[p] = da[r * n + p] + 2 * a[r * n + p];
    for (int s = 0; s < n; s++) {
      double f = kept[r * n + s], g = 0;
      for (int p = 0; p < n; p++) {
        g += drow[p] * w[s * n + p];
        dw[s * n + p] += f * drow[p];
      }
      da[r * n + s] = g;
    }
  }
  memset(drow, 0, n * sizeof *drow);
}

#define RUN(n, x) kernel(n[0], n[1], x[0], x[1], x[2])
#define GRADIENT(n, x, dx) (void *)kernel, n[0], n[1], enzyme_dup, x[0], dx[0], enzyme_dup, x[1], dx[1], enzyme_dup, x[2], dx[2]
#define HAND(n, x, dx, kept) by_hand(n[0], n[1], x[0], x[1], x[2], dx[0], dx[1], dx[2], kept)
#include "c_kernel.h"
