/* Tables of functions, as C programs have them, with shadows from virtualreverse. */
#include "near.h"

double __enzyme_autodiff(void *, ...);
double __enzyme_fwddiff(void *, ...);
void *__enzyme_virtualreverse(void *);

typedef struct {
  double (*value)(const double *, double);
  void (*scale)(double *, double);
} Methods;

static double line(const double *p, double x) { return p[0] + p[1] * x; }
static double wave(const double *p, double x) { return p[0] * sin(p[1] * x); }
static void scale_both(double *p, double by) {
  p[0] *= by;
  p[1] *= by;
}
static void scale_first(double *p, double by) { p[0] *= by; }

static const Methods lines = {line, scale_both}, waves = {wave, scale_first};

typedef struct {
  const Methods *methods;
  double p[2];
} Model;

__attribute__((noinline)) static double run(Model *m, double x) {
  m->methods->scale(m->p, x);
  return m->methods->value(m->p, x);
}

int main(void) {
  Model m = {&lines, {2, 3}}, d = {(const Methods *)__enzyme_virtualreverse((void *)&lines), {0, 0}};
  /* (p0 + p1 x) x */
  NEAR(__enzyme_autodiff((void *)run, enzyme_dup, &m, &d, 5.0), 2 + 2 * 3 * 5);
  NEAR(d.p[0], 5);
  NEAR(d.p[1], 25);

  Model w = {&waves, {2, 3}}, t = {(const Methods *)__enzyme_virtualreverse((void *)&waves), {0, 0}};
  /* p0 x sin(p1 x) */
  NEAR(__enzyme_autodiff((void *)run, enzyme_dup, &w, &t, 5.0), 2 * sin(15) + 2 * 5 * 3 * cos(15));
  NEAR(t.p[0], 5 * sin(15));
  NEAR(t.p[1], 2 * 25 * cos(15));

  Model f = {&waves, {2, 3}}, df = {(const Methods *)__enzyme_virtualreverse((void *)&waves), {1, 0}};
  NEAR(__enzyme_fwddiff((void *)run, &f, &df, 5.0, 10.0), 5 * sin(15) + 10 * (2 * sin(15) + 2 * 5 * 3 * cos(15)));
  return 0;
}
