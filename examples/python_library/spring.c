/* Calls energy() of spring.py and its gradient; no Python in the process. */
#include "spring.h"
#include <math.h>
#include <stdio.h>

int main(void) {
  double x[4] = {0.0, 1.0, 3.0, 6.0}, dx[4] = {0}, lengths[3], dlengths[3] = {0}, dk = 0, value;
  if (energy_grad(x, dx, 4, 2.0, &dk, lengths, dlengths, 3, 1.0, &value) != IRAD_OK) {
    fprintf(stderr, "%s\n", irad_last_error());
    return 1;
  }
  double expected[4] = {-2, -2, -2, 6}, worst = fabs(value - 14) + fabs(dk - 7);
  for (int i = 0; i < 4; i++) worst += fabs(dx[i] - expected[i]);
  printf("energy %g, force on the last point %g, d/dk %g\n", value, -dx[3], dk);
  if (energy(x, 4, 2.0, lengths, 1, &value) != IRAD_RAISED) return 1; /* the work array is too short */
  printf("%s\n", irad_last_error());
  return worst > 1e-12;
}
