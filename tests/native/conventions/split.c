/* Augmented and reverse functions apart: tapes used in any order, more than once, in the program's own buffer. */
#include "near.h"

void *__enzyme_augmentfwd(void *, ...);
void __enzyme_reverse(void *, ...);
double __enzyme_reverse_result(void *, ...);
int __enzyme_augmentsize(void *, ...);

static void steps(double *x, double *y, int n) {
  for (int i = 0; i < n; i++) {
    double t = x[i];
    for (int k = 0; k < 3; k++) t = t * t * 0.5 + sin(t);
    y[i] = t;
    x[i] = 0;
  }
}

static double slope(double t) { /* of the three steps, by the chain rule */
  double d = 1;
  for (int k = 0; k < 3; k++) {
    d *= t + cos(t);
    t = t * t * 0.5 + sin(t);
  }
  return d;
}

static double scaled(double a, double *p) {
  p[0] *= a;
  return p[0] * a;
}

static double sorted(double *x, int n) { /* memory of its own, freed and grown */
  double *w = malloc(sizeof(double)), s = 0;
  for (int i = 0; i < n; i++) {
    w = realloc(w, (i + 1) * sizeof(double));
    w[i] = x[i] * x[i];
    for (int k = i; k > 0 && w[k] < w[k - 1]; k--) {
      double t = w[k];
      w[k] = w[k - 1];
      w[k - 1] = t;
    }
  }
  for (int i = 0; i < n; i++) s += (i + 1) * w[i];
  free(w);
  return s;
}

typedef struct {
  void *tape;
  double result;
} TapeAndResult;
TapeAndResult __enzyme_augmentfwd_both(void *, ...);

int main(void) {
  double x[3] = {.3, .5, .7}, y[3], x2[3] = {.2, .4, .6}, y2[3];
  double *none = 0;
  /* where derivatives go is not known yet */
  void *first = __enzyme_augmentfwd((void *)steps, enzyme_dup, x, none, enzyme_dup, y, none, 3);
  void *second = __enzyme_augmentfwd((void *)steps, enzyme_dup, x2, none, enzyme_dup, y2, none, 3);
  for (int use = 0; use < 3; use++) {
    double dx[3] = {0}, dy[3] = {1, 2, 3};
    if (use < 2)
      __enzyme_reverse((void *)steps, enzyme_nofree, enzyme_dup, none, dx, enzyme_dup, none, dy, 3, first);
    else
      __enzyme_reverse((void *)steps, enzyme_dup, none, dx, enzyme_dup, none, dy, 3, first);
    NEAR(dx[0], slope(.3));
    NEAR(dx[1], 2 * slope(.5));
    NEAR(dx[2], 3 * slope(.7));
    NEAR(dy[1], 0);
  }
  double dx[3] = {0}, dy[3] = {1, 2, 3};
  __enzyme_reverse((void *)steps, enzyme_dup, x2, dx, enzyme_dup, y2, dy, 3, second);
  NEAR(dx[1], 2 * slope(.4));

  double u[3] = {3, 1, 2};
  void *tape = __enzyme_augmentfwd((void *)sorted, enzyme_dup, u, none, 3);
  for (int use = 0; use < 3; use++) {
    double du[3] = {0};
    if (use < 2)
      __enzyme_reverse((void *)sorted, enzyme_nofree, enzyme_dup, u, du, 3, 1.0, tape);
    else
      __enzyme_reverse((void *)sorted, enzyme_dup, u, du, 3, 1.0, tape);
    NEAR(du[0], 3 * 2 * 3);
    NEAR(du[1], 1 * 2 * 1);
    NEAR(du[2], 2 * 2 * 2);
  }

  char buffer[64];
  if (__enzyme_augmentsize((void *)scaled, enzyme_out, enzyme_dup) > (int)sizeof(buffer)) return 1;
  double p = 3, dp = 0.5;
  __enzyme_augmentfwd((void *)scaled, enzyme_allocated, 64, enzyme_tape, buffer, 2.0, enzyme_dup, &p, &dp);
  NEAR(p, 6);
  double da =
      __enzyme_reverse_result((void *)scaled, enzyme_allocated, 64, enzyme_tape, buffer, 2.0, enzyme_dup, &p, &dp, 1.0);
  NEAR(da, 2 * 3 * 2 + 0.5 * 3); /* the result is p a^2 with seed 1, the new p is p a with seed 0.5 */
  NEAR(dp, 4 + 0.5 * 2);

  TapeAndResult both = __enzyme_augmentfwd_both((void *)scaled, 3.0, enzyme_dup, &p, &dp);
  NEAR(both.result, 54);
  dp = 0;
  da = __enzyme_reverse_result((void *)scaled, 3.0, enzyme_dup, &p, &dp, 2.0, both.tape);
  NEAR(da, 2 * 2 * 6 * 3);
  NEAR(dp, 2 * 9);
  return 0;
}
