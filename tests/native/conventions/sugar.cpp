// The typed C++ interface under Enzyme's names.
#include <enzyme/enzyme>
#include <vector>

#include "near.h"

static double square(double x) { return x * x; }
static double product(double x, double y) { return x * y; }
static float by_reference(const float &x) { return x * x; }
static float by_pointer(const float *x) { return *x * *x; }
static float counts(float x, float &y) { return x * (y++); }
static void store(double x, double *out) { *out = x * x * x; }
static double stores(double x, double *out) {
  *out = x * x * x;
  return 100 * x;
}
struct Pair {
  double a, b;
};
static Pair pair(Pair p, double x) { return {p.a * x, p.b * x * x}; }
static double sum(const std::vector<double> &v) {
  double s = 0;
  for (double x : v) s += x * x;
  return s;
}

int main() {
  using namespace enzyme;
  tuple<tuple<double>> d = autodiff<Reverse, Active<double>>(square, Active<double>{3.0});
  NEAR(get<0>(get<0>(d)), 6);
  tuple<tuple<double>, double> with = autodiff<ReverseWithPrimal>(square, Active<double>{3.0});
  NEAR(get<0>(get<0>(with)), 6);
  NEAR(get<1>(with), 9);
  auto both = autodiff<Reverse>(product, Active<double>(3.0), Active<double>(5.0));
  NEAR(get<0>(get<0>(both)), 5);
  NEAR(get<1>(get<0>(both)), 3);

  tuple<double, double> f = autodiff<Forward, Duplicated<double>>(square, Duplicated<double>(3.0, 2.0));
  NEAR(get<0>(f), 9);
  NEAR(get<1>(f), 12);
  tuple<double> t = autodiff<Forward, DuplicatedNoNeed<double>>(square, Duplicated<double>(3.0, 2.0));
  NEAR(get<0>(t), 12);
  NEAR(get<0>(autodiff<Forward>(square, Duplicated{3.0, 1.0})), 6);
  NEAR(get<0>(autodiff<Forward, Const<double>>(square, Duplicated<double>(3.0, 1.0))), 9);

  const float x = 10;
  float dx = 0;
  autodiff<Reverse>(by_reference, Duplicated<const float &>{x, dx});
  NEAR(dx, 20);
  autodiff<Reverse>(by_pointer, Duplicated<const float *>{&x, &dx});
  NEAR(dx, 40);
  const float one = 1;
  NEAR(get<0>(autodiff<Forward>(by_reference, Duplicated<const float &>{x, one})), 20);
  float y = 5;
  NEAR(get<0>(get<0>(autodiff<Reverse>(counts, Active{x}, Const<float &>{y}))), 5);
  NEAR(y, 6);

  double out, dout = 1;
  auto s = autodiff<Reverse>(store, Active<double>(2.0), Duplicated<double *>(&out, &dout));
  NEAR(get<0>(get<0>(s)), 12);
  dout = 1;
  auto c = autodiff<Reverse, Const<double>>(stores, Active<double>(2.0), Duplicated<double *>(&out, &dout));
  NEAR(get<0>(get<0>(c)), 12);  // the result takes no part
  auto objects = autodiff<Forward, Duplicated<Pair>>(pair, Const<Pair>({2, 3}), Duplicated<double>(5, 1));
  NEAR(get<0>(objects).b, 75);
  NEAR(get<1>(objects).b, 30);
  std::vector<double> v = {1, 2}, dv(2);
  autodiff<Reverse>(sum, Duplicated<const std::vector<double> &>(v, dv));
  NEAR(dv[1], 4);
  NEAR(get<0>(autodiff<Forward>([](double t) { return t * t; }, Duplicated<double>(3.0, 1.0))), 6);
  return 0;
}
