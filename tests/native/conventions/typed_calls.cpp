// The typed layer of <irad/irad.h>: what can be passed and returned, and how.
#include <irad/irad.h>
#include <array>
#include <cmath>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "near.h"

using irad::Active;
using irad::Const;
using irad::Duplicated;
using irad::DuplicatedNoNeed;
using irad::Forward;
using irad::ForwardWithPrimal;
using irad::Reverse;
using irad::ReverseWithPrimal;

static double by_reference(const double &x) { return x * x; }
static double changes(double &x) {
  x *= 3;
  return x * x;
}
static double by_pointer(const double *x) { return *x * *x; }
static double of_array(const double (&x)[3]) { return x[0] * x[1] * x[2]; }
static double through(double *&p) { return *p * *p; }
static double count(const double &x, const long &n) { return x * n; }
static double wide(double x) { return x * x * x; }
static float narrow(float x) { return x * x * x; }
static double of_moved(std::vector<double> &&v) { return v[0] * v[1]; }
static double noexcepted(double x) noexcept { return x * x; }
static double callback(double x, double (*f)(double)) { return f(x) * x; }
static void nothing(const double &x, double &y) { y = x * x; }
static int rounded(double x, double *y) {
  *y = x * x;
  return (int)x;
}
static bool positive(double x, double *y) {
  *y = x * x;
  return x > 0;
}
static const double &larger(const double &a, const double &b) { return a < b ? b : a; }

static void arguments() {
  double x = 3, dx = 0;
  const double fixed = 3;
  irad::autodiff<Reverse>(by_reference, Duplicated(x, dx));
  NEAR(dx, 6);
  irad::autodiff<Reverse>(by_reference, Duplicated(fixed, dx));
  NEAR(dx, 12);
  NEAR(irad::autodiff<Forward>(by_reference, Duplicated(3.0, 2.0)), 12);
  NEAR(irad::autodiff<Forward>(by_reference, Duplicated(fixed, fixed)), 18);
  double tx = 1;
  NEAR(irad::autodiff<Forward>(changes, Duplicated(x, tx)), 54);
  NEAR(x, 9);
  NEAR(tx, 3);
  double dp = 0;
  irad::autodiff<Reverse>(by_pointer, Duplicated(&fixed, &dp));
  NEAR(dp, 6);
  double a[3] = {1, 2, 3}, da[4] = {};
  const double *p = a;
  irad::autodiff<Reverse>(by_pointer, Duplicated(p, da));
  NEAR(da[0], 2);
  double db[3] = {};
  irad::autodiff<Reverse>(of_array, Duplicated(a, db));
  NEAR(db[0], 6);
  NEAR(db[2], 2);
  double *q = a + 1, *dq = db + 1;
  irad::autodiff<Reverse>(through, Duplicated(q, dq));
  NEAR(db[1], 3 + 4);
  double dc = 0;
  irad::autodiff<Reverse>(count, Duplicated(a[1], dc), Const(5));  // an int to const long &
  NEAR(dc, 5);
  auto [slope] = irad::autodiff<Reverse>(wide, Active(2.0f));  // the derivative is that by the parameter
  static_assert(std::is_same<decltype(slope), double>::value);
  NEAR(slope, 12);
  auto [single] = irad::autodiff<Reverse>(narrow, Active(2.0));
  static_assert(std::is_same<decltype(single), float>::value);
  NEAR(single, 12);
  NEAR(irad::autodiff<Forward>(of_moved, Duplicated(std::vector<double>{2, 3}, std::vector<double>{1, 10})), 3 + 20);
  NEAR(std::get<0>(irad::autodiff<Reverse>(noexcepted, Active(4.0))), 8);
  NEAR(std::get<0>(irad::autodiff<Reverse>(callback, Active(2.0), Const(wide))), 4 * 8);
  NEAR(irad::grad(wide)(2.0), 12);
}

static void results() {
  double x = 3, y = 0, dx = 0, dy = 1;
  irad::autodiff<Reverse>(nothing, Duplicated(x, dx), Duplicated(y, dy));
  NEAR(dx, 6);
  dy = 1;
  auto [whole, slopes] = irad::autodiff<ReverseWithPrimal>(rounded, Active(3.5), Duplicated(&y, &dy));
  static_assert(std::is_same<decltype(whole), int>::value);
  NEAR(whole, 3);
  NEAR(std::get<0>(slopes), 7);
  dy = 1;
  auto [yes, more] = irad::autodiff<ReverseWithPrimal>(positive, Active(3.5), Duplicated(&y, &dy));
  NEAR((int)yes, 1);
  NEAR((yes ? 1 : 0) + 1, 2);
  NEAR(std::get<0>(more), 7);
  double ty = 0;
  static_assert(std::is_void<decltype(irad::autodiff<Forward>(rounded, Duplicated(3.5, 1.0), Duplicated(&y, &ty)))>::value);
  NEAR(irad::autodiff<ForwardWithPrimal>(rounded, Duplicated(3.5, 2.0), Duplicated(&y, &ty)).first, 3);
  NEAR(ty, 14);
  double a = 2, b = 5, ta = 10, tb = 100;
  NEAR(irad::autodiff<Forward>(larger, Duplicated(a, ta), Duplicated(b, tb)), 100);
  double da = 0, db = 0;
  NEAR(irad::autodiff<ReverseWithPrimal>(larger, Duplicated(a, da), Duplicated(b, db)).first, 5);
  NEAR(da, 0);
  NEAR(db, 1);
}

struct Pair {
  double a, b;
};
struct Many {
  double v[5];
};
struct Mixed {
  int n;
  double x;
  float y;
};
struct Base {
  double unused = 1, weight = 2;
  virtual ~Base() {}
  virtual double of(double x) const { return weight * x; }
};
struct Other {
  double before = 7;
  virtual ~Other() {}
};
struct Derived : Other, Base {
  double more = 3;
  double of(double x) const override { return weight * x * x * more; }
};

static double product(Pair p, double s) { return p.a * p.b * s; }
static double sum_of_many(Many m, double s) {
  double t = 0;
  for (int i = 0; i < 5; i++) t += m.v[i] * m.v[i] * s;
  m.v[0] = 0;
  return t;
}
static double mixed(double a, double b, double c, double d, double e, double f, double g, Mixed m, long n, void *, void *, int k) {
  return (a + b + c + d + e + f + g) * m.x * m.y * m.n * n * k;
}
static Pair turned(double x, const double &y) { return {x * y, x + y}; }
static Many powers(double x) { return {{1, x, x * x, x * x * x, x * x * x * x}}; }
static std::vector<double> squares(const std::vector<double> &v) {
  std::vector<double> out;
  for (double x : v) out.push_back(x * x);
  return out;
}
static double total(std::vector<double> v) {
  double s = 0;
  for (double x : v) s += x * x;
  return s;
}
static double owned(std::unique_ptr<double> p, double x) { return *p * x; }
static double lengths(const std::string &s, std::string t, double x) { return x * s.size() * t.size(); }
static double of_base(const Base &b, double x) { return b.weight * x; }
static double of_base_pointer(const Base *b, double x) { return b->weight * x; }

static void objects() {
  Pair p = {2, 3}, tp = {1, 10};
  NEAR(std::get<0>(irad::autodiff<Reverse>(product, Const(p), Active(4.0))), 6);
  NEAR(irad::autodiff<Forward>(product, Duplicated(p, tp), Const(4.0)), 4 * (3 + 20));
  Pair dp = {};
  auto [ds] = irad::autodiff<Reverse>(product, Duplicated(p, dp), Active(4.0));
  NEAR(dp.a, 12);
  NEAR(dp.b, 8);
  NEAR(ds, 6);
  Many m = {{1, 2, 3, 4, 5}}, dm = {};
  auto [primal, slopes] = irad::autodiff<ReverseWithPrimal>(sum_of_many, Duplicated(m, dm), Active(2.0));
  NEAR(primal, 110);
  NEAR(std::get<0>(slopes), 55);
  NEAR(dm.v[4], 20);
  NEAR(m.v[0], 1);  // a copy is passed
  NEAR(dm.v[0], 4);
  auto [d1, d7] = irad::autodiff<Reverse>(mixed, Active(1.0), Const(1.0), Const(1.0), Const(1.0), Const(1.0), Const(1.0),
                                          Active(1.0), Const(Mixed{2, 3, 4}), Const(5), Const(nullptr), Const(nullptr), Const(6));
  NEAR(d1, 2 * 3 * 4 * 5 * 6);
  NEAR(d7, 2 * 3 * 4 * 5 * 6);

  double y = 5, ty = 10;
  Pair tangent = irad::autodiff<Forward>(turned, Duplicated(3.0, 1.0), Duplicated(y, ty));
  NEAR(tangent.a, 5 + 30);
  NEAR(tangent.b, 11);
  auto [value, change] = irad::autodiff<ForwardWithPrimal>(powers, Duplicated(2.0, 1.0));
  NEAR(value.v[4], 16);
  NEAR(change.v[4], 32);
  NEAR(change.v[0], 0);
  std::vector<double> v = {1, 2, 3}, dv = {1, 10, 100};
  auto [vs, tvs] = irad::autodiff<ForwardWithPrimal>(squares, Duplicated(v, dv));
  NEAR((double)tvs.size(), 3);
  NEAR(vs[2], 9);
  NEAR(tvs[1], 40);
  NEAR(irad::autodiff<Forward>(total, Duplicated(v, dv)), 2 + 40 + 600);
  std::vector<double> reverse(3, 0.0);
  irad::autodiff<Reverse>(total, Duplicated(v, reverse));
  NEAR(reverse[2], 6);
  NEAR(std::get<0>(irad::autodiff<Reverse>(owned, Const(std::make_unique<double>(5)), Active(2.0))), 5);
  NEAR(std::get<0>(irad::autodiff<Reverse>(lengths, Const("three"), Const(std::string("ab")), Active(2.0))), 10);

  Derived d, dd;
  dd.weight = dd.more = dd.before = dd.unused = 0;
  auto [by_x] = irad::autodiff<Reverse>(of_base, Duplicated(d, dd), Active(3.0));
  NEAR(dd.weight, 3);
  NEAR(dd.before, 0);
  NEAR(by_x, 2);
  auto [again] = irad::autodiff<Reverse>(of_base_pointer, Duplicated(&d, &dd), Active(3.0));
  NEAR(dd.weight, 6);
  NEAR(again, 2);
}

struct Scaled {
  double factor;
  double operator()(double x) const { return factor * x * x; }
  double operator()(double x, double y) const { return factor * x * y; }
  double operator()(const std::vector<double> &v) const {
    double s = 0;
    for (double x : v) s += factor * x * x;
    return s;
  }
  Pair operator()(double x, int n) const { return {x * n, x + n}; }
};

static void callables() {
  Scaled f = {3};
  NEAR(std::get<0>(irad::autodiff<Reverse>(f, Active(2.0))), 12);
  auto [dx, dy] = irad::autodiff<Reverse>(f, Active(2.0), Active(5.0));
  NEAR(dx, 15);
  NEAR(dy, 6);
  std::vector<double> v = {1, 2}, dv(2);
  NEAR(irad::autodiff<ReverseWithPrimal>(f, Duplicated(v, dv)).first, 15);
  NEAR(dv[1], 12);
  NEAR(irad::autodiff<Forward>(f, Duplicated(2.0, 1.0), Const(4)).a, 4);
  auto generic = [](auto x, const auto &w) { return x * x * w[0] * w[1]; };
  auto [dg] = irad::autodiff<Reverse>(generic, Active(3.0), Duplicated(v, dv));
  NEAR(dg, 2 * 3 * 2);
  NEAR(dv[0], 6 + 9 * 2);
  NEAR(irad::grad([](auto x) { return x * x; })(3.0), 6);
  auto by_reference = [](double &x) { return x *= 2; };
  double x = 3, tx = 5;
  NEAR(irad::autodiff<Forward>(by_reference, Duplicated(x, tx)), 10);
  NEAR(x, 6);
  NEAR(tx, 10);
  double number = 2, dnumber = 0;
  auto weigh = [](auto w, double t) { return w * t * t; };
  irad::autodiff<Reverse>(weigh, Duplicated(number, dnumber), Const(3.0));
  NEAR(dnumber, 9);
  Base base, dbase;
  dbase.weight = 0;
  *(void **)&dbase = __irad_virtualreverse(*(void **)&base);
  auto [member] = irad::autodiff<Reverse>([](const Base &b, double t) { return b.of(t) * t; }, Duplicated(base, dbase), Active(3.0));
  NEAR(member, 12);
  NEAR(dbase.weight, 9);
  auto object = [](Pair p, double t) { return Pair{p.a * t, p.b * t * t}; };
  Pair q = {2, 3}, tq = {0, 0};
  NEAR(irad::autodiff<ForwardWithPrimal>(object, Duplicated(q, tq), Duplicated(2.0, 1.0)).second.b, 12);
}

int main() {
  arguments();
  results();
  objects();
  callables();
  return 0;
}
