/* What a marked call returns where that is not one number for each derivative: none, more than declared, structs in memory. */
#include "near.h"
extern int enzyme_noret, enzyme_interleave, enzyme_strong_zero, enzyme_runtime_activity;

typedef struct {
  double v[4];
} Many;
typedef struct {
  Many primal, tangent;
} Both;
typedef struct {
  Many primal, first, second;
} Two;
typedef struct {
  double a, b;
} Pair;
typedef struct {
  void *tape;
  double primal;
} Augmented;

double __enzyme_autodiff(void *, ...);
int __enzyme_autodiff_int(void *, ...);
void *__enzyme_autodiff_pointer(void *, ...);
Pair __enzyme_autodiff_pair(void *, ...);
double __enzyme_fwddiff(void *, ...);
Many __enzyme_fwddiff_many(void *, ...);
Both __enzyme_fwddiff_both(void *, ...);
Two __enzyme_fwddiff_two(void *, ...);
Many __enzyme_autodiff_many(void *, ...);
void *__enzyme_augmentfwd(void *, ...);
Augmented __enzyme_augmentfwd_result(void *, ...);
double __enzyme_reverse(void *, ...);

static double square(const double *x) { return *x * *x; }
static void stores(const double *x, double *y) { *y = *x * *x; }
static double product(double x, double y) { return x * y; }
static Many powers(double x) { return (Many){{1, x, x * x, x * x * x}}; }
static double weighted(const double *x, const double *w) { return *x * *w; }

int main(void) {
  double x = 3, dx = 0, y, dy = 1;
  /* used, but nothing is due: no number */
  double none = __enzyme_autodiff((void *)square, &x, &dx);
  NEAR(dx, 6);
  NEAR(none != none, 1);
  none = __enzyme_autodiff((void *)stores, &x, &dx, &y, &dy);
  NEAR(dx, 12);
  NEAR(none != none, 1);
  NEAR(__enzyme_autodiff_int((void *)square, &x, &dx), 0);
  NEAR(__enzyme_autodiff_pointer((void *)square, &x, &dx) == 0, 1);
  none = __enzyme_fwddiff((void *)product, enzyme_const_return, 2.0, 1.0, 3.0, 0.0);
  NEAR(none != none, 1);
  /* declared for one number: the first */
  NEAR(__enzyme_autodiff((void *)product, 2.0, 5.0), 5);
  NEAR(__enzyme_autodiff((void *)product, enzyme_primal_return, 2.0, 5.0), 10);
  NEAR(__enzyme_fwddiff((void *)product, enzyme_primal_return, 2.0, 1.0, 5.0, 0.0), 10);
  NEAR(__enzyme_autodiff_pair((void *)product, 2.0, 5.0).b, 2);
  /* the result is not returned, but differentiated */
  NEAR(__enzyme_autodiff((void *)product, enzyme_noret, 2.0, enzyme_const, 5.0), 5);
  NEAR(__enzyme_fwddiff((void *)product, enzyme_noret, 2.0, 1.0, 5.0, 0.0), 5);
  dx = 0;
  void *tape = __enzyme_augmentfwd((void *)square, enzyme_noret, &x, &dx);
  __enzyme_reverse((void *)square, enzyme_noret, &x, &dx, 10.0, tape);
  NEAR(dx, 60);
  Augmented a = __enzyme_augmentfwd_result((void *)square, &x, &dx);
  NEAR(a.primal, 9);
  __enzyme_reverse((void *)square, &x, &dx, 1.0, a.tape);
  NEAR(dx, 66);
  /* a struct in memory: its tangent, or the struct and its tangents */
  NEAR(__enzyme_fwddiff_many((void *)powers, 2.0, 1.0).v[3], 12);
  Both both = __enzyme_fwddiff_both((void *)powers, enzyme_primal_return, 2.0, 1.0);
  NEAR(both.primal.v[3], 8);
  NEAR(both.tangent.v[3], 12);
  Two two = __enzyme_fwddiff_two((void *)powers, enzyme_width, 2, enzyme_primal_return, 2.0, 1.0, 10.0);
  NEAR(two.primal.v[2], 4);
  NEAR(two.first.v[2], 4);
  NEAR(two.second.v[2], 40);
  /* shadows behind all values */
  double w = 5, dw = 0;
  dx = 0;
  __enzyme_autodiff((void *)weighted, enzyme_strong_zero, enzyme_runtime_activity, &x, &w, enzyme_interleave, &dx, &dw);
  NEAR(dx, 5);
  NEAR(dw, 3);
  NEAR(__enzyme_fwddiff((void *)weighted, enzyme_dup, &x, enzyme_const, &w, enzyme_interleave, &dw), 15);
  return 0;
}
