// Calls in the typed layer of <irad/irad.h> that must not compile, each with a part of the message that must be given.
#include <irad/irad.h>
#include <memory>
#include <string>
#include <vector>

using namespace irad;

struct Pair {
  double a, b;
  double of(double x) const { return a * x; }
};
struct Base {
  double w;
};
struct Derived : Base {
  double more;
};
double number(double);
float single(float);
double two(double, double);
double integer(double, int);
double reference(const double &);
double changed(double &);
double moved(std::vector<double> &&);
double pointer(const double *);
double written(double *);
double untyped(void *);
double array(const double (&)[3]);
double vector(const std::vector<double> &);
double derived(const Derived &);
double by_value(Pair, double);
double text(const std::string &, double);
Pair object(double);
std::vector<double> list(double);
void nothing(double *);

double x = 1, dx = 0;
float sx = 1, dsx = 0;
int n = 1, dn = 0;
const double cx = 1;
double a[3], da[3], shorter[2];
const double *cp = a;
double *p = a, *dp = da;
float *fp = &sx;
std::vector<double> v, dv;
std::vector<float> fv;
const std::vector<double> cv;
std::unique_ptr<double> owner;
Pair pair, dpair;
Base base, dbase;
Derived d, dd;
auto lambda = [](double t) { return t * t; };
auto generic = [](auto t, const std::vector<double> &w) { return t * w[0]; };

void numbers() {
  autodiff<Reverse>(number, Duplicated(x, dx));                      // passed by value: write Active(x)
  autodiff<Reverse>(number, Active(3));                              // Active is for floating-point numbers
  autodiff<Reverse>(number, Active(p));                              // Active is for floating-point numbers
  autodiff<Forward>(number, Active(1.0));                            // Active is for reverse mode
  autodiff<Forward>(number, Duplicated(&x, &dx));                    // write the number, not its address
  autodiff<Forward>(number, Duplicated(x, &dx));                     // the tangent of a number is a number
  autodiff<Reverse>(number, Const(std::string("a")));                // does not convert to the type of this parameter, a number
  autodiff<Reverse>(integer, Active(1.0), Active(2.0));              // no floating-point number: write Const(n)
  autodiff<Forward>(integer, Duplicated(1.0, 1.0), Duplicated(n, dn));  // no floating-point number: write Const(n)
  grad(two)(std::string("a"), 1.0);                                  // Active is for floating-point numbers
}

void references() {
  autodiff<Reverse>(reference, Duplicated(&x, &dx));          // with the object, not its address
  autodiff<Reverse>(reference, Active(1.0));                  // this parameter is a reference: write Duplicated(x, dx)
  autodiff<Reverse>(reference, Duplicated(sx, dsx));          // not of the type of this parameter
  autodiff<Forward>(reference, Duplicated(sx, dsx));          // not of the type of this parameter
  autodiff<Reverse>(reference, Duplicated(fp, fp));           // not of the type of this parameter
  autodiff<Reverse>(reference, Duplicated(x, 0.0));           // must be a variable
  autodiff<Reverse>(reference, Duplicated(x, cx));            // the shadow is const
  autodiff<Reverse>(reference, Duplicated(x, dsx));           // objects of different types
  autodiff<Reverse>(reference, Duplicated(x, &dx));           // not &dx
  autodiff<Reverse>(changed, Duplicated(cx, dx));             // its argument must not be const
  autodiff<Forward>(changed, Duplicated(x, cx));              // the shadow is const
  autodiff<Forward>(changed, Duplicated(1.0, dx));            // does not bind
  autodiff<Reverse>(changed, Const(1));                       // not of the type of this parameter
  autodiff<Reverse>(moved, Duplicated(v, dv));                // does not bind
  autodiff<Reverse>(array, Duplicated(p, dp));                // not of the type of this parameter
  autodiff<Reverse>(array, Duplicated(a, shorter));           // fewer elements
  autodiff<Reverse>(vector, Duplicated(&v, &dv));             // with the object, not its address
  autodiff<Reverse>(vector, Duplicated(v, fv));               // objects of different types
  autodiff<Reverse>(vector, Duplicated(v, cv));               // the shadow is const
  autodiff<Reverse>(vector, Duplicated(fv, fv));              // not of the type of this parameter
  autodiff<Reverse>(vector, Duplicated(v, std::vector<double>(3)));  // must be a variable
  autodiff<Reverse>(derived, Duplicated(base, dbase));        // not of the type of this parameter
  autodiff<Reverse>(derived, Duplicated(d, dbase));           // objects of different types
}

void pointers() {
  autodiff<Reverse>(pointer, Duplicated(x, dx));              // write Duplicated(&x, &dx)
  autodiff<Reverse>(pointer, Active(1.0));                    // this parameter is a pointer
  autodiff<Reverse>(pointer, Duplicated(fp, fp));             // does not convert to the type of this parameter, a pointer
  autodiff<Reverse>(pointer, Duplicated(p, fp));              // addresses of different types
  autodiff<Reverse>(pointer, Duplicated(p, dx));              // the shadow of a pointer is a pointer
  autodiff<Reverse>(pointer, Duplicated(p, cp));              // the shadow is const
  autodiff<Reverse>(pointer, Duplicated(a, shorter));         // fewer elements
  autodiff<Reverse>(pointer, Duplicated(p, nullptr));         // a null pointer is no shadow
  autodiff<Reverse>(pointer, Duplicated(owner, owner));       // does not convert to the type of this parameter, a pointer
  autodiff<Reverse>(pointer, Duplicated(v, dv));              // does not convert to the type of this parameter, a pointer
  autodiff<Reverse>(written, Duplicated(cp, dp));             // does not convert to the type of this parameter, a pointer
  autodiff<Forward>(written, Duplicated(p, cp));              // the shadow is const
  autodiff<Reverse>(untyped, Duplicated(p, fp));              // addresses of different types
}

void objects() {
  autodiff<Reverse>(by_value, Active(1.0), Active(2.0));      // this parameter is an object
  autodiff<Reverse>(by_value, Duplicated(pair, Pair()), Active(3.0));  // must be a variable
  autodiff<Reverse>(by_value, Const(v), Active(1.0f));        // not of the type of this parameter
  autodiff<Reverse>(text, Const(3.5), Active(1.0));           // not of the type of this parameter
  autodiff<Reverse>(object, Active(1.0));                     // returns an object
  autodiff<ReverseWithPrimal>(list, Active(1.0));             // returns an object
  autodiff<ReverseWithPrimal>(nothing, Duplicated(p, dp));    // returns nothing
  autodiff<ForwardWithPrimal>(nothing, Duplicated(p, dp));    // returns nothing
}

void calls() {
  autodiff<Reverse>(two, Active(1.0));                        // too few arguments
  autodiff<Reverse>(two, Active(1.0), Active(2.0), Const(1));  // too many arguments
  autodiff<Reverse>(lambda);                                  // too few arguments
  autodiff<Reverse>(two, Active(1.0), 2.0);                   // an argument without annotation
  autodiff<int>(number, Active(1.0));                         // the mode is one of
  autodiff<Reverse>(&Pair::of, Duplicated(pair, dpair), Active(1.0));  // a pointer to a member
  autodiff<Reverse>(generic, Active(1.0), Const("text"));     // cannot be called with arguments of these types
}
