/* Functions that return pointers: split calls and forward calls hand out the shadow, also of memory that is new. */
#include "near.h"

typedef struct {
  void *tape;
  double *result, *shadow;
} record;

typedef struct {
  double *data;
  long n;
} array;

typedef struct {
  void *tape;
  array result, shadow;
} array_record;

record __enzyme_augmentfwd(void *, ...);
array_record __enzyme_augmentfwd_array(void *, ...);
array __enzyme_fwddiff_array(void *, ...);
double __enzyme_reverse(void *, ...);
double *__enzyme_fwddiff(void *, ...);

static double *powers(double x) {
  double *p = malloc(3 * sizeof(double));
  p[0] = x;
  for (int i = 1; i < 3; i++) p[i] = p[i - 1] * x;
  return p;
}

static double *square(double *x, int k) {
  x[k] *= x[k];
  return x + k;
}

static array multiples(double x, long n) {
  array all = {malloc((size_t)n * sizeof(double)), n};
  for (long i = 0; i < n; i++) all.data[i] = x * x * (double)(i + 1);
  return all;
}

int main(void) {
  record made = __enzyme_augmentfwd((void *)powers, 3.0);
  NEAR(made.result[2], 27);
  for (int i = 0; i < 3; i++) NEAR(made.shadow[i], 0);
  made.shadow[1] = 10;
  made.shadow[2] = 1;
  NEAR(__enzyme_reverse((void *)powers, 3.0, made.tape), 10 * 6 + 27);
  double x[2] = {5, 7}, dx[2] = {1, 1};
  made = __enzyme_augmentfwd((void *)square, x, dx, 1);
  NEAR(made.shadow - dx, 1);
  *made.shadow += 2;
  __enzyme_reverse((void *)square, x, dx, 1, made.tape);
  NEAR(dx[0], 1);
  NEAR(dx[1], 3 * 14);
  array_record two = __enzyme_augmentfwd_array((void *)multiples, 3.0, enzyme_const, 2L);
  NEAR(two.result.data[1], 18);
  two.shadow.data[1] = 5;
  NEAR(__enzyme_reverse((void *)multiples, 3.0, enzyme_const, 2L, two.tape), 5 * 12);
  array slopes = __enzyme_fwddiff_array((void *)multiples, 3.0, 1.0, enzyme_const, 2L);
  NEAR(slopes.data[1], 12);
  double *tangent = __enzyme_fwddiff((void *)powers, 3.0, 1.0);
  NEAR(tangent[0], 1);
  NEAR(tangent[1], 6);
  NEAR(tangent[2], 27);
  return 0;
}
