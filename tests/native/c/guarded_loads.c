/* Loads that are the same in every iteration, behind something that may end the program, and behind tests of their own. */
#include "check.h"

static int ended;
OWN void must(int holds) {
  if (holds) return;
  ended = 1;
  if (ended == 1) exit(wrong); /* what is tested before is right */
}

OWN double sum(const double *x, const double *scale, int n) {
  double s = 0;
  for (int i = 0; i < n; i++) {
    must(scale != NULL);
    s += x[i] * *scale * *scale;
  }
  return s;
}

OWN double some(const double *x, const double *scale, int n) {
  double s = 0;
  for (int i = 0; i < n; i++)
    if (scale) s += x[i] * *scale;
  return s;
}

int main(void) {
  double x[3] = {1, 2, 4}, d[3] = {0}, scale = 1.5, dscale = 0;
  __enzyme_autodiff((void *)sum, x, d, &scale, &dscale, 3);
  CHECK(d[1], 1.5 * 1.5);
  CHECK(dscale, 7 * 2 * 1.5);
  d[1] = dscale = 0;
  __enzyme_autodiff((void *)some, x, d, &scale, &dscale, 3);
  CHECK(d[1], 1.5);
  CHECK(dscale, 7);
  d[1] = 0;
  __enzyme_autodiff((void *)some, x, d, NULL, NULL, 3);
  CHECK(d[1] + 1, 1);
  __enzyme_autodiff((void *)sum, x, d, NULL, NULL, 3);
  return 2; /* not reached */
}
