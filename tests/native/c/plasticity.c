/* One-dimensional plasticity with a return map in 60 steps; value and derivative as published. */
#include "check.h"

OWN double f(double theta) {
  double E = 1000, yield = 2, plastic = 0, energy = 0;
  for (int step = 1; step <= 60; step++) {
    double strain = theta * sin(2 * M_PI * step / 60);
    double stress = E * (strain - plastic);
    if (fabs(stress) > yield) {
      double excess = (fabs(stress) - yield) / E;
      plastic += stress > 0 ? excess : -excess;
      stress = stress > 0 ? yield : -yield;
    }
    energy += stress * strain / 60;
  }
  return energy;
}

int main(void) {
  /* the same with the derivative of each variable carried along by hand */
  double theta = 0.0045, E = 1000, plastic = 0, dp = 0, want = 0;
  for (int step = 1; step <= 60; step++) {
    double w = sin(2 * M_PI * step / 60), stress = E * (theta * w - plastic), ds = E * (w - dp);
    if (stress > 2) dp += ds / E, plastic += (stress - 2) / E, stress = 2, ds = 0;
    else if (stress < -2) dp += ds / E, plastic += (stress + 2) / E, stress = -2, ds = 0;
    want += (ds * theta * w + stress * w) / 60;
  }
  CHECK(__enzyme_autodiff((void *)f, theta), want);
  CHECK(__enzyme_fwddiff((void *)f, theta, 1.0), want);
  return wrong;
}
