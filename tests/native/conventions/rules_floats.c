/* Rules whose results are structs of floats, which C returns as vectors. */
#include "near.h"

double __enzyme_autodiff(void *, ...);
double __enzyme_fwddiff(void *, ...);

typedef struct {
  float first, second;
} two;

typedef struct {
  float x, y, z;
} three;

__attribute__((noinline)) static float cone(float r, float h) { return r * r * h; }

static two cone_forward(float r, float dr, float h, float dh) {
  two both = {cone(r, h), 100 * dr + 1000 * dh}; /* not the derivative: to be seen */
  return both;
}

static two cone_gradient(float r, float h, float seed) {
  two both = {7 * seed * r, 9 * seed * h};
  return both;
}

void *__enzyme_register_derivative_cone[] = {(void *)cone, (void *)cone_forward};
void *__enzyme_register_gradient_cone[] = {(void *)cone, (void *)0, (void *)cone_gradient};

__attribute__((noinline)) static float box(float a, float b, float c) { return a * b * c; }

static three box_gradient(float a, float b, float c, float seed) {
  three all = {b * c * seed, a * c * seed, a * b * seed + 1};
  return all;
}

void *__enzyme_register_gradient_box[] = {(void *)box, (void *)0, (void *)box_gradient};

static double f(double x) { return cone((float)x, (float)(3 * x)); }
static double g(double x) { return box((float)x, (float)(2 * x), (float)(4 * x)); }

int main(void) {
  NEAR(__enzyme_fwddiff((void *)f, 2.0, 1.0), 3100);
  NEAR(__enzyme_autodiff((void *)f, 2.0), 7 * 2 + 3 * 9 * 6);
  NEAR(__enzyme_autodiff((void *)g, 2.0), 32 + 2 * 16 + 4 * (8 + 1));
  return 0;
}
