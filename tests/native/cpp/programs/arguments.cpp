// Vectors and classes as arguments, with shadows of the same type; reverse and forward; the second derivative.
#include <irad/irad.h>

#include <cmath>
#include <cstdio>
#include <functional>
#include <memory>
#include <stdexcept>
#include <vector>

struct Model {
  std::vector<double> weights;
  double bias;
  int calls = 0;
  double evaluate(double t) {
    calls++;
    double s = bias;
    for (std::size_t i = 0; i < weights.size(); i++) s += weights[i] * std::pow(t, i);
    return s;
  }
};

static double loss(Model &m, const std::vector<double> &data) {
  double s = 0;
  for (double t : data) {
    double e = m.evaluate(t);
    if (!(e > -100)) throw std::domain_error("far off");
    s += e * e;
  }
  return s;
}

static double cube(double x) {
  std::vector<double> v{x, x, x};
  double p = 1;
  try {
    for (int i = 0;; i++) p *= v.at(i);
  } catch (const std::out_of_range &) {
    return p;
  }
}
static double slope(double x) { return __irad_autodiff((void *)cube, x); }

int main() {
  Model m{{1, 2, 3}, 0.5}, dm{{0, 0, 0}, 0};
  std::vector<double> data{0.5, 1, 2}, ddata(3);
  __irad_autodiff<void>((void *)loss, irad_dup, &m, &dm, irad_dup, &data, &ddata);
  for (double d : dm.weights) std::printf("%.17g ", d);
  std::printf("%.17g ", dm.bias);
  for (double d : ddata) std::printf("%.17g ", d);
  Model tm{{1, 0, 0}, 0};
  std::vector<double> tdata(3);
  std::printf("%.17g\n", __irad_fwddiff((void *)loss, irad_dup, &m, &tm, irad_dup, &data, &tdata));
  std::printf("%.17g %.17g %.17g\n", slope(2.0), __irad_autodiff((void *)slope, 2.0), __irad_fwddiff((void *)slope, 2.0, 1.0));
}
