/* What each kernel here ends with.  Before this file stand the kernel, without `restrict`, its adjoint by hand if it has one, and

       #define RUN(n, x) ...                 calls the kernel; n are its sizes, x its arrays
       #define GRADIENT(n, x, dx) ...        what __enzyme_autodiff is told, with the kernel first
       #define HAND(n, x, dx, kept) ...      calls the adjoint by hand, which may keep things in `kept`

   Input: four sizes, the numbers that may be kept, how many arrays there are; of each its size and its contents.
   Results: the shadows, the arrays.  Steps: primal, gradient, by hand, and what puts back values and shadows, or values alone.
   Shadows of arrays that the kernel overwrites are set to zero too, others go on growing. */
#include <stdbool.h>

#include "../../programs/program.h"

#ifndef REAL
#define REAL double
#endif
#define MOST 8

typedef struct {
  int n[4], count;
  size_t size[MOST];
  bool written[MOST];
  REAL *x[MOST], *first[MOST], *dx[MOST], *kept;
} state;

static double restore_values(void *state_) {
  state *s = state_;
  for (int k = 0; k < s->count; k++)
    if (s->written[k]) memcpy(s->x[k], s->first[k], s->size[k] * sizeof(REAL));
  return 0;
}

static double restore(void *state_) {
  state *s = state_;
  restore_values(s);
  for (int k = 0; k < s->count; k++)
    if (s->written[k]) memset(s->dx[k], 0, s->size[k] * sizeof(REAL));
  return 0;
}

double primal(void *state_) {
  state *s = state_;
  restore_values(s);
  return RUN(s->n, s->x);
}

double gradient(void *state_) {
  state *s = state_;
  restore(s);
  __enzyme_autodiff(GRADIENT(s->n, s->x, s->dx));
  return 0;
}

double hand(void *state_) {
  state *s = state_;
  restore(s);
#ifdef HAND
  HAND(s->n, s->x, s->dx, s->kept);
#endif
  return 0;
}

/* Not inlined: behind malloc it would become calloc, whose pages are there only once a gradient writes to them, and would count
   as its memory. */
__attribute__((noinline)) static void forget(state *s) {
  for (int k = 0; k < s->count; k++) memset(s->dx[k], 0, s->size[k] * sizeof(REAL));
}

void *setup(const double *input) {
  state *s = malloc(sizeof *s);
  for (int k = 0; k < 4; k++) s->n[k] = (int)take(&input);
  size_t kept = (size_t)take(&input);
  s->kept = malloc((kept ? kept : 1) * sizeof(REAL));
  s->count = (int)take(&input);
  for (int k = 0; k < s->count; k++) {
    size_t size = s->size[k] = (size_t)take(&input);
    s->written[k] = true;
    s->x[k] = malloc(size * sizeof(REAL)), s->first[k] = malloc(size * sizeof(REAL)), s->dx[k] = malloc(size * sizeof(REAL));
    for (size_t i = 0; i < size; i++) s->first[k][i] = (REAL)*input++;
  }
  forget(s);
  primal(s); /* says which arrays are written to */
  for (int k = 0; k < s->count; k++) s->written[k] = memcmp(s->x[k], s->first[k], s->size[k] * sizeof(REAL)) != 0;
  return s;
}

static long written(state *s, double *out) {
  long at = 0;
  for (int which = 0; which < 2; which++)
    for (int k = 0; k < s->count; k++)
      for (size_t i = 0; i < s->size[k]; i++, at++)
        if (out) out[at] = (double)(which ? s->x : s->dx)[k][i];
  return at;
}

/* The value, then what one run of the library's derivative leaves: irad's, or that by hand where irad has not been. */
long results(void *state_, double *out) {
  state *s = state_;
  forget(s);
  double value = primal(s);
#ifdef PRIMAL_ONLY
  hand(s);
#else
  gradient(s);
#endif
  put(out, 0, &value, 1);
  long count = 1 + written(s, out ? out + 1 : NULL);
  forget(s);
  return count;
}

MEASURED(primal, gradient, hand, restore, restore_values)
