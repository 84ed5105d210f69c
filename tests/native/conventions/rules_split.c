/* Rules for forward mode in two halves: the derivative gets the tape of an augmented function.  Rules are wrong by a factor. */
#include "near.h"

double __enzyme_autodiff(void *, ...);
double __enzyme_fwddiff(void *, ...);

typedef struct {
  double *tape;
  double result;
} Ahead;
typedef struct {
  double result, tangent;
} Both;

static double slots[64];
static int used;

static double f(double a, const double *p) { return a * *p; }
static Ahead f_augmented(double a, const double *p, double *dp) {
  double *tape = &slots[2 * (used++ % 32)];
  tape[0] = a, tape[1] = *p;
  return (Ahead){tape, a * *p};
}
static Both f_split(double a, double da, const double *p, const double *dp, double *tape) {
  return (Both){tape[0] * tape[1], 10 * (da * tape[1] + tape[0] * *dp)};
}
void *__enzyme_register_splitderivative_f[] = {(void *)f, (void *)f_augmented, (void *)f_split};

static double g(double a) { return a * a; } /* no tape */
static double g_augmented(double a) { return a * a; }
static double g_split(double a, double da) { return 100 * a * da; }
void *__enzyme_register_splitderivative_g[] = {(void *)g, (void *)g_augmented, (void *)g_split};

static double both(double x, const double *p) { return f(x, p) * x + g(x); }

int main(void) {
  double p = 5, dp = 1, x = 3;
  double expected = 10 * (2 * 5 + 3 * 1) * 3 + 15 * 2 + 100 * 3 * 2;
  NEAR(__enzyme_fwddiff((void *)both, x, 2.0, &p, &dp), expected);
  NEAR(used > 0, 1);
  dp = 0; /* reverse mode has no rule: as they stand */
  NEAR(__enzyme_autodiff((void *)both, x, &p, &dp), 2 * 5 * 3 + 6);
  NEAR(dp, 9);
  return 0;
}
