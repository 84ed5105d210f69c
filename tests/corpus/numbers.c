// Complex arithmetic, all floating-point widths and their constants, conversions, comparisons, library calls.
double sin(double);
double pow(double, double);
float sqrtf(float);
long double fabsl(long double);
double frexp(double, int *);

double _Complex product(double _Complex a, double _Complex b) { return a * b; }
float _Complex quotient(float _Complex a, float _Complex b) { return a / b; }
double modulus2(double _Complex z) { return __real__ z * __real__ z + __imag__ z * __imag__ z; }
double _Complex table[] = {1.0 + 2.0i, -0.0 - 1e-320i};
_Float16 half(_Float16 a, float b) { return a * (_Float16)0.1 + (_Float16)b; }
__bf16 brain(__bf16 a) { return a + (__bf16)1.7f; }
long double extended(long double a, double b) { return a / 3.0L + b - 1e4000L + __builtin_huge_vall(); }
__float128 quadruple(__float128 a, double b) { return a * b + 0.1Q; }
float constants(int i) {
  static const float all[] = {0.1f, -0.0f, 1e-45f, __builtin_inff(), __builtin_nanf("0x42"), 16777216.f};
  return all[i];
}
double doubles(int i) {
  static const double all[] = {0.1, 5e-324, -__builtin_inf(), __builtin_nan(""), __builtin_nans("1"), 3.0};
  return all[i];
}
double mixed(float f, int i, unsigned u, long l, unsigned char c) { return f + i * (double)u - l / (float)(c + 1); }
unsigned long back(double d, float f) { return (unsigned long)d + (unsigned char)f + (long)f; }
int compared(double a, double b) {
  return (a < b) | (a <= b) << 1 | (a == b) << 2 | (a != b) << 3 | __builtin_isunordered(a, b) << 4 | (a != a) << 5 |
         __builtin_isgreater(a, b) << 6 | (!(a >= b)) << 7;
}
double called(double x, float y) {
  int e;
  return sin(x) + pow(x, 2.5) + sqrtf(y) + __builtin_fma(x, x, x) + frexp(x, &e) * e + (double)fabsl(x) + __builtin_copysign(x, -1.0);
}
double remainder_(double x, double y) { return __builtin_fmod(x, y) + __builtin_floor(x) + __builtin_rint(y) + __builtin_fmin(x, y); }
double strict(double x) {
#ifndef __FAST_MATH__
#pragma STDC FENV_ACCESS ON
#endif
  return x * 0.1 + x / 3;
}
double contracted(double a, double b, double c) {
#pragma clang fp reassociate(on) contract(fast)
  return a * b + c + a;
}
