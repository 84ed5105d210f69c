/* Forward mode in two halves: the augmented call records, fwdsplit propagates tangents without the primal's memory. */
#include "near.h"

void *__enzyme_augmentfwd(void *, ...);
double __enzyme_fwdsplit(void *, ...);
int __enzyme_augmentsize(void *, ...);

static double polynomial(double x) { return x * x * x + sin(x); }

static double dig(const double *x, int n, int depth) {
  if (depth == 0 || n == 0) return x[0];
  double s = 0;
  for (int i = 0; i < n; i++) s += x[i] * dig(x, n - 1, depth - 1);
  return s;
}

static void steps(double *x, double *y, int n) {
  double *w = malloc(n * sizeof(double));
  for (int i = 0; i < n; i++) {
    double t = x[i];
    int k = 0;
    while (t < 3) { /* how often depends on x */
      t = t * t * 0.5 + exp(t);
      k++;
    }
    w[i] = k % 2 ? t * x[0] : t;
    x[i] = 0;
  }
  for (int i = 0; i < n; i++) y[i] = w[n - 1 - i] * w[i];
  free(w);
}

int main(void) {
  void *tape = __enzyme_augmentfwd((void *)polynomial, 2.0);
  NEAR(__enzyme_fwdsplit((void *)polynomial, 2.0, 1.0, tape), 12 + cos(2.0));

  double v[3] = {1, 2, 3}, dv[3] = {1, 0, 0};
  tape = __enzyme_augmentfwd((void *)dig, enzyme_dup, v, (double *)0, enzyme_const, 3, enzyme_const, 2);
  /* dig = (sum over 3) (sum over 2) x0 = (x0 + x1 + x2) (x0 + x1) x0 */
  NEAR(__enzyme_fwdsplit((void *)dig, enzyme_dup, (double *)0, dv, enzyme_const, 3, enzyme_const, 2, tape),
       3 * 1 + 6 * 1 + 6 * 3);

  double start[3] = {.3, .5, .7}, x[3] = {.3, .5, .7}, y[3], *none = 0;
  char buffer[16];
  if (__enzyme_augmentsize((void *)steps, enzyme_dup, enzyme_dup, enzyme_const) > (int)sizeof(buffer)) return 1;
  __enzyme_augmentfwd((void *)steps, enzyme_allocated, 16, enzyme_tape, buffer, enzyme_dup, x, none, enzyme_dup, y, none, 3);
  NEAR(x[1], 0);
  for (int k = 0; k < 3; k++) {
    double e = 1e-6, a[3], b[3], ya[3], yb[3];
    for (int i = 0; i < 3; i++) a[i] = b[i] = start[i];
    a[k] += e;
    b[k] -= e;
    steps(a, ya, 3);
    steps(b, yb, 3);
    double dx[3] = {0}, dy[3] = {9, 9, 9};
    dx[k] = 1;
    if (k < 2)
      __enzyme_fwdsplit((void *)steps, enzyme_nofree, enzyme_allocated, 16, enzyme_tape, buffer, enzyme_dup, none, dx,
                        enzyme_dup, none, dy, 3);
    else
      __enzyme_fwdsplit(
          (void *)steps, enzyme_allocated, 16, enzyme_tape, buffer, enzyme_dup, none, dx, enzyme_dup, none, dy, 3);
    for (int i = 0; i < 3; i++) CLOSE(dy[i], (ya[i] - yb[i]) / (2 * e));
    NEAR(dx[k], 0);
  }

  /* more than one chunk of the record */
  static double many[6000], tangents[6000], out[6000], dout[6000];
  for (int i = 0; i < 6000; i++) many[i] = .5 + i * 1e-5, tangents[i] = 0;
  tangents[5999] = 1;
  tape = __enzyme_augmentfwd((void *)steps, enzyme_dup, many, none, enzyme_dup, out, none, 6000);
  __enzyme_fwdsplit((void *)steps, enzyme_dup, none, tangents, enzyme_dup, none, dout, 6000, tape);
  NEAR(dout[1], 0);
  double e = 1e-6, h[2][6000], o[2][6000];
  for (int s = 0; s < 2; s++) {
    for (int i = 0; i < 6000; i++) h[s][i] = .5 + i * 1e-5;
    h[s][5999] += s ? e : -e;
    steps(h[s], o[s], 6000);
  }
  CLOSE(dout[0], (o[1][0] - o[0][0]) / (2 * e));
  return 0;
}
