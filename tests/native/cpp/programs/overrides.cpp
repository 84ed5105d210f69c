// irad::cache, and calls that run again (IRAD_RECOMPUTE) of functions with vectors of their own.
#include <irad/irad.h>
#include <cmath>
#include <cstdio>
#include <vector>

IRAD_RECOMPUTE static double layer(const std::vector<double> &w, double x) noexcept {
  std::vector<double> t(w.size());
  for (std::size_t i = 0; i < w.size(); i++) t[i] = std::sin(w[i] * x);
  double s = 0;
  for (double v : t) s += irad::cache(v * v) * v;
  return s;
}
static double net(const std::vector<double> &w, double x) {
  for (int i = 0; i < 3; i++) x += layer(w, x) * x;
  return x;
}

int main() {
  std::vector<double> w{0.1, -0.2, 0.7}, dw(3);
  auto [dx] = irad::autodiff<irad::Reverse>(net, irad::Duplicated(w, dw), irad::Active(0.5));
  std::printf("%.17g %.17g %.17g %.17g\n", dx, dw[0], dw[1], dw[2]);
}
