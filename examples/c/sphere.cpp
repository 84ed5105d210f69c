// A template over a vector of the standard library, differentiated through its iterators.

#include <cmath>
#include <cstdio>
#include <irad/irad.h>
#include <vector>

template <class T> static T sphere(const std::vector<T> &x) {
  T sum = 0;
  for (T value : x) sum += value * value;
  return std::sqrt(sum);
}

static double radius(const std::vector<double> &x) { return sphere(x); }

int main() {
  std::vector<double> x{1, 2, 2}, dx(3, 0.0);
  __irad_autodiff<void>((void *)radius, irad_dup, &x, &dx);
  for (int i = 0; i < 3; i++) {
    std::printf("dx[%d] = %.15f, exact %.15f\n", i, dx[i], x[i] / 3);
    if (std::fabs(dx[i] - x[i] / 3) > 1e-14) return 1;
  }
}
