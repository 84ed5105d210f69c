// Function pointers whose shadows the program makes: by virtualreverse, by hand, for tables of virtual functions.
#include "near.h"

template <typename R, typename... Args> R __enzyme_autodiff(void *, Args...);
template <typename R, typename... Args> R __enzyme_fwddiff(void *, Args...);
template <typename R, typename... Args> R __enzyme_augmentfwd(void *, Args...);
template <typename R, typename... Args> R __enzyme_reverse(void *, Args...);
template <typename T> T __enzyme_virtualreverse(T);

struct Holder {
  double (*function)(double);
  double value;
};

static double square(double x) { return x * x; }
static double cube(double x) { return x * x * x; }
__attribute__((noinline)) static double apply(Holder *h) { return h->function(h->value) * 2; }

// a pair by hand, with a derivative that is wrong on purpose
struct Augmented {
  double result;
  void *tape;
};
static Augmented square_augmented(double x) {
  double *tape = (double *)malloc(sizeof(double));
  *tape = x;
  return {x * x, tape};
}
static double square_reverse(double x, double seed, void *tape) {
  double d = 10 * *(double *)tape * seed;
  free(tape);
  return d;
}
static void *by_hand[2] = {(void *)square_augmented, (void *)square_reverse};

// a pair of marked calls
static Augmented cube_augmented(double x) { return __enzyme_augmentfwd<Augmented>((void *)cube, x); }
static double cube_reverse(double x, double seed, void *tape) {
  return __enzyme_reverse<double>((void *)cube, x, seed, tape);
}
static void *by_marks[2] = {(void *)cube_augmented, (void *)cube_reverse};

static double with(double (*f)(double), void *shadow) {
  Holder h = {f, 3.0}, d = {(double (*)(double))shadow, 0.0};
  __enzyme_autodiff<void>((void *)apply, &h, &d);
  return d.value;
}

struct Object {
  virtual double eval(double v) = 0;
  virtual ~Object() {}
  double value;
};
struct Times : Object {
  double eval(double v) override { return value * v * v; }
};
struct Plus : Object {
  double eval(double v) override { return value + v; }
};
__attribute__((noinline)) static double eval(Object &o, double v) { return o.eval(v); }

template <class T> static double derivative(double &by_value) {
  T object, shadow;
  object.value = 2;
  *(void **)&shadow = __enzyme_virtualreverse(*(void **)&shadow);
  shadow.value = 0;
  double d = __enzyme_autodiff<double>((void *)eval, enzyme_dup, &object, &shadow, 10.0);
  by_value = shadow.value;
  *(void **)&shadow = *(void **)&object;
  return d;
}

int main() {
  NEAR(with(square, (void *)__enzyme_virtualreverse((void *)square)), 12);
  NEAR(with(cube, (void *)__enzyme_virtualreverse((void *)cube)), 54);
  NEAR(with(square, (void *)by_hand), 60);
  NEAR(with(cube, (void *)by_marks), 54);

  Holder h = {cube, 2.0}, d = {(double (*)(double))__enzyme_virtualreverse((void *)cube), 1.0};
  NEAR(__enzyme_fwddiff<double>((void *)apply, &h, &d), 24);

  double by_value;
  NEAR(derivative<Times>(by_value), 40);
  NEAR(by_value, 100);
  NEAR(derivative<Plus>(by_value), 1);
  NEAR(by_value, 1);
  return 0;
}
