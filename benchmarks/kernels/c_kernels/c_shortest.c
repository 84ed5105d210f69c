/* The lengths of all shortest ways, in place; the sum. */
static double kernel(int n, double *d) {
  for (int k = 0; k < n; k++)
    for (int i = 0; i < n; i++)
      for (int j = 0; j < n; j++)
        if (d[i * n + k] + d[k * n + j] < d[i * n + j]) d[i * n + j] = d[i * n + k] + d[k * n + j];
  double s = 0;
  for (int i = 0; i < n * n; i++) s += d[i];
  return s;
}

#define RUN(n, x) kernel(n[0], x[0])
#define GRADIENT(n, x, dx) (void *)kernel, n[0], enzyme_dup, x[0], dx[0]
#include "c_kernel.h"
