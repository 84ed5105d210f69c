// The typed C++ interface under Enzyme's names.
#include <enzyme/enzyme>

#include "near.h"

static double square(double x) { return x * x; }
static double product(double x, double y) { return x * y; }
static float by_reference(const float &x) { return x * x; }
static float by_pointer(const float *x) { return *x * *x; }
static float counts(float x, float &y) { return x * (y++); }
static void store(double x, double *out) { *out = x * x * x; }

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
  return 0;
}
