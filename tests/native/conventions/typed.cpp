// The typed layer of <irad/irad.h>.
#include <irad/irad.h>
#include <vector>

#include "near.h"

static double f(double x, double y) { return x * x * y; }
static double square(double x) { return irad::cache(x) * x; }
static double cubed(double a, double b, double c) { return a * b * c; }
static double weighted(double w, const std::vector<double> &v, double *out) {
  double s = 0;
  for (double x : v) s += x * x;
  *out = s * w;
  return s + w;
}
static float single(float x, int n) {
  float r = 1;
  for (int i = 0; i < n; i++) r = irad::cache(r * x);
  return r;
}
static void doubled(const double *x, double *y, int n) {
  for (int i = 0; i < n; i++) y[i] = 2 * x[i] * x[i];
}

int main() {
  auto [d] = irad::autodiff<irad::Reverse>(square, irad::Active(3.0));
  NEAR(d, 6);
  auto [dx, dy] = irad::autodiff<irad::Reverse>(f, irad::Active(3.0), irad::Active(5.0));
  NEAR(dx, 30);
  NEAR(dy, 9);
  auto [a, b, c] = irad::autodiff<irad::Reverse>(cubed, irad::Active(2.0), irad::Active(3.0), irad::Active(4.0));
  NEAR(a, 12);
  NEAR(b, 8);
  NEAR(c, 6);
  auto [value, slopes] = irad::autodiff<irad::ReverseWithPrimal>(f, irad::Active(3.0), irad::Const(5.0));
  NEAR(value, 45);
  NEAR(std::get<0>(slopes), 30);
  NEAR(irad::autodiff<irad::Forward>(f, irad::Duplicated(3.0, 1.0), irad::Const(5.0)), 30);
  auto [primal, tangent] = irad::autodiff<irad::ForwardWithPrimal>(f, irad::Duplicated(3.0, 1.0), irad::Duplicated(5.0, 2.0));
  NEAR(primal, 45);
  NEAR(tangent, 30 + 18);
  NEAR(irad::grad(square)(4.0), 8);
  auto [gx, gy] = irad::grad(f)(2.0, 3.0);
  NEAR(gx, 12);
  NEAR(gy, 4);

  std::vector<double> v = {1, 2, 3}, dv(3, 0.0);
  double out, dout = 10;
  auto [dw] = irad::autodiff<irad::Reverse>(
      weighted, irad::Active(0.5), irad::Duplicated(v, dv), irad::Duplicated(&out, &dout));
  NEAR(out, 7);
  NEAR(dw, 1 + 10 * 14);
  NEAR(dv[2], 2 * 3 + 10 * 0.5 * 2 * 3);
  NEAR(dout, 0);

  auto [df] = irad::autodiff<irad::Reverse>(single, irad::Active(2.0f), irad::Const(4));
  NEAR(df, 32);

  double x[2] = {1, 2}, tx[2] = {1, 10}, y[2], ty[2];
  irad::autodiff<irad::Forward>(doubled, irad::Duplicated(x, tx), irad::DuplicatedNoNeed(y, ty), irad::Const(2));
  NEAR(ty[0], 4);
  NEAR(ty[1], 80);

  double factor = 3;
  auto scaled = [factor](double t) { return factor * t * t; };
  auto [ds] = irad::autodiff<irad::Reverse>(scaled, irad::Active(2.0));
  NEAR(ds, 12);
  NEAR(irad::grad([](double t) { return t * t * t; })(2.0), 12);
  return 0;
}
