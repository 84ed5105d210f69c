/* Thread-local globals as scratch memory, and derivatives in several threads at once. */
#include <pthread.h>
#include "check.h"

static _Thread_local double scratch[3];
static __thread int count;

OWN double f(const double *x, int n) {
  for (int i = 0; i < n; i++) {
    for (int k = 0; k < 3; k++) scratch[k] = i ? scratch[k] * x[k] : x[k];
    count++;
  }
  return scratch[0] + scratch[1] * scratch[2];
}

static void *work(void *argument) {
  double *x = argument, *d = x + 3;
  for (int i = 0; i < 100; i++) {
    memset(d, 0, 3 * sizeof *d);
    __enzyme_autodiff((void *)f, x, d, 50);
  }
  x[6] = count;
  return NULL;
}

int main(void) {
  double data[3][7];
  pthread_t threads[3];
  for (int t = 0; t < 3; t++) {
    for (int k = 0; k < 3; k++) data[t][k] = 0.98 + 0.01 * t + 0.004 * k;
    pthread_create(&threads[t], NULL, work, data[t]);
  }
  for (int t = 0; t < 3; t++) {
    pthread_join(threads[t], NULL);
    double *x = data[t], *d = x + 3;
    compare("d[0]", d[0], 50 * pow(x[0], 49), 1e-11, __LINE__);
    compare("d[1]", d[1], 50 * pow(x[1], 49) * pow(x[2], 50), 1e-11, __LINE__);
    compare("d[2]", d[2], 50 * pow(x[2], 49) * pow(x[1], 50), 1e-11, __LINE__);
    CHECK(x[6], 5000);
  }
  return wrong;
}
