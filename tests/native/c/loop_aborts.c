/* Ways out that never come back: abort, exit, assert, unreachable. */
#include <assert.h>
#include "check.h"

OWN void fail(const char *why) {
  fprintf(stderr, "%s\n", why);
  exit(3);
}

OWN double f(const double *x, int n) {
  double r = 1;
  if (n > 1000) abort();
  for (int i = 0; i < n; i++) {
    if (x[i] <= 0) fail("not positive");
    assert(i < 500);
    switch (i % 3) {
    case 0: r *= x[i]; break;
    case 1: r += x[i]; break;
    case 2: r -= x[i]; break;
    default: __builtin_unreachable();
    }
    if (isnan(r)) exit(4);
  }
  return r;
}

int main(void) {
  double x[4] = {2, 3, 4, 5}, d[4] = {0};
  __enzyme_autodiff((void *)f, x, d, 4);
  double want[4] = {5, 5, -5, 1}; /* (x0 + x1 - x2) x3 */
  for (int i = 0; i < 4; i++) CHECK(d[i], want[i]);
  CHECK(__enzyme_fwddiff((void *)f, x, d, 4), 25 + 25 + 25 + 1);
  return wrong;
}
