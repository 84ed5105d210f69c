/* What the programs beside this file share: NEAR ends the program where a number is not what it should be. */
#ifndef NEAR_H
#define NEAR_H
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

static void near_at(int line, const char *text, double value, double expected, double tolerance) {
  if (!(fabs(value - expected) <= tolerance * (1 + fabs(expected)))) {
    printf("line %d: %s is %.15g, not %.15g\n", line, text, value, expected);
    exit(1);
  }
}

#define NEAR(value, expected) near_at(__LINE__, #value, value, expected, 1e-12)
#define CLOSE(value, expected) near_at(__LINE__, #value, value, expected, 1e-7) /* against central differences */

#ifdef __cplusplus
extern "C" {
#endif
extern int enzyme_dup, enzyme_dupnoneed, enzyme_dupv, enzyme_const, enzyme_out, enzyme_width, enzyme_tape, enzyme_allocated,
    enzyme_nofree, enzyme_primal_return, enzyme_const_return, enzyme_vector, enzyme_scalar, enzyme_buffer;
#ifdef __cplusplus
}
#endif
#endif
