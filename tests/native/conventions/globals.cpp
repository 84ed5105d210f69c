// Variables with shadows that the program names: their derivatives go there, tangents come from there.
#include <irad/irad.h>

#include "near.h"

template <typename R = double, typename... Args> R __enzyme_autodiff(void *, Args...);
template <typename R = double, typename... Args> R __enzyme_fwddiff(void *, Args...);

static double scale_shadow = 0;
__attribute__((enzyme_shadow(scale_shadow))) static double scale = 2.0;

struct Parameters {
  static double offset_shadow;
  __attribute__((enzyme_shadow(offset_shadow))) static double offset;
};
double Parameters::offset_shadow = 0;
double Parameters::offset = 1.0;

static double table[3] = {1, 2, 3}, dtable[3];
IRAD_SHADOW(table, dtable)

static double hidden = 5; // no shadow: a constant

__attribute__((noinline)) static double f(double x) {
  double s = scale * x * x + Parameters::offset * x + hidden;
  for (int i = 0; i < 3; i++) s += table[i] * x;
  return s;
}
static double counts(double x) {
  scale *= x;
  return scale * x;
}

int main() {
  for (int call = 1; call < 3; call++) { // shadows are added to, and belong to the program
    NEAR(__enzyme_autodiff((void *)f, 3.0), 2 * 2.0 * 3.0 + 1.0 + 6);
    NEAR(scale_shadow, call * 9.0);
    NEAR(Parameters::offset_shadow, call * 3.0);
    NEAR(dtable[1], call * 3.0);
  }
  scale_shadow = 1;
  Parameters::offset_shadow = 10;
  dtable[0] = dtable[1] = dtable[2] = 0;
  NEAR(__enzyme_fwddiff((void *)f, 3.0, 0.0), 9 + 30);
  scale_shadow = 7; // the seed of the variable's new value
  NEAR(__enzyme_autodiff((void *)counts, 3.0), 2 * 2.0 * 3.0 + 7 * 2.0);
  NEAR(scale_shadow, 9 + 7 * 3.0);
  NEAR(scale, 6);
  return 0;
}
