/* A filter with a ring buffer and a queue of pending values: indices modulo a size, overwritten in turn. */
#include "check.h"

enum { TAPS = 3 };

OWN double filter(const double *x, const double *w, int n) {
  double ring[TAPS] = {0}, energy = 0;
  for (int t = 0; t < n; t++) {
    ring[t % TAPS] = x[t];
    double y = 0;
    for (int k = 0; k < TAPS && k <= t; k++) y += w[k] * ring[(t - k) % TAPS];
    energy += y * y;
  }
  return energy;
}

int main(void) {
  enum { N = 8 };
  double x[N], w[TAPS] = {1, -0.5, 0.25}, dx[N] = {0}, dw[TAPS] = {0}, y[N];
  for (int t = 0; t < N; t++) x[t] = cos(t);
  for (int t = 0; t < N; t++) {
    y[t] = 0;
    for (int k = 0; k < TAPS && k <= t; k++) y[t] += w[k] * x[t - k];
  }
  __enzyme_autodiff((void *)filter, x, dx, w, dw, N);
  for (int s = 0; s < N; s++) {
    double want = 0;
    for (int k = 0; k < TAPS && s + k < N; k++) want += 2 * y[s + k] * w[k];
    CHECK(dx[s], want);
  }
  for (int k = 0; k < TAPS; k++) {
    double want = 0;
    for (int t = k; t < N; t++) want += 2 * y[t] * x[t - k];
    CHECK(dw[k], want);
  }
  return wrong;
}
