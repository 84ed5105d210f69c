/* errno, feclearexcept, isfinite and messages in the way of the computation. */
#include <errno.h>
#include "check.h"

OWN double safe_log(double x) {
  errno = 0;
  double r = log(x);
  if (errno) {
    fprintf(stderr, "log: %s\n", strerror(errno));
    return -100 * x;
  }
  return r;
}

OWN double f(double x, double y) {
  double r = safe_log(x) * safe_log(y);
  if (!isfinite(r) || fpclassify(r) == FP_NAN) return 0;
  return signbit(r) ? -r : r;
}

typedef struct { double x, y; } pair;
pair __enzyme_autodiff_pair(void *, ...);

int main(void) {
  pair d = __enzyme_autodiff_pair((void *)f, 2.0, 3.0);
  CHECK(d.x, log(3) / 2);
  CHECK(d.y, log(2) / 3);
  d = __enzyme_autodiff_pair((void *)f, 2.0, -3.0);
  CHECK(d.x, 300 / 2.0);
  CHECK(d.y, -100 * log(2));
  d = __enzyme_autodiff_pair((void *)f, 0.5, 3.0);
  CHECK(d.x, -log(3) / 0.5);
  return wrong;
}
