/* What the programs and the hand-written derivatives share.

   Each is built as a shared library with

       void *setup(const double *input);         the numbers of an instance, in the order that the head of the program gives
       double primal(void *state);               runs the function once
       double derivative(void *state);           runs what is timed as its derivative, outputs set to zero before
       long results(void *state, double *out);   value and derivative, computed anew; returns how many, out may be NULL
       void measure(void *state, int which, long repetitions, double *seconds);

   where `which` counts in what MEASURED lists: 0 is the primal, 1 the derivative, more where a program has more of them.  With
   PRIMAL_ONLY the derivatives are left out, so that any compiler can build the primal. */
#ifndef PROGRAM_H
#define PROGRAM_H

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#ifdef PRIMAL_ONLY
#define MARKED(type, name)                   \
  static inline type name(void *function, ...) { \
    (void)function;                          \
    abort();                                 \
  }
static int enzyme_dup, enzyme_dupnoneed, enzyme_dupv, enzyme_out, enzyme_const, enzyme_width;
#else
#define MARKED(type, name) type name(void *function, ...);
extern int enzyme_dup, enzyme_dupnoneed, enzyme_dupv, enzyme_out, enzyme_const, enzyme_width;
#endif
MARKED(double, __enzyme_autodiff)
MARKED(double, __enzyme_fwddiff)

/* The next number, or a copy of the next n numbers, of an input. */
static inline double take(const double **input) { return *(*input)++; }

static inline double *take_many(const double **input, size_t n) {
  double *out = (double *)malloc((n ? n : 1) * sizeof *out);
  memcpy(out, *input, n * sizeof *out);
  *input += n;
  return out;
}

/* Room for n results.  What is not written shows as NaN. */
static inline double *room(size_t n) {
  double *out = (double *)malloc((n ? n : 1) * sizeof *out);
  for (size_t i = 0; i < n; i++) out[i] = NAN;
  return out;
}

static inline void clear(double *x, size_t n) { memset(x, 0, n * sizeof *x); }

/* Writes n results behind the `at` that are there. */
static inline long put(double *out, long at, const double *x, long n) {
  if (out) memcpy(out + at, x, n * sizeof *x);
  return at + n;
}

#define MEASURED(...)                                                                 \
  void measure(void *state, int which, long repetitions, double *seconds) {           \
    static double (*const steps[])(void *) = {__VA_ARGS__};                           \
    static volatile double sink;                                                      \
    struct timespec start, end;                                                       \
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &start);                                           \
    for (long i = 0; i < repetitions; i++) sink = steps[which](state);                \
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &end);                                             \
    *seconds = (double)(end.tv_sec - start.tv_sec) + 1e-9 * (double)(end.tv_nsec - start.tv_nsec); \
  }

#endif
