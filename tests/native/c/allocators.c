/* calloc, aligned_alloc, posix_memalign, memory returned by a callee, and a pool of the program's own. */
#include "check.h"

static char pool[4096];
static size_t used;

OWN void *from_pool(size_t size) {
  void *p = pool + used;
  used += (size + 15) / 16 * 16;
  return p;
}

OWN double *squares(const double *x, int n) {
  double *y = aligned_alloc(64, (n * sizeof *y + 63) / 64 * 64);
  for (int i = 0; i < n; i++) y[i] = x[i] * x[i];
  return y;
}

OWN double f(const double *x, int n) {
  double *a = calloc(n + 1, sizeof *a), *b = squares(x, n), *c = from_pool(n * sizeof *c), s = 0;
  void *place;
  if (posix_memalign(&place, 32, n * sizeof(double))) return -1;
  double *d = place;
  for (int i = 0; i < n; i++) {
    a[i + 1] = a[i] + b[i];
    c[i] = a[i + 1] * x[i];
    d[i] = c[i] * 2;
  }
  for (int i = 0; i < n; i++) s += d[i];
  free(a);
  free(b);
  free(d);
  return s;
}

int main(void) {
  double x[4] = {1, 2, 3, 4}, d[4] = {0};
  __enzyme_autodiff((void *)f, x, d, 4); /* 2 sum over i of x_i sum over j <= i of x_j^2 */
  for (int k = 0; k < 4; k++) {
    double before = 0, after = 0;
    for (int j = 0; j <= k; j++) before += x[j] * x[j];
    for (int i = k; i < 4; i++) after += x[i];
    CHECK(d[k], 2 * (before + after * 2 * x[k]));
  }
  return wrong;
}
