/* The cost of a clustering and Newton's direction: gradient over diagonal of the Hessian, by forward over reverse mode.  Input: n,
   k, d, points (n d), centroids (k d).  Output: cost, direction (k d). */
#include "benchmark.h"

static double cost(const double *points, const double *centroids, int n, int k, int d) {
  double total = 0;
  for (int i = 0; i < n; i++) {
    double least = INFINITY;
    for (int j = 0; j < k; j++) {
      double square = 0;
      for (int a = 0; a < d; a++) {
        double t = points[i * d + a] - centroids[j * d + a];
        square += t * t;
      }
      if (square < least) least = square;
    }
    total += least;
  }
  return total;
}

static void gradient(const double *points, const double *centroids, double *out, int n, int k, int d) {
  for (int i = 0; i < k * d; i++) out[i] = 0;
  __enzyme_autodiff((void *)cost, enzyme_const, points, enzyme_dup, centroids, out, n, k, d);
}

int main(void) {
  int n = number(), k = number(), d = number();
  double *points = numbers(n * d), *centroids = numbers(k * d), *ones = zeros(k * d), *g = zeros(k * d), *h = zeros(k * d);
  double value = cost(points, centroids, n, k, d);
  for (int i = 0; i < k * d; i++) ones[i] = 1;
  __enzyme_fwddiff((void *)gradient, enzyme_const, points, enzyme_dup, centroids, ones, enzyme_dup, g, h, n, k, d);
  print(&value, 1);
  for (int i = 0; i < k * d; i++) printf("%.17g\n", g[i] / h[i]);
}
