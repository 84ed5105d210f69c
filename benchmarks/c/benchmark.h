/* What these programs share: numbers come from standard input, separated by blanks, and go to standard output, one per line. */
#ifndef BENCHMARK_H
#define BENCHMARK_H

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

extern int enzyme_dup, enzyme_dupnoneed, enzyme_out, enzyme_const;
double __enzyme_autodiff(void *function, ...);
double __enzyme_fwddiff(void *function, ...);

static double number(void) {
  double x;
  if (scanf("%lf", &x) != 1) {
    fprintf(stderr, "the input ends too early\n");
    exit(1);
  }
  return x;
}

static double *numbers(size_t n) {
  double *x = malloc((n ? n : 1) * sizeof *x);
  for (size_t i = 0; i < n; i++) x[i] = number();
  return x;
}

static double *zeros(size_t n) { return calloc(n ? n : 1, sizeof(double)); }

static void print(const double *x, size_t n) {
  for (size_t i = 0; i < n; i++) printf("%.17g\n", x[i]);
}

#endif
