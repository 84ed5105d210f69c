// The same templates, inline functions and weak functions once more, in another object.
#include "shared.hpp"

template struct Box<double>;
int replaced(int a) { return 11 * a; }
__attribute__((weak)) int kept(int a) { return a + 1; }
double other(double x) { return Box<double>(x).get() + twice(x) + Point(4).square() + 0 * counter(0); }
