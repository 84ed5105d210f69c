// An exception that must not leave a noexcept function ends the program, also in a derivative.
#include "derivative.h"

__attribute__((noinline)) static double negative(double) { throw 1; }

__attribute__((noinline)) static double strict(double x) noexcept {
  return x < 0 ? negative(x) : x * x;
}

static double f(double x) { return strict(x) * 2; }

PRINT_DERIVATIVES(f)
