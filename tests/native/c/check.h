/* What the programs of this folder share: the marked calls, and a comparison with numbers known otherwise. */
#ifndef CHECK_H
#define CHECK_H

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

extern int enzyme_dup, enzyme_dupnoneed, enzyme_out, enzyme_const;
double __enzyme_autodiff(void *function, ...);
double __enzyme_fwddiff(void *function, ...);

#define OWN static __attribute__((noinline))

static int wrong; /* 1 when a comparison has failed: what main returns */

static void compare(const char *what, double got, double want, double tolerance, int line) {
  if (fabs(got - want) <= tolerance * fmax(1, fabs(want))) return;
  static int shown;
  if (shown++ < 5) printf("line %d: %s is %.17g, not %.17g\n", line, what, got, want);
  wrong = 1;
}

#define CHECK(got, want) compare(#got, got, want, 1e-12, __LINE__)
#define CHECK_FLOAT(got, want) compare(#got, got, want, 2e-6, __LINE__)

#endif
