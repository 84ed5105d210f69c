/* What runs a gradient that `irad build` has made of a Python kernel, as programs are run (../../programs/program.h).

   Before this file stands

       #define GRADIENT(x, dx) ...        calls the gradient; x are the arrays, dx their shadows

   Input: how many arrays there are; of each its size and its contents.  Steps: a copy of the arrays to where they were, and the
   gradient behind such a copy, with shadows of zero. */
#include "../../programs/program.h"

#define MOST 8

typedef struct {
  int count;
  size_t size[MOST];
  double *x[MOST], *first[MOST], *dx[MOST];
} state;

static double restore(void *state_) {
  state *s = state_;
  for (int k = 0; k < s->count; k++) {
    memcpy(s->x[k], s->first[k], s->size[k] * sizeof(double));
    memset(s->dx[k], 0, s->size[k] * sizeof(double));
  }
  return 0;
}

static double gradient(void *state_) {
  state *s = state_;
  restore(s);
  if (GRADIENT(s->x, s->dx) != 0) abort();
  return 0;
}

void *setup(const double *input) {
  state *s = malloc(sizeof *s);
  s->count = (int)take(&input);
  for (int k = 0; k < s->count; k++) {
    s->size[k] = (size_t)take(&input);
    s->first[k] = take_many(&input, s->size[k]);
    s->x[k] = room(s->size[k]), s->dx[k] = room(s->size[k]);
  }
  return s;
}

/* The shadows after one gradient. */
long results(void *state_, double *out) {
  state *s = state_;
  long at = 0;
  gradient(s);
  for (int k = 0; k < s->count; k++) at = put(out, at, s->dx[k], (long)s->size[k]);
  return at;
}

MEASURED(restore, gradient)
