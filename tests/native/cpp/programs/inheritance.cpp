// Several bases, virtual bases, dynamic_cast up, down and across, pointers to members, abstract factories.
#include "derivative.h"

#include <memory>
#include <vector>

struct Named {
  double weight = 2;
  virtual ~Named() = default;
  virtual double named() const { return weight; }
};
struct Sized {
  double size;
  explicit Sized(double s) : size(s) {}
  virtual ~Sized() = default;
  virtual double sized(double x) const { return size * x; }
};
struct Box : Named, Sized {
  double height;
  Box(double s, double h) : Sized(s), height(h) {}
  double named() const override { return weight * height; }
  double sized(double x) const override { return size * height * x; }
};
struct Base {
  double value = 1;
  virtual ~Base() = default;
};
struct Left : virtual Base {
  double left = 2;
};
struct Right : virtual Base {
  double right = 3;
};
struct Diamond : Left, Right {
  double own;
  explicit Diamond(double o) : own(o) { value = o * o; }
};


static double f(double x) {
  std::vector<std::unique_ptr<Named>> all;
  all.push_back(std::make_unique<Box>(x, x + 1));
  all.push_back(std::make_unique<Named>());
  all[1]->weight = x * 3;
  double r = 0;
  for (const auto &n : all) {
    r += n->named();
    if (auto *b = dynamic_cast<Box *>(n.get())) r += b->height * b->size;
  }
  Diamond d(x);
  Base &b = d;
  Right &right = d;
  right.right *= x;
  r += b.value * d.left + d.own * d.right;
  double Sized::*member = &Sized::size;
  double (Named::*function)() const = &Named::named;
  const Box box(2 * x, x);
  return r + box.*member + (box.*function)();
}

PRINT_DERIVATIVES(f)
