/* The macros of <irad/irad.h>, and attributes as a compiler plugin would know them. */
#include <irad/irad.h>

#include "near.h"

static double like(double a) { return 2 * a; }
IRAD_LIKE(like, "log1p")

static double product(double x, double y) { return x * y; }
typedef struct {
  double *tape;
  double result;
} Augmented;
typedef struct {
  double a, b;
} Pair;
static Augmented product_augmented(double x, double y) {
  Augmented out = {malloc(sizeof(double)), x * y};
  *out.tape = y;
  return out;
}
static Pair product_gradient(double x, double y, double seed, double *tape) {
  Pair out = {10 * seed * *tape, 0};
  free(tape);
  return out;
}
IRAD_GRADIENT(product, product_augmented, product_gradient)
typedef struct {
  double value, tangent;
} Dual;
static Dual product_derivative(double x, double dx, double y, double dy) {
  Dual out = {x * y, 1000 * dx};
  return out;
}
IRAD_DERIVATIVE(product, product_derivative)

static void *box(long size) { return malloc(size); }
static int unboxed;
static void unbox(void *p) {
  unboxed++;
  free(p);
}
IRAD_ALLOCATOR(box, 0, "-1", unbox)

IRAD_INACTIVE static double silent(double a) { return 5 * a; }
__attribute__((enzyme_inactive)) static double silent_too(double a) { return 7 * a; }
__attribute__((enzyme_function_like("sin"))) static double like_sine(double a) { return 5 * a; }

static double all(double x) {
  double *p = box(sizeof(double));
  *p = x * x;
  double r = *p + like(x) + silent(x) * x + silent_too(x) * x + like_sine(x);
  unbox(p);
  return r + product(x, 3);
}

int main(void) {
  double x = 2, expected = 2 * x + 1 / 3.0 + 5 * x + 7 * x + cos(x);
  NEAR(__irad_autodiff((void *)all, x), expected + 30);
  NEAR(unboxed > 0, 1);
  NEAR(__irad_fwddiff((void *)all, x, 1.0), expected + 1000);
  return 0;
}
