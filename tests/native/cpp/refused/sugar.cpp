// Calls in the layer <enzyme/enzyme> that must not compile, each with a part of the message that must be given.
#include <enzyme/enzyme>
#include <vector>

using namespace enzyme;

double number(double);
double reference(const double &);
double changed(double &);
double pointer(const double *);
double vector(const std::vector<double> &);

double x = 1, dx = 0;
float sx = 1, dsx = 0;
std::vector<double> v, dv;

void refused() {
  autodiff<Reverse>(number, Duplicated<double>{x, dx});                  // passed by value: write Active(x)
  autodiff<Reverse>(reference, Active<const double &>{x});               // this parameter is a reference: write Duplicated(x, dx)
  autodiff<Reverse>(reference, Duplicated<double>{x, dx});               // must be a variable
  autodiff<Reverse>(reference, Duplicated<double *>{&x, &dx});           // with the object, not its address
  autodiff<Reverse>(reference, Duplicated<float &>{sx, dsx});            // not of the type of this parameter
  autodiff<Reverse>(changed, Duplicated<const double &>{x, dx});         // its argument must not be const
  autodiff<Reverse>(changed, Const<double>{x});                          // does not bind
  autodiff<Reverse>(pointer, Active<double>{x});                         // this parameter is a pointer
  autodiff<Reverse>(pointer, Duplicated<float *>{&sx, &dsx});            // does not convert to the type of this parameter, a pointer
  autodiff<Reverse>(vector, Duplicated<std::vector<double>>{v, dv});     // must be a variable
  autodiff<Reverse, Duplicated<double>>(number, Active<double>{x});      // the result in reverse mode is Active or Const
  autodiff<Forward, int>(number, Duplicated<double>{x, 1.0});            // the result in forward mode is
  autodiff<Reverse>(number);                                             // too few arguments
}
