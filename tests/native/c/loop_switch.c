/* A small interpreter: a switch in a loop. */
#include "check.h"

OWN double run(const char *code, double x) {
  double a = x, b = 1;
  for (; *code; code++) switch (*code) {
    case '+': a += b; break;
    case '*': a *= b; break;
    case 's': { double t = a; a = b; b = t; break; }
    case 'x': b = x; break;
    case 'e': a = exp(a); continue;
    default: return -1;
    }
  return a;
}

int main(void) {
  double x = 0.4;
  CHECK(__enzyme_autodiff((void *)run, enzyme_const, "x*+", x), 2 * x + 1);
  CHECK(__enzyme_autodiff((void *)run, enzyme_const, "se*x*", x), 2 * exp(1.0) * x);
  CHECK(__enzyme_autodiff((void *)run, enzyme_const, "ex*", x), exp(x) * (1 + x));
  CHECK(__enzyme_autodiff((void *)run, enzyme_const, "x?", x), 0);
  CHECK(__enzyme_fwddiff((void *)run, enzyme_const, "ex*", x, 1.0), exp(x) * (1 + x));
  return wrong;
}
