/* A program whose only derivative is a rule of its own, and attributes for functions and variables without derivative. */
#include "near.h"

double __enzyme_autodiff(void *, ...);
double __enzyme_fwddiff(void *, ...);

__attribute__((noinline)) static void cube(const double *from, double *to) { *to = *from * *from * *from; }

static int ahead, back;

static void cube_augmented(const double *from, double *d_from, double *to, double *d_to) {
  (void)d_from, (void)d_to;
  ahead++;
  *to = *from * *from * *from;
}

static void cube_gradient(const double *from, double *d_from, double *to, double *d_to) {
  (void)to;
  back++;
  *d_from += 3 * *from * *from * *d_to;
  *d_to = 0;
}

void *__enzyme_register_gradient_cube[] = {(void *)cube, (void *)cube_augmented, (void *)cube_gradient};

static double volume(double edge) {
  double v;
  cube(&edge, &v);
  return 2 * v;
}

int main(void) {
  NEAR(__enzyme_autodiff((void *)volume, 3.0), 54);
  NEAR(ahead, 1);
  NEAR(back, 1);
  return 0;
}
