// unique_ptr and shared_ptr: lists and trees that own their nodes; custom deleters; weak_ptr; placement new.
#include "derivative.h"

#include <memory>
#include <new>

struct Node {
  double value;
  std::unique_ptr<Node> left, right;
  explicit Node(double v) : value(v) {}
  double sum() const { return value + (left ? left->sum() * 2 : 0) + (right ? right->sum() * 3 : 0); }
};

static std::unique_ptr<Node> tree(double x, int depth) {
  auto n = std::make_unique<Node>(x * depth);
  if (depth > 0) {
    n->left = tree(x * 1.1, depth - 1);
    n->right = tree(x + depth, depth - 1);
  }
  return n;
}

struct Link {
  double value;
  std::shared_ptr<Link> next;
  std::weak_ptr<Link> previous;
};

static double chain(double x) {
  std::shared_ptr<Link> head, at;
  for (int i = 0; i < 5; i++) {
    auto n = std::make_shared<Link>();
    n->value = x * i + 1;
    n->previous = at;
    if (at) at->next = n;
    else head = n;
    at = n;
  }
  double s = 0;
  for (auto n = head; n; n = n->next) {
    auto p = n->previous.lock();
    s += n->value * (p ? p->value : x);
  }
  return s;
}

static double f(double x) {
  auto t = tree(x, 4);
  std::unique_ptr<double[]> many(new double[8]);
  for (int i = 0; i < 8; i++) many[i] = x * i;
  double kept = 0;
  {
    auto note = [&kept](double *p) {
      kept += *p * *p;
      delete p;
    };
    std::unique_ptr<double, decltype(note)> p(new double(x * 3), note);
  }
  alignas(Node) unsigned char room[sizeof(Node)];
  Node *n = new (room) Node(x * x);
  double r = n->sum();
  n->~Node();
  return t->sum() + chain(x) + many[3] * many[7] + kept + r;
}

PRINT_DERIVATIVES(f)
