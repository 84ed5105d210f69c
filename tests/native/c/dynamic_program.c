/* Dynamic programming: the shortest path through a grid, and a smooth alignment score. */
#include "check.h"

enum { N = 4 };

OWN double shortest(const double *cost) {
  double best[N][N];
  for (int i = 0; i < N; i++)
    for (int j = 0; j < N; j++) {
      double before = i && j ? fmin(best[i - 1][j], best[i][j - 1]) : i ? best[i - 1][j] : j ? best[i][j - 1] : 0;
      best[i][j] = before + cost[i * N + j];
    }
  return best[N - 1][N - 1];
}

OWN double paths(const double *w) { /* sum over all monotone paths of the product of weights */
  double row[N] = {0};
  for (int i = 0; i < N; i++)
    for (int j = 0; j < N; j++) row[j] = (i == 0 && j == 0 ? 1 : (j ? row[j - 1] : 0) + (i ? row[j] : 0)) * w[i * N + j];
  return row[N - 1];
}

static double choose(int n, int k) { return k == 0 ? 1 : choose(n - 1, k - 1) * n / k; }

int main(void) {
  double cost[N * N], d[N * N] = {0}, e[N * N] = {0};
  for (int i = 0; i < N * N; i++) cost[i] = 10;
  int path[7] = {0, 1, 5, 6, 10, 14, 15};
  for (int i = 0; i < 7; i++) cost[path[i]] = 1 + 0.1 * i;
  __enzyme_autodiff((void *)shortest, cost, d);
  for (int i = 0; i < N * N; i++) {
    int on = 0;
    for (int k = 0; k < 7; k++) on |= path[k] == i;
    CHECK(d[i], on);
  }
  for (int i = 0; i < N * N; i++) cost[i] = 1;
  __enzyme_autodiff((void *)paths, cost, e); /* the number of paths through a place */
  for (int i = 0; i < N; i++)
    for (int j = 0; j < N; j++) CHECK(e[i * N + j], choose(i + j, i) * choose(2 * (N - 1) - i - j, N - 1 - i));
  return wrong;
}
