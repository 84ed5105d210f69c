// What all these programs share: each prints "f(x) f'(x)" for every x on its command line.
#pragma once
#include <irad/irad.h>

#include <cstdio>
#include <cstdlib>

#define PRINT_DERIVATIVES(f)                                      \
  int main(int argc, char **argv) {                               \
    for (int i = 1; i < argc; i++) {                              \
      double x = std::atof(argv[i]);                              \
      double slope = __irad_autodiff((void *)f, x);               \
      std::printf("%.17g %.17g\n", f(x), slope);                  \
    }                                                             \
  }
